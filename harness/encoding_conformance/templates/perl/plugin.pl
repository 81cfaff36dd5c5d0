#!/usr/bin/env perl
# A plug-in for conform. It does ASCII: replace encode and decode with your codec. The code below them speaks
# the plug-in protocol, version 1 (docs/plug-ins.md), and can stay as it is.

use strict;
use warnings;
no warnings qw(overflow portable);    # values may be large

my $ENCODING = 'ascii';    # the id, as in implementation.yaml

# YOUR CODEC. Takes values and gives a string of bytes. If a value cannot be encoded, die with its index in a
# hash, or with {reject => '-'} if your codec does not report the place. A value beyond Perl's integers comes as a float.
sub encode {
    my @values = @_;
    for my $index (0 .. $#values) {
        die {reject => $index} if $values[$index] > 0x7F;
    }
    return pack 'C*', @values;
}

# YOUR CODEC. Takes a string of bytes and gives values. If the input is ill-formed, die with the offset of
# the first bad byte in a hash, or with {reject => '-'} if your codec does not report the place.
sub decode {
    my ($bytes) = @_;
    die {reject => $-[0]} if $bytes =~ /[^\x00-\x7F]/;
    return unpack 'C*', $bytes;
}

# ---- The protocol.

sub filled {
    my ($field) = @_;
    return length $field ? $field : '-';
}

# With several encodings, hello names them all, separated by commas, and the third word says which is meant.
sub reply {
    my ($operation, $encoding, $field) = @_;
    return "ok 1 $ENCODING" if $operation eq 'hello';
    return 'unsupported encoding' if $encoding ne $ENCODING;
    $field = '' if $field eq '-';
    my $result = eval {
        $operation eq 'encode'
            ? unpack 'H*', encode(map { hex } split /,/, $field)
            : join ',', map { sprintf '%X', $_ } decode(pack 'H*', $field);
    };
    return 'ok ' . filled($result) if defined $result;
    return "reject $@->{reject}" if ref $@;
    die $@;
}

sub answer {
    my ($line) = @_;
    my ($id, @request) = split / /, $line;
    return "$id " . reply(@request) . "\n";
}

# Each block of input is answered before more is read, so that no reply waits while no input does.
my $input = '';
while (sysread STDIN, $input, 1 << 16, length $input) {
    my $lines = substr $input, 0, rindex($input, "\n") + 1, '';
    print answer($_) for split /\n/, $lines;
    STDOUT->flush;
}
