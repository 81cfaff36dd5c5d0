#!/usr/bin/env escript
%%! -noinput
%% The object identifiers of Erlang's public_key, asked through version 1 of the plug-in protocol.
%%
%% Of an object identifier, the arcs after the second are counts: 1.3 stands before them, which is one byte. The tag and
%% the length before all of it are those of a KeyIdentifier, an octet string, whose tag is exchanged for the other.
-mode(compile).

-include("../protocol/erlang/protocol.hrl").

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

encode(Values) ->
    Prefix = contents(?FIRST),
    <<Prefix:(byte_size(Prefix))/binary, Bytes/binary>> = contents(?FIRST ++ Values),
    ok_bytes(Bytes).

decode([Bytes]) ->
    Prefix = contents(?FIRST),
    ok_values(lists:nthtail(length(?FIRST), arcs(<<Prefix/binary, Bytes/binary>>))).

%% An error of the module asn1 is public_key's rejection.
rejecting(Operation) ->
    fun(Argument) ->
        try
            Operation(Argument)
        catch
            error:{badmatch, {error, {asn1, Reason}}} -> io_lib:format("reject - ~0p", [Reason])
        end
    end.

main([]) -> serve([{<<"kim-count">>, rejecting(fun encode/1), rejecting(fun decode/1)}], []).
