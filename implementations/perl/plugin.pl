#!/usr/bin/env perl
# Perl's own codecs, asked through version 1 of the plug-in protocol.
#
# A codec is a pair of functions. encode takes the values as hex numbers and decode takes the bytes; each
# returns a reply without its id. Perl's verdict is passed on as it is, with its reason as the free text.

use strict;
use warnings;
no warnings qw(overflow portable surrogate nonchar non_unicode);    # large and odd values are our subject

use Encode ();
use Math::BigInt ();

my $UTF8 = Encode::find_encoding('utf8');    # Perl's extended UTF-8; the strict one is named "UTF-8"
my $HEX_DIGITS_OF_INTEGER = 2 * length pack 'J', 0;
my $SAFE_DECIMAL_DIGITS = length(~0) - 1;    # any number of so many digits is an integer of Perl's
my $READ_SIZE = 1 << 16;

my $EXTENDED_UTF8 = {encode => \&encode_utf8, decode => \&decode_utf8};
my %CODECS = (
    'kim-count'   => {encode => \&encode_counts, decode => \&decode_counts},
    'utf-8-31bit' => $EXTENDED_UTF8,
    'utf-inf-8'   => $EXTENDED_UTF8,
);

# ---- Perl's extended UTF-8

sub encode_utf8 {
    my @hex = @_;
    my $string = eval { pack 'U*', map { hex } @hex };    # dies of a code point that is too large for Perl
    return 'unsupported ' . reason($@) if !defined $string;
    utf8::encode($string);
    return ok(uc unpack 'H*', $string);
}

sub decode_utf8 {
    my ($bytes) = @_;
    my $size = length $bytes;
    my $string = $UTF8->decode($bytes, Encode::FB_QUIET);    # leaves in $bytes what it could not decode
    return ok(sprintf '%*vX', ',', $string) if !length $bytes;
    my @faults = faults_of_first($bytes);
    # Well-formed, but for a code point that is too large for Perl.
    return "unsupported $faults[0]" if @faults == 1 && $faults[0] =~ /\(overflows\)/;
    return join ' ', 'reject', $size - length $bytes, @faults;
}

# What Perl's warnings say about the ill-formed sequence that these bytes begin with; now and then nothing,
# for unpack takes some of what begins with a trail byte (93 FD A0 in Perl 5.36).
sub faults_of_first {
    my ($bytes) = @_;
    my @faults;
    local $SIG{__WARN__} = sub { push @faults, reason($_[0]) };
    my $replacement = unpack 'C0U', $bytes;
    return @faults;
}

# ---- BER compressed integers: an integer larger than Perl's own is a string of decimal digits

sub encode_counts {
    my @hex = @_;
    return ok(uc unpack 'H*', pack 'w*', map { decimal($_) } @hex);
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
    no warnings 'numeric';    # unpack gives a zero that took nine bytes or more as an empty string
    return length $decimal <= $SAFE_DECIMAL_DIGITS
        ? sprintf('%X', $decimal)
        : uc Math::BigInt->new($decimal)->to_hex;
}

# ---- the protocol

sub ok {
    my ($field) = @_;
    return 'ok ' . (length $field ? $field : '-');
}

sub reason {
    my ($message) = @_;
    return $message =~ s/ in unpack at .*| at \S+ line \d+.*//sr;
}

# The hex numbers of a VALUES field in a list, or undef.
sub parse_values {
    my ($field) = @_;
    return [] if $field eq '-';
    my @hex = split /,/, $field, -1;
    return @hex && !(grep { !/\A[0-9A-Fa-f]+\z/ } @hex) ? \@hex : undef;
}

# The byte string of a BYTES field in a list, or undef.
sub parse_bytes {
    my ($field) = @_;
    return [''] if $field eq '-';
    return length($field) % 2 || $field !~ /\A[0-9A-Fa-f]+\z/ ? undef : [pack 'H*', $field];
}

my %PARSERS = (encode => \&parse_values, decode => \&parse_bytes);

# The reply to one request, without the id.
sub answer {
    my ($operation, @fields) = @_;
    return 'ok 1 ' . join ',', sort keys %CODECS if $operation eq 'hello' && "@fields" eq '1';
    my $parser = $PARSERS{$operation};
    return 'unsupported request' if !$parser || @fields != 2;
    my ($encoding, $field) = @fields;
    my $codec = $CODECS{$encoding} or return 'unsupported encoding';
    my $arguments = $parser->($field) or return 'unsupported field';
    return $codec->{$operation}->(@$arguments);
}

# Reads as much as there is and answers it in one go, so that no reply waits while no input does.
sub serve {
    my $unfinished = '';
    $| = 1;
    while (sysread STDIN, my $input, $READ_SIZE) {
        my $end = rindex($input, "\n") + 1;
        my $lines = $end ? $unfinished . substr($input, 0, $end, '') : '';
        $unfinished = '' if $end;
        $unfinished .= $input;
        my $replies = '';
        for my $line (split /\n/, $lines) {
            my ($id, $operation, @fields) = split / /, $line, -1;
            if (defined $operation && $id =~ /\A[0-9]+\z/a) {
                $replies .= "$id " . answer($operation, @fields) . "\n";
            } else {
                print STDERR 'no request: ', substr($line, 0, 80), "\n";    # there is no id to reply to
            }
        }
        print $replies;
    }
}

serve();
