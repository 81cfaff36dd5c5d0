<?php
/*
 * PHP's extension mbstring, asked through version 1 of the plug-in protocol.
 *
 * mb_convert_encoding has no errors: it writes a question mark for what is ill-formed and for what the target has not.
 * Code points go in and come out as UTF-32BE.
 */

require __DIR__ . '/../protocol/php/protocol.php';

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

class Mbstring implements Codec {
    public function __construct(private readonly string $name) {}

    public function encode(array $values): string {
        return mb_convert_encoding(implode('', array_map('code_point', $values)), $this->name, CODE_POINTS);
    }

    public function decode(string $bytes): array {
        return array_map('dechex', unpack('N*', mb_convert_encoding($bytes, CODE_POINTS, $this->name)));
    }
}

function code_point(string $hex): string {
    $digits = ltrim($hex, '0');
    if (strlen($digits) > HEX_DIGITS_OF_CODE_POINT) throw new Unsupported('value above 32 bits');
    return pack('N', hexdec($digits));
}

serve(array_map(fn ($name) => new Mbstring($name), ENCODINGS));
