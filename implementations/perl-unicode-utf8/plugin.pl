#!/usr/bin/env perl
# Unicode::UTF8 of Perl. It calls a function for what it cannot encode or decode, which here ends the operation.

use strict;
use warnings;
no warnings 'utf8';    # the function below is told the same

use FindBin ();
use lib "$FindBin::Bin/../protocol/perl";
use Protocol qw(ok_bytes ok_string reason serve string_of);

use Unicode::UTF8 ();

# What is ill-formed, or its code point; is it a Unicode scalar value; and the offset, or the index.
sub fallback {
    my (undef, $is_scalar_value, $position) = @_;
    die "$position " . ($is_scalar_value ? 'noncharacter' : 'ill-formed') . "\n";
}

sub rejection {
    my ($message) = @_;
    chomp $message;
    return "reject $message";
}

sub encode {
    my $string = eval { string_of(@_) };
    return 'unsupported ' . reason($@) if !defined $string;
    my $bytes = eval { Unicode::UTF8::encode_utf8($string, \&fallback) };
    return defined $bytes ? ok_bytes($bytes) : rejection($@);
}

sub decode {
    my ($bytes) = @_;
    my $string = eval { Unicode::UTF8::decode_utf8($bytes, \&fallback) };
    return defined $string ? ok_string($string) : rejection($@);
}

serve({'utf-8' => {encode => \&encode, decode => \&decode}});
