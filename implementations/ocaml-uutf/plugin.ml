(* OCaml's Uutf, asked through version 1 of the plug-in protocol: its folds over strings, and its additions to buffers.

   A fold tells what is malformed and where it starts. It goes on behind that, but what is malformed is a rejection.
   What is no scalar value, Uchar refuses to be. *)

exception Rejected of int * string
exception Unsupported of string

let codecs = [
  "utf-8", (Uutf.Buffer.add_utf_8, fun take bytes -> Uutf.String.fold_utf_8 take [] bytes);
  "utf-16-be", (Uutf.Buffer.add_utf_16be, fun take bytes -> Uutf.String.fold_utf_16be take [] bytes);
  "utf-16-le", (Uutf.Buffer.add_utf_16le, fun take bytes -> Uutf.String.fold_utf_16le take [] bytes);
]

let encode add values =
  let bytes = Buffer.create 64 in
  let add_value index value =
    match Uchar.of_int value with
    | character -> add bytes character
    | exception Invalid_argument reason -> raise (Rejected (index, reason)) in
  List.iteri add_value values;
  Buffer.contents bytes

let decode fold bytes =
  let take values position = function
    | `Uchar character -> Uchar.to_int character :: values
    | `Malformed _ -> raise (Rejected (position, "Malformed")) in
  List.rev (fold take bytes)

(* ---- fields *)

let is_hex = function '0' .. '9' | 'A' .. 'F' | 'a' .. 'f' -> true | _ -> false
let is_decimal = function '0' .. '9' -> true | _ -> false

let number digits =
  if digits = "" || not (String.for_all is_hex digits) then raise (Unsupported "field");
  int_of_string ("0x" ^ digits)

(* An int has 63 bits, and int_of_string would take the uppermost for its sign. *)
(* List.map takes stack for each value. *)
let map f values = List.rev (List.rev_map f values)

let parse_value digits =
  let longest = (Sys.int_size - 1) / 4 in
  let zeros = max 0 (String.length digits - longest) in
  let beyond = String.exists (fun digit -> digit <> '0') (String.sub digits 0 zeros) in
  if beyond then raise (Unsupported "value above 60 bits");
  number (String.sub digits zeros (String.length digits - zeros))

let parse_values = function
  | "-" -> []
  | field -> map parse_value (String.split_on_char ',' field)

let parse_bytes = function
  | "-" -> ""
  | field ->
    if String.length field mod 2 <> 0 || field = "" then raise (Unsupported "field");
    String.init (String.length field / 2) (fun index -> Char.chr (number (String.sub field (2 * index) 2)))

let format_bytes bytes =
  String.concat "" (map (fun byte -> Printf.sprintf "%02X" (Char.code byte)) (List.of_seq (String.to_seq bytes)))

let format_values values = String.concat "," (map (Printf.sprintf "%X") values)
let okay field = "ok " ^ if field = "" then "-" else field

(* ---- requests *)

let perform operation (add, fold) field =
  match operation with
  | "encode" -> okay (format_bytes (encode add (parse_values field)))
  | "decode" -> okay (format_values (decode fold (parse_bytes field)))
  | _ -> raise (Unsupported "operation")

let reply = function
  | ["hello"; "1"] -> "ok 1 " ^ String.concat "," (map fst codecs)
  | [operation; encoding; field] -> (
    match List.assoc_opt encoding codecs with
    | Some codec -> perform operation codec field
    | None -> raise (Unsupported "encoding"))
  | _ -> raise (Unsupported "request")

let answer line =
  match String.split_on_char ' ' line with
  | id :: (_ :: _ as words) when id <> "" && String.for_all is_decimal id ->
    let said =
      try reply words with
      | Rejected (offset, reason) -> Printf.sprintf "reject %d %s" offset reason
      | Unsupported reason -> "unsupported " ^ reason in
    Printf.printf "%s %s\n%!" id said
  | _ -> prerr_endline ("no request: " ^ line) (* there is no id to reply to *)

let () =
  try while true do answer (input_line stdin) done with End_of_file -> ()
