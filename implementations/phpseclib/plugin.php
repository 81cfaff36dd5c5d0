<?php
/*
 * The object identifiers of phpseclib, asked through version 1 of the plug-in protocol.
 *
 * Of an object identifier, the arcs after the second are counts: 1.3 stands before them, which is one byte. Dotted
 * numbers are in decimal, of any size, as phpseclib's BigInteger converts them. The tag and the length before all of it
 * are phpseclib's too: an octet string with the tag of an object identifier is one, and the other way round.
 */

require 'phpseclib/autoload.php';
require __DIR__ . '/../protocol/php/protocol.php';

use phpseclib\File\ASN1;
use phpseclib\Math\BigInteger;

const FIRST = '1.3';
const IDENTIFIER_TAG = "\x06";
const OCTETS_TAG = "\x04";
const IDENTIFIER = ['type' => ASN1::TYPE_OBJECT_IDENTIFIER];
const OCTETS = ['type' => ASN1::TYPE_OCTET_STRING];

class ObjectIdentifiers implements Codec {
    public function __construct(private readonly ASN1 $asn1) {}

    public function encode(array $values): string {
        $arcs = array_map('decimal', $values);
        return substr($this->contents(implode('.', [FIRST, ...$arcs])), strlen($this->contents(FIRST)));
    }

    public function decode(string $bytes): array {
        $encoded = $this->asn1->encodeDER(base64_encode($this->contents(FIRST) . $bytes), OCTETS);
        $dotted = $this->value(IDENTIFIER_TAG . substr($encoded, strlen(IDENTIFIER_TAG)));
        if ($dotted === null) throw new Rejected('decodeBER');
        return array_map('hexadecimal', array_slice(explode('.', $dotted), substr_count(FIRST, '.') + 1));
    }

    /** The bytes of an object identifier, without its tag and length. */
    private function contents(string $dotted): string {
        return $this->value(OCTETS_TAG . substr($this->asn1->encodeDER($dotted, IDENTIFIER), strlen(OCTETS_TAG)));
    }

    /** What decodeBER finds in the bytes of one value, or null where it fails: it returns a list, of false. */
    private function value(string $encoded): ?string {
        $found = $this->asn1->decodeBER($encoded)[0];
        return $found === false ? null : $found['content'];
    }
}

function decimal(string $hex): string {
    return (new BigInteger($hex, 16))->toString();
}

function hexadecimal(string $decimal): string {
    return ltrim((new BigInteger($decimal))->toHex(), '0') ?: '0';
}

/** user_error is how phpseclib tells of its errors; other warnings are PHP's own. */
function throwUserError(int $level, string $message): bool {
    if ($level === E_USER_NOTICE) throw new Rejected($message);
    return false;
}

set_error_handler('throwUserError');

serve(['kim-count' => new ObjectIdentifiers(new ASN1())]);
