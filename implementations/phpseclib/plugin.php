<?php
/*
 * The object identifiers of phpseclib, asked through version 1 of the plug-in protocol.
 *
 * Of an object identifier, the arcs after the second are counts: 1.3 stands before them, which is one byte. Dotted
 * numbers are in decimal, of any size, as phpseclib's BigInteger converts them. The tag and the length before all of it
 * are phpseclib's too: an octet string with the tag of an object identifier is one, and the other way round.
 */

require 'phpseclib/autoload.php';

use phpseclib\File\ASN1;
use phpseclib\Math\BigInteger;

const ENCODING = 'kim-count';
const FIRST = '1.3';
const IDENTIFIER_TAG = "\x06";
const OCTETS_TAG = "\x04";
const IDENTIFIER = ['type' => ASN1::TYPE_OBJECT_IDENTIFIER];
const OCTETS = ['type' => ASN1::TYPE_OCTET_STRING];
const READ_SIZE = 1 << 16;

/** The bytes of an object identifier, without its tag and length. */
function contents(string $dotted): string {
    return value(OCTETS_TAG . substr((new ASN1())->encodeDER($dotted, IDENTIFIER), strlen(OCTETS_TAG)));
}

/** What decodeBER finds in the bytes of one value, or null where it fails: it returns a list, of false. */
function value(string $encoded): ?string {
    $found = (new ASN1())->decodeBER($encoded)[0];
    return $found === false ? null : $found['content'];
}

function decimal(string $hex): string {
    return (new BigInteger($hex, 16))->toString();
}

function hexadecimal(string $decimal): string {
    return ltrim((new BigInteger($decimal))->toHex(), '0') ?: '0';
}

function encode(string $field): string {
    $arcs = $field === '-' ? [] : array_map('decimal', explode(',', $field));
    return ok(bin2hex(substr(contents(implode('.', [FIRST, ...$arcs])), strlen(contents(FIRST)))));
}

function decode(string $field): string {
    $contents = contents(FIRST) . hex2bin($field === '-' ? '' : $field);
    $encoded = (new ASN1())->encodeDER(base64_encode($contents), OCTETS);
    $dotted = value(IDENTIFIER_TAG . substr($encoded, strlen(IDENTIFIER_TAG)));
    if ($dotted === null) return 'reject - decodeBER';
    $arcs = explode('.', $dotted);
    return ok(implode(',', array_map('hexadecimal', array_slice($arcs, substr_count(FIRST, '.') + 1))));
}

function ok(string $field): string {
    return 'ok ' . ($field === '' ? '-' : $field);
}

function answer(string ...$request): string {
    if ($request === ['hello', '1']) return 'ok 1 ' . ENCODING;
    [$operation, $encoding, $field] = [...$request, '', '', ''];
    if (!in_array($operation, ['encode', 'decode']) || $encoding !== ENCODING) return 'unsupported request';
    try {
        return $operation($field);
    } catch (ErrorException $fault) {
        return 'reject - ' . $fault->getMessage();
    }
}

/** user_error is how phpseclib tells of its errors; other warnings are PHP's own. */
function throwUserError(int $level, string $message): bool {
    if ($level === E_USER_NOTICE) throw new ErrorException($message);
    return false;
}

set_error_handler('throwUserError');

// Reads as much as there is and answers it in one go, so that no reply waits while no input does.
$unfinished = '';
while (($input = fread(STDIN, READ_SIZE)) !== '' && $input !== false) {
    $lines = explode("\n", $unfinished . $input);
    $unfinished = array_pop($lines);
    $replies = '';
    foreach ($lines as $line) {
        $fields = explode(' ', $line);
        $replies .= array_shift($fields) . ' ' . answer(...$fields) . "\n";
    }
    fwrite(STDOUT, $replies);
}
