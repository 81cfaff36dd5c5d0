#!/usr/bin/env escript
%%! -noinput
%% The object identifiers of Erlang's public_key, asked through version 1 of the plug-in protocol.
%%
%% Of an object identifier, the arcs after the second are counts: 1.3 stands before them, which is one byte. The tag and
%% the length before all of it are those of a KeyIdentifier, an octet string, whose tag is exchanged for the other.
-mode(compile).

-define(ENCODING, <<"kim-count">>).
-define(FIRST, [1, 3]).
-define(IDENTIFIER, 'AttributeType').
-define(IDENTIFIER_TAG, 6).
-define(OCTETS, 'KeyIdentifier').
-define(OCTETS_TAG, 4).

%% The bytes of an object identifier, without its tag and length.
contents(Arcs) ->
    <<?IDENTIFIER_TAG, Rest/binary>> = public_key:der_encode(?IDENTIFIER, list_to_tuple(Arcs)),
    public_key:der_decode(?OCTETS, <<?OCTETS_TAG, Rest/binary>>).

arcs(Contents) ->
    <<?OCTETS_TAG, Rest/binary>> = public_key:der_encode(?OCTETS, Contents),
    tuple_to_list(public_key:der_decode(?IDENTIFIER, <<?IDENTIFIER_TAG, Rest/binary>>)).

encode(Field) ->
    Prefix = contents(?FIRST),
    <<Prefix:(byte_size(Prefix))/binary, Bytes/binary>> = contents(?FIRST ++ values(Field)),
    binary:encode_hex(Bytes).

decode(Field) ->
    Prefix = contents(?FIRST),
    Values = lists:nthtail(length(?FIRST), arcs(<<Prefix/binary, (bytes(Field))/binary>>)),
    iolist_to_binary(lists:join($,, [integer_to_binary(Value, 16) || Value <- Values])).

values(<<"-">>) -> [];
values(Field) -> [binary_to_integer(Word, 16) || Word <- binary:split(Field, <<",">>, [global])].

bytes(<<"-">>) -> <<>>;
bytes(Field) -> binary:decode_hex(Field).

%% The reply to a request without its id. An error of the module asn1 is public_key's rejection.
reply([<<"hello">>, <<"1">>]) -> [<<"ok 1 ">>, ?ENCODING];
reply([<<"encode">>, ?ENCODING, Field]) -> performed(fun() -> encode(Field) end);
reply([<<"decode">>, ?ENCODING, Field]) -> performed(fun() -> decode(Field) end);
reply(_) -> <<"unsupported request">>.

performed(Operation) ->
    try Operation() of
        <<>> -> <<"ok -">>;
        Result -> [<<"ok ">>, Result]
    catch
        error:{badmatch, {error, {asn1, Reason}}} -> io_lib:format("reject - ~0p", [Reason])
    end.

answer(Line) ->
    [Id | Words] = binary:split(Line, <<" ">>, [global]),
    [Id, $\s, reply(Words), $\n].

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
