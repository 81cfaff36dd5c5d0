% SWI-Prolog's library(utf8) and the encodings of its streams, asked through version 1 of the plug-in protocol.
%
% utf-8-31bit is the grammar utf8_codes//1: where phrase/2 fails, that is a rejection. The others are streams in memory:
% where a read warns and gives a replacement, it has taken what it read, and an exception of char_code/2 or of a stream
% is a rejection. None tells an offset. Warnings are on standard error.

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(memfile)).
:- use_module(library(readutil)).
:- use_module(library(utf8)).

:- initialization(serve, main).

%!  stream_encoding(?Encoding, ?Name) is nondet.
%   The protocol's encodings, in the words of open/4.
stream_encoding("ascii", ascii).
stream_encoding("iso-8859-1", iso_latin_1).
stream_encoding("utf-8", utf8).
stream_encoding("utf-16-be", utf16be).
stream_encoding("utf-16-le", utf16le).

%!  perform(+Operation, +Encoding, +Field, -Reply) is det.
perform("encode", "utf-8-31bit", Field, Reply) :-
    !,
    values(Field, Codes),
    (   phrase(utf8_codes(Codes), Bytes)
    ->  format_bytes(Bytes, Reply)
    ;   Reply = "reject - phrase/2 fails"
    ).
perform("decode", "utf-8-31bit", Field, Reply) :-
    !,
    bytes(Field, Bytes),
    (   phrase(utf8_codes(Codes), Bytes)
    ->  format_values(Codes, Reply)
    ;   Reply = "reject - phrase/2 fails"
    ).
perform(Operation, Encoding, Field, Reply) :-
    stream_encoding(Encoding, Name),
    !,
    stream_reply(Operation, Name, Field, Reply).
perform(_, _, _, "unsupported encoding").

stream_reply("encode", Name, Field, Reply) :-
    !,
    values(Field, Codes),
    rewritten(Name, Codes, octet, Bytes),
    format_bytes(Bytes, Reply).
stream_reply("decode", Name, Field, Reply) :-
    !,
    bytes(Field, Bytes),
    rewritten(octet, Bytes, Name, Codes),
    format_values(Codes, Reply).
stream_reply(_, _, _, "unsupported operation").

%!  rewritten(+Written, +Codes, +Read, -Others) is det.
%   The codes are written to a stream of the encoding Written, and read from one of the encoding Read.
rewritten(Written, Codes, Read, Others) :-
    setup_call_cleanup(
        new_memory_file(File),
        ( setup_call_cleanup(in_memory(File, write, Written, Out), put_codes(Codes, Out), close(Out)),
          setup_call_cleanup(in_memory(File, read, Read, In), read_stream_to_codes(In, Others), close(In))
        ),
        free_memory_file(File)).

put_codes(Codes, Out) :-
    forall(member(Code, Codes), ( char_code(Char, Code), put_char(Out, Char) )).

% A memory file refuses some of the encodings (UTF-16), a stream none.
in_memory(File, Mode, Encoding, Stream) :-
    open_memory_file(File, Mode, Stream, [encoding(octet)]),
    set_stream(Stream, encoding(Encoding)).

% ---- fields

unsupported(What) :- throw(unsupported(What)).

hex(Text) :-
    Text \== "",
    forall(sub_string(Text, _, 1, _, Digit), char_type(Digit, xdigit(_))).

number(Digits, Number) :-
    hex(Digits),
    !,
    string_concat("0x", Digits, Literal),
    number_string(Number, Literal).
number(_, _) :- unsupported(field).

values("-", []) :- !.
values(Field, Values) :-
    split_string(Field, ",", "", Parts),
    maplist(number, Parts, Values).

bytes("-", []) :- !.
bytes(Field, Bytes) :-
    hex(Field),
    string_codes(Field, Digits),
    pairs(Digits, Bytes),
    !.
bytes(_, _) :- unsupported(field).

pairs([], []).
pairs([High, Low|Digits], [Byte|Bytes]) :-
    code_type(High, xdigit(Sixteens)),
    code_type(Low, xdigit(Ones)),
    Byte is 16*Sixteens + Ones,
    pairs(Digits, Bytes).

format_bytes(Bytes, Reply) :-
    maplist(byte_text, Bytes, Texts),
    okay(Texts, '', Reply).

byte_text(Byte, Text) :- format(atom(Text), '~`0t~16R~2|', [Byte]).

format_values(Values, Reply) :-
    maplist(value_text, Values, Texts),
    okay(Texts, ',', Reply).

value_text(Value, Text) :- format(atom(Text), '~16R', [Value]).

okay([], _, "ok -") :- !.
okay(Texts, Separator, Reply) :-
    atomic_list_concat(Texts, Separator, Field),
    string_concat("ok ", Field, Reply).

% ---- requests

serve :-
    current_prolog_flag(version_data, swi(Major, Minor, Patch, _)),
    current_prolog_flag(argv, Arguments),
    (   Arguments == ['--version']
    ->  format("SWI-Prolog ~w.~w.~w~n", [Major, Minor, Patch])
    ;   answer_all
    ).

answer_all :-
    read_line_to_string(user_input, Line),
    (   Line == end_of_file
    ->  true
    ;   answer(Line),
        answer_all
    ).

answer(Line) :-
    split_string(Line, " ", "", [Id, First|Rest]),
    Id \== "",
    forall(sub_string(Id, _, 1, _, Digit), char_type(Digit, digit)),
    !,
    reply([First|Rest], Reply),
    format("~s ~s~n", [Id, Reply]),
    flush_output.
answer(Line) :-
    format(user_error, "no request: ~s~n", [Line]).   % there is no id to reply to

reply(["hello", "1"], Reply) :-
    !,
    findall(Encoding, stream_encoding(Encoding, _), Encodings),
    atomic_list_concat(["utf-8-31bit"|Encodings], ',', Names),
    string_concat("ok 1 ", Names, Reply).
reply([Operation, Encoding, Field], Reply) :-
    !,
    catch(perform(Operation, Encoding, Field, Reply), Thrown, refusal(Thrown, Reply)).
reply(_, "unsupported request").

refusal(unsupported(What), Reply) :- !, format(string(Reply), "unsupported ~w", [What]).
refusal(error(Formal, _), Reply) :- says(Formal), !, format(string(Reply), "reject - ~q", [Formal]).
refusal(Thrown, _) :- throw(Thrown).

%!  says(?Formal) is nondet.
%   What char_code/2 and a stream say of a value; any other exception ends the program.
says(type_error(character_code, _)).
says(representation_error(_)).
says(io_error(write, _)).
