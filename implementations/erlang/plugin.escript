#!/usr/bin/env escript
%%! -noinput
%% Erlang's module unicode, asked through version 1 of the plug-in protocol.
%%
%% Its functions return what they could not convert; where that begins is the offset. What ends too early they return
%% as incomplete, to be put before the next piece of the input.
-mode(compile).

-define(CODECS, [
    {<<"iso-8859-1">>, latin1},
    {<<"utf-8">>, utf8},
    {<<"utf-16-be">>, {utf16, big}},
    {<<"utf-16-le">>, {utf16, little}},
    {<<"utf-32-be">>, {utf32, big}},
    {<<"utf-32-le">>, {utf32, little}}
]).

%% ---- encode and decode

encode(Encoding, [Field]) ->
    case values(Field) of
        malformed -> <<"unsupported field">>;
        Values ->
            case unicode:characters_to_binary(Values, unicode, Encoding) of
                {error, _, Rest} -> rejection(length(Values) - length(lists:flatten(Rest)), error);
                Bytes -> [<<"ok ">>, or_dash(binary:encode_hex(Bytes))]
            end
    end;
encode(_, _) -> <<"unsupported field">>.

decode(Encoding, Pieces) ->
    try [bytes(Piece) || Piece <- Pieces] of
        Parts -> decode(Encoding, Parts, <<>>, iolist_size(Parts), [])
    catch
        error:badarg -> <<"unsupported field">>
    end.

%% Rest is what a piece before left incomplete, and Text what was decoded, in reverse.
decode(_, [], <<>>, _, Text) -> [<<"ok ">>, or_dash(format(lists:append(lists:reverse(Text))))];
decode(_, [], Rest, Size, _) -> rejection(Size - byte_size(Rest), incomplete);
decode(Encoding, [Part | Parts], Rest, Size, Text) ->
    case unicode:characters_to_list(<<Rest/binary, Part/binary>>, Encoding) of
        {error, _, Fault} -> rejection(Size - iolist_size(Parts) - iolist_size(Fault), error);
        {incomplete, Some, Left} -> decode(Encoding, Parts, Left, Size, [Some | Text]);
        Some -> decode(Encoding, Parts, <<>>, Size, [Some | Text])
    end.

rejection(Offset, Word) -> io_lib:format("reject ~b ~s", [Offset, Word]).

%% ---- fields

values(<<"-">>) -> [];
values(Field) ->
    Words = binary:split(Field, <<",">>, [global]),
    case lists:all(fun is_hex/1, Words) of
        true -> [binary_to_integer(Word, 16) || Word <- Words];
        false -> malformed
    end.

is_hex(Word) -> re:run(Word, "^[0-9A-Fa-f]+\\z", [{capture, none}]) =:= match.

bytes(<<"-">>) -> <<>>;
bytes(Piece) -> binary:decode_hex(Piece).

format(Text) -> iolist_to_binary(lists:join($,, [integer_to_binary(Value, 16) || Value <- Text])).

or_dash(<<>>) -> <<"-">>;
or_dash(Field) -> Field.

%% ---- the protocol

%% The reply to a request without its id.
reply([<<"hello">>, <<"1">>]) ->
    [<<"ok 1 ">>, lists:join($,, [Id || {Id, _} <- ?CODECS]), <<" chunks">>];
reply([Operation, Id, Field]) ->
    case {Operation, lists:keyfind(Id, 1, ?CODECS)} of
        {_, false} -> <<"unsupported encoding">>;
        {<<"encode">>, {_, Encoding}} -> encode(Encoding, binary:split(Field, <<"/">>));
        {<<"decode">>, {_, Encoding}} -> decode(Encoding, binary:split(Field, <<"/">>, [global]));
        _ -> <<"unsupported operation">>
    end;
reply(_) -> <<"unsupported request">>.

answer(Line) ->
    [Id | Words] = binary:split(Line, <<" ">>, [global]),
    case Words =/= [] andalso re:run(Id, "^[0-9]+\\z", [{capture, none}]) of
        match -> [Id, $\s, reply(Words), $\n];
        _ ->
            io:format(standard_error, "no request: ~s~n", [string:slice(Line, 0, 80)]), % there is no id to reply to
            []
    end.

%% Answers each block of input in one go, so that no reply waits while no input does.
serve(Port, Unfinished) ->
    receive
        {Port, {data, Block}} ->
            case binary:split(Block, <<"\n">>, [global]) of
                [Part] -> serve(Port, [Unfinished, Part]);
                [End | Others] ->
                    {Lines, [Rest]} = lists:split(length(Others) - 1, Others),
                    First = iolist_to_binary([Unfinished, End]),
                    port_command(Port, [answer(Line) || Line <- [First | Lines]]),
                    serve(Port, Rest)
            end;
        {Port, eof} -> ok
    end.

main([]) -> serve(open_port({fd, 0, 1}, [binary, stream, eof]), []).
