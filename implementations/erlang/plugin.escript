#!/usr/bin/env escript
%%! -noinput
%% Erlang's module unicode, asked through version 1 of the plug-in protocol.
%%
%% Its functions return what they could not convert; where that begins is the offset. What ends too early they return
%% as incomplete, to be put before the next piece of the input.
-mode(compile).

-include("../protocol/erlang/protocol.hrl").

-define(ENCODINGS, [
    {<<"iso-8859-1">>, latin1},
    {<<"utf-8">>, utf8},
    {<<"utf-16-be">>, {utf16, big}},
    {<<"utf-16-le">>, {utf16, little}},
    {<<"utf-32-be">>, {utf32, big}},
    {<<"utf-32-le">>, {utf32, little}}
]).

encode(Encoding, Values) ->
    case unicode:characters_to_binary(Values, unicode, Encoding) of
        {error, _, Rest} -> rejection(length(Values) - length(lists:flatten(Rest)), error);
        Bytes -> ok_bytes(Bytes)
    end.

decode(Encoding, Pieces) -> decode(Encoding, Pieces, <<>>, iolist_size(Pieces), []).

%% Rest is what a piece before left incomplete, and Text what was decoded, in reverse.
decode(_, [], <<>>, _, Text) -> ok_values(lists:append(lists:reverse(Text)));
decode(_, [], Rest, Size, _) -> rejection(Size - byte_size(Rest), incomplete);
decode(Encoding, [Piece | Pieces], Rest, Size, Text) ->
    case unicode:characters_to_list(<<Rest/binary, Piece/binary>>, Encoding) of
        {error, _, Fault} -> rejection(Size - iolist_size(Pieces) - iolist_size(Fault), error);
        {incomplete, Some, Left} -> decode(Encoding, Pieces, Left, Size, [Some | Text]);
        Some -> decode(Encoding, Pieces, <<>>, Size, [Some | Text])
    end.

rejection(Offset, Word) -> io_lib:format("reject ~b ~s", [Offset, Word]).

codec({Id, Encoding}) ->
    {Id, fun(Values) -> encode(Encoding, Values) end, fun(Pieces) -> decode(Encoding, Pieces) end}.

main([]) -> serve(lists:map(fun codec/1, ?ENCODINGS), [<<"chunks">>]).
