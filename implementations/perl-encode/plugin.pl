#!/usr/bin/env perl
# Perl's module Encode. CHECK is always FB_CROAK: Encode dies of what it cannot encode or decode, and tells no offset.
# An argument is Encode's name of the one encoding that is then offered, as utf-8; without it, UTF-8 is the strict one.

use strict;
use warnings;

use Encode ();
use FindBin;

use lib "$FindBin::Bin/../protocol/perl";
use Protocol qw(ok_bytes ok_string reason serve string_of);

my %NAMES = @ARGV ? ('utf-8' => $ARGV[0]) : (
    'ascii' => 'ascii',
    'cp437' => 'cp437',
    (map { ("iso-8859-$_" => "iso-8859-$_") } 1 .. 11, 13 .. 16),
    'utf-8' => 'UTF-8',
    (map { ("utf-$_-be" => "UTF-${_}BE", "utf-$_-le" => "UTF-${_}LE") } 16, 32),
);

sub encode {
    my ($encoding, @values) = @_;
    my $string = eval { string_of(@values) };
    return 'unsupported ' . reason($@) if !defined $string;
    my $bytes = eval { $encoding->encode($string, Encode::FB_CROAK) };
    return defined $bytes ? ok_bytes($bytes) : 'reject - ' . reason($@);
}

# The pieces are decoded as PerlIO does it: what ends in the midst of a code stays for the next piece.
sub decode {
    my ($encoding, @pieces) = @_;
    my ($string, $bytes) = ('', '');
    while (@pieces) {
        $bytes .= shift @pieces;
        my $check = Encode::FB_CROAK | (@pieces ? Encode::STOP_AT_PARTIAL : 0);
        my $decoded = eval { $encoding->decode($bytes, $check) };
        return 'reject - ' . reason($@) if !defined $decoded;
        $string .= $decoded;
    }
    return ok_string($string);
}

sub codec {
    my ($encoding) = @_;
    return {encode => sub { encode($encoding, @_) }, decode => sub { decode($encoding, @_) }};
}

serve({map { $_ => codec(Encode::find_encoding($NAMES{$_})) } keys %NAMES}, 'chunks');
