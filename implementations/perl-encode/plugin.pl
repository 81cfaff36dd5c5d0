#!/usr/bin/env perl
# Perl's module Encode, asked through version 1 of the plug-in protocol.
#
# CHECK is always FB_CROAK: Encode dies of what it cannot encode or decode, and tells no offset. An argument is
# Encode's name of the one encoding that is then offered, as utf-8; without it, UTF-8 is the strict one.

use strict;
use warnings;
no warnings qw(overflow portable surrogate nonchar non_unicode);    # large and odd values are our subject

use Encode ();

my %NAMES = @ARGV ? ('utf-8' => $ARGV[0]) : (
    'ascii' => 'ascii',
    'cp437' => 'cp437',
    (map { ("iso-8859-$_" => "iso-8859-$_") } 1 .. 11, 13 .. 16),
    'utf-8' => 'UTF-8',
    (map { ("utf-$_-be" => "UTF-${_}BE", "utf-$_-le" => "UTF-${_}LE") } 16, 32),
);
my %CODECS = map { $_ => Encode::find_encoding($NAMES{$_}) } keys %NAMES;
my $READ_SIZE = 1 << 16;

# ---- Encode

sub encode {
    my ($codec, $field) = @_;
    my @hex = $field eq '-' ? () : split /,/, $field, -1;
    return 'unsupported field' if grep { !/\A[0-9A-Fa-f]+\z/ } @hex;
    my $string = eval { pack 'U*', map { hex } @hex };    # dies of a code point that is too large for Perl
    return 'unsupported ' . reason($@) if !defined $string;
    my $bytes = eval { $codec->encode($string, Encode::FB_CROAK) };
    return defined $bytes ? ok(uc unpack 'H*', $bytes) : 'reject - ' . reason($@);
}

# The pieces are decoded as PerlIO does it: what ends in the midst of a code stays for the next piece.
sub decode {
    my ($codec, $field) = @_;
    my @pieces = $field eq '-' ? '' : split m{/}, $field, -1;
    return 'unsupported field' if grep { length($_) % 2 || /[^0-9A-Fa-f]/ } @pieces;
    my ($string, $bytes) = ('', '');
    while (@pieces) {
        $bytes .= pack 'H*', shift @pieces;
        my $check = Encode::FB_CROAK | (@pieces ? Encode::STOP_AT_PARTIAL : 0);
        my $decoded = eval { $codec->decode($bytes, $check) };
        return 'reject - ' . reason($@) if !defined $decoded;
        $string .= $decoded;
    }
    return ok(sprintf '%*vX', ',', $string);
}

sub reason {
    my ($message) = @_;
    return $message =~ s/ at \S+ line \d+.*//sr =~ s/[^ -~]/?/gr;
}

# ---- the protocol

my %OPERATIONS = (encode => \&encode, decode => \&decode);

sub ok {
    my ($field) = @_;
    return 'ok ' . (length $field ? $field : '-');
}

# The reply to one request, without the id.
sub answer {
    my ($operation, @fields) = @_;
    return 'ok 1 ' . join(',', sort keys %CODECS) . ' chunks' if $operation eq 'hello' && "@fields" eq '1';
    my $perform = $OPERATIONS{$operation};
    return 'unsupported request' if !$perform || @fields != 2 || $fields[1] eq '';
    my ($encoding, $field) = @fields;
    my $codec = $CODECS{$encoding} or return 'unsupported encoding';
    return $perform->($codec, $field);
}

# Reads as much as there is and answers it in one go, so that no reply waits while no input does.
$| = 1;
my $unfinished = '';
while (sysread STDIN, my $input, $READ_SIZE) {
    my @lines = split /\n/, $unfinished . $input, -1;
    $unfinished = pop @lines;
    print map { my ($id, @request) = split / /, $_, -1; "$id " . answer(@request) . "\n" } @lines;
}
