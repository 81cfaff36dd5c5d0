#!/usr/bin/env perl
# Perl's own codecs: its extended UTF-8, and the integers of pack "w". Perl's verdict is passed on as it is, with its
# reason as the free text.

use strict;
use warnings;

use Encode ();
use FindBin;
use Math::BigInt ();

use lib "$FindBin::Bin/../protocol/perl";
use Protocol qw(ok ok_bytes ok_string reason serve string_of);

no warnings qw(overflow portable);    # large values are our subject

my $UTF8 = Encode::find_encoding('utf8');    # Perl's extended UTF-8; the strict one is named "UTF-8"
my $HEX_DIGITS_OF_INTEGER = 2 * length pack 'J', 0;
my $SAFE_DECIMAL_DIGITS = length(~0) - 1;    # any number of so many digits is an integer of Perl's

# ---- Perl's extended UTF-8

sub encode_utf8 {
    my $string = eval { string_of(@_) };
    return 'unsupported ' . reason($@) if !defined $string;
    utf8::encode($string);
    return ok_bytes($string);
}

sub decode_utf8 {
    my ($bytes) = @_;
    my $size = length $bytes;
    my $string = $UTF8->decode($bytes, Encode::FB_QUIET);    # leaves in $bytes what it could not decode
    return ok_string($string) if !length $bytes;
    my @faults = faults_of_first($bytes);
    # Well-formed, but for a code point that is too large for Perl.
    return "unsupported $faults[0]" if @faults == 1 && $faults[0] =~ /\(overflows\)/;
    return join ' ', 'reject', $size - length $bytes, @faults;
}

# What Perl's warnings say about the ill-formed sequence that these bytes begin with; now and then nothing, for unpack
# takes some of what begins with a trail byte (REPORT-unpack-u.md).
sub faults_of_first {
    my ($bytes) = @_;
    my @faults;
    local $SIG{__WARN__} = sub { push @faults, reason($_[0]) };
    my $replacement = unpack 'C0U', $bytes;
    return @faults;
}

# ---- BER compressed integers: an integer larger than Perl's own is a string of decimal digits

sub encode_counts {
    return ok_bytes(pack 'w*', map { decimal($_) } @_);
}

sub decode_counts {
    my ($bytes) = @_;
    my @counts;
    eval { @counts = unpack 'w*', $bytes; 1 } or return 'reject - ' . reason($@);
    return ok(join ',', map { hexadecimal($_) } @counts);
}

sub decimal {
    my ($hex) = @_;
    return length $hex <= $HEX_DIGITS_OF_INTEGER ? hex $hex : Math::BigInt->from_hex($hex)->bstr;
}

sub hexadecimal {
    my ($decimal) = @_;
    die "unpack gave no number\n" if $decimal eq '';    # for a zero of nine bytes or more, see REPORT-unpack-w.md
    return length $decimal <= $SAFE_DECIMAL_DIGITS
        ? sprintf('%X', $decimal)
        : uc Math::BigInt->new($decimal)->to_hex;
}

my $extended_utf8 = {encode => \&encode_utf8, decode => \&decode_utf8};
serve({
    'kim-count'   => {encode => \&encode_counts, decode => \&decode_counts},
    'utf-8-31bit' => $extended_utf8,
    'utf-inf-8'   => $extended_utf8,
});
