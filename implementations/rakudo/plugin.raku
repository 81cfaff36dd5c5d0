# Raku's strings and blobs in Rakudo, asked through version 1 of the plug-in protocol.
#
# X::AdHoc, with which chrs, encode and decode refuse their input, is a rejection; it tells no offset. A Str is in
# Normalization Form C, which is passed on.

use v6.d;
use nqp; # which looks at 100,000 digits before the time is over

# The encodings' ids, and Raku's names.
my constant NAMES = (
    'ascii'      => 'ascii',
    'iso-8859-1' => 'iso-8859-1',
    'utf-8'      => 'utf-8',
    'utf-16-be'  => 'utf-16be',
    'utf-16-le'  => 'utf-16le',
);
my %names = NAMES;

my constant LARGEST = 2 ** 63 - 1; # that chrs takes

class Unsupported is Exception { has $.message }

sub unsupported($message) { Unsupported.new(:$message).throw }

# ---- fields

my @bytes = (0 .. 255).map(*.fmt('%02X'));

sub check-digits(str $word) {
    my int $end = nqp::chars($word);
    unsupported 'field' unless $end && nqp::findnotcclass(nqp::const::CCLASS_HEXADECIMAL, $word, 0, $end) == $end;
}

sub parse-values($field) {
    return () if $field eq '-';
    my @words = $field.split(',');
    check-digits($_) for @words;
    my @values = @words.map(*.parse-base(16));
    unsupported 'value above 63 bits' if @values.max > LARGEST;
    @values
}

sub parse-bytes($field) {
    return Blob.new if $field eq '-';
    check-digits($field);
    unsupported 'field' if $field.chars % 2;
    Blob.new($field.comb(2).map(*.parse-base(16)))
}

sub ok($field) { "ok { $field || '-' }" }

# ---- requests

sub refusable(&procedure) {
    CATCH { when X::AdHoc { return "reject - { .message.lines.head }" } }
    procedure
}

sub encode($name, @values) {
    refusable { ok @bytes[@values.chrs.encode($name).list].join }
}

sub decode($name, $bytes) {
    refusable { ok $bytes.decode($name).ords.map(*.base(16)).join(',') }
}

sub ask(@words) {
    return "ok 1 { NAMES.map(*.key).join(',') }" if @words eqv ['hello', '1'];
    unsupported 'request' if @words != 3;
    my $name = %names{@words[1]} // unsupported 'encoding';
    given @words[0] {
        when 'encode' { encode($name, parse-values(@words[2])) }
        when 'decode' { decode($name, parse-bytes(@words[2])) }
        default { unsupported 'operation' }
    }
}

sub reply(@words) {
    CATCH { when Unsupported { return "unsupported { .message }" } }
    ask(@words)
}

sub answer($line) {
    my ($id, @words) = $line.split(' ');
    if $id ~~ /^ <[0..9]>+ $/ and @words {
        say "$id { reply(@words) }";
        $*OUT.flush;
    } else {
        note "no request: $line"; # there is no id to reply to
    }
}

answer($_) for $*IN.lines;
