--  Ada.Strings.UTF_Encoding.Wide_Wide_Strings of GNAT's library, asked through version 1 of the plug-in protocol.
--
--  Encoding_Error tells the index where the library gave up, which is not where the ill-formed sequence begins; so a
--  rejection has no offset, and what the exception says is the free text.

with Ada.Command_Line;
with Ada.Exceptions;
with Ada.Strings.Fixed;
with Ada.Strings.UTF_Encoding.Wide_Wide_Strings;
with Ada.Text_IO;
with GNAT.Compiler_Version;

procedure Plugin is
   use Ada.Strings.UTF_Encoding;
   use Ada.Strings.UTF_Encoding.Wide_Wide_Strings;
   use Ada.Text_IO;

   Unsupported : exception;
   --  What the library cannot be asked, and what is no request; its message is the free text

   --  ---- fields

   subtype Code is Long_Long_Integer range 0 .. Wide_Wide_Character'Pos (Wide_Wide_Character'Last);

   Digit_Characters : constant String := "0123456789ABCDEF";

   function Digit (Item : Character) return Code is
     (case Item is
         when '0' .. '9' => Character'Pos (Item) - Character'Pos ('0'),
         when 'A' .. 'F' => Character'Pos (Item) - Character'Pos ('A') + 10,
         when 'a' .. 'f' => Character'Pos (Item) - Character'Pos ('a') + 10,
         when others     => raise Unsupported with "field");

   function Parse_Value (Field : String) return Wide_Wide_Character is
      Result : Code := 0;
   begin
      if Field = "" then
         raise Unsupported with "field";
      end if;
      for Item of Field loop
         if Result > Code'Last / 16 then
            raise Unsupported with "value above 31 bits";
         end if;
         Result := Result * 16 + Digit (Item);
      end loop;
      return Wide_Wide_Character'Val (Result);
   end Parse_Value;

   function Parse_Values (Field : String) return Wide_Wide_String is
      Result : Wide_Wide_String (1 .. Ada.Strings.Fixed.Count (Field, ",") + 1);
      First  : Positive := Field'First;
      Comma  : Natural;
   begin
      if Field = "-" then
         return "";
      end if;
      for Value of Result loop
         Comma := Ada.Strings.Fixed.Index (Field, ",", From => First);
         Value := Parse_Value (Field (First .. (if Comma = 0 then Field'Last else Comma - 1)));
         First := Comma + 1;
      end loop;
      return Result;
   end Parse_Values;

   function Parse_Bytes (Field : String) return UTF_String is
      Result : UTF_String (1 .. Field'Length / 2);
      From   : Positive := Field'First;
   begin
      if Field = "-" then
         return "";
      elsif Field'Length mod 2 /= 0 or else Field = "" then
         raise Unsupported with "field";
      end if;
      for Byte of Result loop
         Byte := Character'Val (16 * Digit (Field (From)) + Digit (Field (From + 1)));
         From := From + 2;
      end loop;
      return Result;
   end Parse_Bytes;

   procedure Put_Hex (Value : Code; At_Least : Positive) is
   begin
      if Value > 15 or else At_Least > 1 then
         Put_Hex (Value / 16, Positive'Max (1, At_Least - 1));
      end if;
      Put (Digit_Characters (Digit_Characters'First + Natural (Value mod 16)));
   end Put_Hex;

   procedure Put_Bytes (Bytes : UTF_String) is
   begin
      Put (if Bytes = "" then "ok -" else "ok ");
      for Byte of Bytes loop
         Put_Hex (Character'Pos (Byte), At_Least => 2);
      end loop;
   end Put_Bytes;

   procedure Put_Values (Text : Wide_Wide_String) is
   begin
      Put (if Text = "" then "ok -" else "ok ");
      for Index in Text'Range loop
         Put (if Index = Text'First then "" else ",");
         Put_Hex (Wide_Wide_Character'Pos (Text (Index)), At_Least => 1);
      end loop;
   end Put_Values;

   --  ---- requests

   function Scheme (Encoding : String) return Encoding_Scheme is
     (if Encoding = "utf-8" then UTF_8
      elsif Encoding = "utf-16-be" then UTF_16BE
      elsif Encoding = "utf-16-le" then UTF_16LE
      else raise Unsupported with "encoding");

   procedure Ask (Operation, Encoding, Field : String) is
   begin
      if Operation = "encode" then
         Put_Bytes (Encode (Parse_Values (Field), Scheme (Encoding)));
      elsif Operation = "decode" then
         Put_Values (Decode (Parse_Bytes (Field), Scheme (Encoding)));
      else
         raise Unsupported with "operation";
      end if;
   exception
      when Refused : Encoding_Error => Put ("reject - " & Ada.Exceptions.Exception_Message (Refused));
   end Ask;

   --  What follows the id
   procedure Reply (Request : String) is
      First  : constant Natural := Ada.Strings.Fixed.Index (Request, " ");
      Second : constant Natural := (if First = 0 then 0 else Ada.Strings.Fixed.Index (Request, " ", From => First + 1));
   begin
      if Request = "hello 1" then
         Put ("ok 1 utf-8,utf-16-be,utf-16-le");
      elsif Second = 0 or else Ada.Strings.Fixed.Count (Request, " ") > 2 then
         raise Unsupported with "request";
      else
         Ask (Operation => Request (Request'First .. First - 1),
              Encoding  => Request (First + 1 .. Second - 1),
              Field     => Request (Second + 1 .. Request'Last));
      end if;
   exception
      when Refused : Unsupported => Put ("unsupported " & Ada.Exceptions.Exception_Message (Refused));
   end Reply;

   procedure Answer (Line : String) is
      Space : constant Natural := Ada.Strings.Fixed.Index (Line, " ");
   begin
      if Space > Line'First and then (for all Item of Line (Line'First .. Space - 1) => Item in '0' .. '9') then
         Put (Line (Line'First .. Space));
         Reply (Line (Space + 1 .. Line'Last));
         New_Line;
         Flush;
      else
         Put_Line (Standard_Error, "no request: " & Line);  --  there is no id to reply to
      end if;
   end Answer;

   --  Whole texts stand on the stack, which is larger in a task
   task Server with Storage_Size => 2 ** 30 is
      entry Serve;
   end Server;

   task body Server is
   begin
      select
         accept Serve;
         while not End_Of_File loop
            Answer (Get_Line);
         end loop;
      or
         terminate;
      end select;
   end Server;

   package Compiler is new GNAT.Compiler_Version;
begin
   if Ada.Command_Line.Argument_Count = 1 and then Ada.Command_Line.Argument (1) = "--version" then
      Put_Line ("GNAT " & Compiler.Version);
   else
      Server.Serve;
   end if;
end Plugin;
