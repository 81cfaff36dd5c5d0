<?php
/*
 * PHP's extension mbstring, asked through version 1 of the plug-in protocol.
 *
 * mb_check_encoding decides, and mb_convert_encoding converts: it has no errors of its own, and writes a question mark
 * for what the target has not, as it would for what is ill-formed. Code points go in and come out as UTF-32BE.
 */

const ENCODINGS = [
    'ascii' => 'ASCII',
    'iso-8859-1' => 'ISO-8859-1',
    'iso-8859-2' => 'ISO-8859-2',
    'iso-8859-3' => 'ISO-8859-3',
    'iso-8859-4' => 'ISO-8859-4',
    'iso-8859-5' => 'ISO-8859-5',
    'iso-8859-6' => 'ISO-8859-6',
    'iso-8859-7' => 'ISO-8859-7',
    'iso-8859-8' => 'ISO-8859-8',
    'iso-8859-9' => 'ISO-8859-9',
    'iso-8859-10' => 'ISO-8859-10',
    'iso-8859-13' => 'ISO-8859-13',
    'iso-8859-14' => 'ISO-8859-14',
    'iso-8859-15' => 'ISO-8859-15',
    'iso-8859-16' => 'ISO-8859-16',
    'utf-8' => 'UTF-8',
    'utf-16-be' => 'UTF-16BE',
    'utf-16-le' => 'UTF-16LE',
    'utf-32-be' => 'UTF-32BE',
    'utf-32-le' => 'UTF-32LE',
];
const CODE_POINTS = 'UTF-32BE';
const HEX_DIGITS_OF_CODE_POINT = 8;
const READ_SIZE = 1 << 16;

/** The string in another encoding, or null if it is not a string of its own. */
function convert(string $string, string $to, string $from): ?string {
    return mb_check_encoding($string, $from) ? mb_convert_encoding($string, $to, $from) : null;
}

function encode(string $name, string $field): string {
    $code_points = '';
    foreach ($field === '-' ? [] : explode(',', $field) as $hex) {
        if (!ctype_xdigit($hex)) return 'unsupported field';
        $digits = ltrim($hex, '0');
        if (strlen($digits) > HEX_DIGITS_OF_CODE_POINT) return 'unsupported value above 32 bits';
        $code_points .= pack('N', hexdec($digits));
    }
    $bytes = convert($code_points, $name, CODE_POINTS);
    return $bytes === null ? 'reject - mb_check_encoding' : ok(strtoupper(bin2hex($bytes)));
}

function decode(string $name, string $field): string {
    if ($field !== '-' && (strlen($field) % 2 || !ctype_xdigit($field))) return 'unsupported field';
    $code_points = convert($field === '-' ? '' : hex2bin($field), CODE_POINTS, $name);
    if ($code_points === null) return 'reject - mb_check_encoding';
    return ok(implode(',', array_map(fn ($value) => strtoupper(dechex($value)), unpack('N*', $code_points))));
}

function ok(string $field): string {
    return 'ok ' . ($field === '' ? '-' : $field);
}

function answer(string $operation, string ...$fields): string {
    if ($operation === 'hello' && $fields === ['1']) return 'ok 1 ' . implode(',', array_keys(ENCODINGS));
    if (!in_array($operation, ['encode', 'decode']) || count($fields) !== 2) return 'unsupported request';
    [$encoding, $field] = $fields;
    return isset(ENCODINGS[$encoding]) ? $operation(ENCODINGS[$encoding], $field) : 'unsupported encoding';
}

// Reads as much as there is and answers it in one go, so that no reply waits while no input does.
$unfinished = '';
while (($input = fread(STDIN, READ_SIZE)) !== '' && $input !== false) {
    $lines = explode("\n", $unfinished . $input);
    $unfinished = array_pop($lines);
    $replies = '';
    foreach ($lines as $line) {
        $fields = explode(' ', $line);
        $id = array_shift($fields);
        if ($fields && preg_match('/^[0-9]+$/D', $id)) $replies .= "$id " . answer(...$fields) . "\n";
        else fwrite(STDERR, 'no request: ' . substr($line, 0, 80) . "\n"); // there is no id to reply to
    }
    fwrite(STDOUT, $replies);
}
