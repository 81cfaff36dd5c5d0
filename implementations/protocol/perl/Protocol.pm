package Protocol;

# Version 1 of the plug-in protocol, for a table of codecs: encoding id → encode and decode, two functions.
#
# encode takes the values as hex numbers, and decode takes the pieces of the bytes. Either returns a reply without its
# id: what ok returns, or a text that begins with "reject" or "unsupported". Of a plug-in without the feature chunks,
# there is one piece.

use strict;
use warnings;
no warnings qw(overflow portable surrogate nonchar non_unicode);    # large and odd values are our subject

use Exporter 'import';

our @EXPORT_OK = qw(ok ok_bytes ok_string reason serve string_of);

my $READ_SIZE = 1 << 16;

# ---- for codecs

sub ok {
    my ($field) = @_;
    return 'ok ' . (length $field ? $field : '-');
}

sub ok_bytes {
    my ($bytes) = @_;
    return ok(uc unpack 'H*', $bytes);
}

sub ok_string {
    my ($string) = @_;
    return ok(sprintf '%*vX', ',', $string);
}

# A string of the values, which are hex numbers. Dies of a value that is too large for Perl.
sub string_of {
    return pack 'U*', map { hex } @_;
}

# What Perl said, without the place in the program.
sub reason {
    my ($message) = @_;
    return $message =~ s/(?: in unpack)? at \S+ line \d+.*//sr =~ s/[^ -~]/?/gr;
}

# ---- the protocol

# The hex numbers of a VALUES field in a list, or undef.
sub parse_values {
    my ($field) = @_;
    return [] if $field eq '-';
    my @hex = split /,/, $field, -1;
    return @hex && !(grep { !/\A[0-9A-Fa-f]+\z/ } @hex) ? \@hex : undef;
}

# The pieces of a BYTES field in a list, or undef.
sub parse_bytes {
    my ($field) = @_;
    return [''] if $field eq '-';
    my @pieces = split m{/}, $field, -1;
    return @pieces && !(grep { length($_) % 2 || /[^0-9A-Fa-f]/ } @pieces) ? [map { pack 'H*', $_ } @pieces] : undef;
}

my %PARSERS = (encode => \&parse_values, decode => \&parse_bytes);

# The reply to one request, without the id.
sub answer {
    my ($codecs, $features, $operation, @fields) = @_;
    return join ' ', 'ok 1', join(',', sort keys %$codecs), @$features if $operation eq 'hello' && "@fields" eq '1';
    my $parser = $PARSERS{$operation};
    return 'unsupported request' if !$parser || @fields != 2;
    my ($encoding, $field) = @fields;
    my $codec = $codecs->{$encoding} or return 'unsupported encoding';
    return 'unsupported pieces' if $field =~ m{/} && !grep { $_ eq 'chunks' } @$features;
    my $arguments = $parser->($field) or return 'unsupported field';
    return $codec->{$operation}->(@$arguments);
}

# Reads as much as there is and answers it in one go, so that no reply waits while no input does.
sub serve {
    my ($codecs, @features) = @_;
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
                $replies .= "$id " . answer($codecs, \@features, $operation, @fields) . "\n";
            } else {
                print STDERR 'no request: ', substr($line, 0, 80), "\n";    # there is no id to reply to
            }
        }
        print $replies;
    }
}

1;
