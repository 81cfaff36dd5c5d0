## Nim's module unicode, asked through version 1 of the plug-in protocol.
##
## The conversions have no errors: `toRunes` wants a string that is valid, and `validateUtf8` says whether it is, and
## which byte is not. So a string is validated first. `$` takes all Runes, which have 31 bits.

import std/[os, strutils, unicode]

type Unsupported = object of CatchableError
  ## What the library cannot be asked, and what is no request; its message is the free text

const largest = 0x7FFFFFFF'u64

proc unsupported(reason: string) {.noreturn.} =
  raise newException(Unsupported, reason)

# ---- fields

proc digit(c: char): uint64 =
  if c notin HexDigits: unsupported("field")
  fromHex[uint64]($c)

proc parseValue(digits: string): Rune =
  var value = 0'u64
  if digits == "": unsupported("field")
  for c in digits:
    value = min(value * 16 + digit(c), largest + 1)
  if value > largest: unsupported("value above 31 bits")
  Rune(value)

proc parseValues(field: string): seq[Rune] =
  if field != "-":
    for digits in field.split(','):
      result.add parseValue(digits)

proc parseBytes(field: string): string =
  if field == "-": return ""
  if field == "" or field.len mod 2 != 0: unsupported("field")
  for i in countup(0, field.high, 2):
    result.add chr(digit(field[i]) * 16 + digit(field[i + 1]))

proc formatValue(rune: Rune): string =
  result = toHex(int32(rune)).strip(trailing = false, chars = {'0'})
  if result == "": result = "0"

proc formatValues(runes: seq[Rune]): string =
  for rune in runes:
    if result != "": result.add ','
    result.add formatValue(rune)

proc ok(field: string): string =
  "ok " & (if field == "": "-" else: field)

# ---- requests

proc encode(runes: seq[Rune]): string =
  ok(toHex($runes))

proc decode(text: string): string =
  let invalid = validateUtf8(text)
  if invalid >= 0: "reject " & $invalid
  else: ok(formatValues(toRunes(text)))

proc ask(words: seq[string]): string =
  if words == @["hello", "1"]: return "ok 1 utf-8"
  if words.len != 3: unsupported("request")
  if words[1] != "utf-8": unsupported("encoding")
  case words[0]
  of "encode": encode(parseValues(words[2]))
  of "decode": decode(parseBytes(words[2]))
  else: unsupported("operation")

proc reply(words: seq[string]): string =
  try: ask(words)
  except Unsupported as refused: "unsupported " & refused.msg

proc answer(line: string) =
  let words = line.split(' ')
  if words.len > 1 and words[0] != "" and words[0].allCharsInSet(Digits):
    stdout.writeLine words[0], ' ', reply(words[1 .. ^1])
    stdout.flushFile
  else:
    stderr.writeLine "no request: ", line # there is no id to reply to

if commandLineParams() == @["--version"]:
  echo "Nim ", NimVersion
else:
  for line in stdin.lines: answer(line)
