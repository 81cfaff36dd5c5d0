<?php
/* Version 1 of the plug-in protocol, for codecs by the ids of their encodings. */

/** What the library rejects: the message says why. */
class Rejected extends Exception {}

/** What the library cannot hold, or cannot be asked: the message says why. */
class Unsupported extends Exception {}

/** Either function throws Rejected or Unsupported. Values are hex numbers of any size, as strings. */
interface Codec {
    public function encode(array $values): string;
    public function decode(string $bytes): array;
}

const READ_SIZE = 1 << 16;

function parse_values(string $field): array {
    $values = $field === '-' ? [] : explode(',', $field);
    foreach ($values as $digits) if (!ctype_xdigit($digits)) throw new Unsupported('field');
    return $values;
}

function parse_bytes(string $field): string {
    if ($field === '-') return '';
    if (strlen($field) % 2 || !ctype_xdigit($field)) throw new Unsupported('field');
    return hex2bin($field);
}

function perform(Codec $codec, string $operation, string $field): string {
    $result = match ($operation) {
        'encode' => bin2hex($codec->encode(parse_values($field))),
        'decode' => implode(',', $codec->decode(parse_bytes($field))),
        default => throw new Unsupported('operation'),
    };
    return $result === '' ? '-' : strtoupper($result);
}

/** The reply to a request without its id. */
function reply(array $codecs, array $request): string {
    if ($request === ['hello', '1']) return 'ok 1 ' . implode(',', array_keys($codecs));
    if (count($request) !== 3) return 'unsupported request';
    [$operation, $encoding, $field] = $request;
    if (!isset($codecs[$encoding])) return 'unsupported encoding';
    try {
        return 'ok ' . perform($codecs[$encoding], $operation, $field);
    } catch (Rejected $fault) {
        return 'reject - ' . $fault->getMessage();
    } catch (Unsupported $reason) {
        return 'unsupported ' . $reason->getMessage();
    }
}

/** The reply to a line, with its end; nothing where there is no id to reply to. */
function answer(array $codecs, string $line): string {
    $request = explode(' ', $line);
    $id = array_shift($request);
    if ($request && preg_match('/^[0-9]+$/D', $id)) return "$id " . reply($codecs, $request) . "\n";
    fwrite(STDERR, 'no request: ' . substr($line, 0, 80) . "\n");
    return '';
}

/** Reads as much as there is and answers it in one go, so that no reply waits while no input does. */
function serve(array $codecs): void {
    $unfinished = '';
    while (($input = fread(STDIN, READ_SIZE)) !== '' && $input !== false) {
        $lines = explode("\n", $unfinished . $input);
        $unfinished = array_pop($lines);
        fwrite(STDOUT, implode('', array_map(fn ($line) => answer($codecs, $line), $lines)));
    }
}
