%% Version 1 of the plug-in protocol, for a list of codecs: {Id of the encoding, Encode, Decode}, two functions.
%%
%% Encode takes the values, and Decode takes the pieces of the bytes, in lists. Either returns a reply without its id:
%% what ok_bytes or ok_values returns, or a text that begins with "reject" or "unsupported". Without the feature chunks,
%% there is one piece.
%%
%% It is to be included, as a script is one module, and other modules would have to be compiled before it starts.

%% ---- fields

values(<<"-">>) -> [];
values(Field) ->
    Words = binary:split(Field, <<",">>, [global]),
    lists:all(fun is_hex/1, Words) orelse throw({unsupported, <<"field">>}),
    [binary_to_integer(Word, 16) || Word <- Words].

is_hex(Word) -> re:run(Word, "^[0-9A-Fa-f]+\\z", [{capture, none}]) =:= match.

pieces(<<"-">>, _) -> [<<>>];
pieces(Field, Features) ->
    Pieces = binary:split(Field, <<"/">>, [global]),
    length(Pieces) =:= 1 orelse lists:member(<<"chunks">>, Features) orelse throw({unsupported, <<"pieces">>}),
    try
        [binary:decode_hex(Piece) || Piece <- Pieces]
    catch
        error:badarg -> throw({unsupported, <<"field">>})
    end.

ok_bytes(Bytes) -> ok(binary:encode_hex(Bytes)).

ok_values(Values) -> ok(iolist_to_binary(lists:join($,, [integer_to_binary(Value, 16) || Value <- Values]))).

ok(<<>>) -> <<"ok -">>;
ok(Field) -> [<<"ok ">>, Field].

%% ---- requests

%% The reply to a request without its id.
reply([<<"hello">>, <<"1">>], Codecs, Features) ->
    lists:join($\s, [<<"ok 1">>, lists:join($,, [Id || {Id, _, _} <- Codecs]) | Features]);
reply([Operation, Id, Field], Codecs, Features) when Field =/= <<>> ->
    try
        perform(Operation, lists:keyfind(Id, 1, Codecs), Field, Features)
    catch
        {unsupported, Reason} -> [<<"unsupported ">>, Reason]
    end;
reply(_, _, _) -> <<"unsupported request">>.

perform(_, false, _, _) -> <<"unsupported encoding">>;
perform(<<"encode">>, {_, Encode, _}, Field, _) -> Encode(values(Field));
perform(<<"decode">>, {_, _, Decode}, Field, Features) -> Decode(pieces(Field, Features));
perform(_, _, _, _) -> <<"unsupported operation">>.

answer(Line, Codecs, Features) ->
    [Id | Words] = binary:split(Line, <<" ">>, [global]),
    case Words =/= [] andalso re:run(Id, "^[0-9]+\\z", [{capture, none}]) of
        match -> [Id, $\s, reply(Words, Codecs, Features), $\n];
        _ ->
            io:format(standard_error, "no request: ~s~n", [string:slice(Line, 0, 80)]), % there is no id to reply to
            []
    end.

%% ---- the loop

serve(Codecs, Features) ->
    Answer = fun(Line) -> answer(Line, Codecs, Features) end,
    serve(open_port({fd, 0, 1}, [binary, stream, eof]), Answer, []).

%% Answers each block of input in one go, so that no reply waits while no input does.
serve(Port, Answer, Unfinished) ->
    receive
        {Port, {data, Block}} ->
            case binary:split(Block, <<"\n">>, [global]) of
                [Part] -> serve(Port, Answer, [Unfinished, Part]);
                [End | Others] ->
                    {Lines, [Rest]} = lists:split(length(Others) - 1, Others),
                    First = iolist_to_binary([Unfinished, End]),
                    port_command(Port, lists:map(Answer, [First | Lines])),
                    serve(Port, Answer, Rest)
            end;
        {Port, eof} -> ok
    end.
