#!/usr/bin/env perl
# The object identifiers of Convert::ASN1, asked through version 1 of the plug-in protocol.
#
# Of an object identifier, the arcs after the second are counts: 1.3 stands before them, which is one byte. The tag and
# the length before all of it are Convert::ASN1's too: those of an octet string that bears the tag of an identifier.

use strict;
use warnings;

use FindBin ();
use lib "$FindBin::Bin/../protocol/perl";
use Protocol qw(ok ok_bytes reason serve);

use Convert::ASN1 ();
use Math::BigInt ();

my $FIRST = '1.3';
my $DIGITS_OF_INTEGER = 15;    # hexadecimal or decimal, that an integer of Perl's holds whatever they are

my $IDENTIFIER = prepared('value OBJECT IDENTIFIER');
my $CONTENTS = prepared('value [UNIVERSAL 6] OCTET STRING');
my $PREFIX = contents($FIRST) // die $IDENTIFIER->error;

sub prepared {
    my ($type) = @_;
    my $codec = Convert::ASN1->new;
    $codec->prepare($type) or die $codec->error;
    return $codec;
}

# The bytes of an object identifier, without its tag and length; undef where Convert::ASN1 tells of an error.
sub contents {
    my ($dotted) = @_;
    my $encoded = $IDENTIFIER->encode(value => $dotted) // return;
    return $CONTENTS->decode($encoded)->{value};
}

sub encode {
    my $dotted = join '.', $FIRST, map { decimal($_) } @_;
    my $contents = contents($dotted) // return 'reject - ' . reason($IDENTIFIER->error);
    return ok_bytes(substr $contents, length $PREFIX);
}

sub decode {
    my ($bytes) = @_;
    my $decoded = $IDENTIFIER->decode($CONTENTS->encode(value => $PREFIX . $bytes));
    return 'reject - ' . reason($IDENTIFIER->error) if !$decoded;
    my (undef, undef, @arcs) = split /\./, $decoded->{value}, -1;
    # What was given is no rejection, and this is no value.
    die "an arc without digits: $decoded->{value}\n" if grep { $_ eq '' } @arcs;
    return ok(join ',', map { hexadecimal($_) } @arcs);
}

sub decimal {
    my ($hex) = @_;
    return length $hex <= $DIGITS_OF_INTEGER ? hex $hex : Math::BigInt->from_hex($hex)->bstr;
}

sub hexadecimal {
    my ($decimal) = @_;
    return length $decimal <= $DIGITS_OF_INTEGER ? sprintf('%X', $decimal) : Math::BigInt->new($decimal)->to_hex;
}

serve({'kim-count' => {encode => \&encode, decode => \&decode}});
