// The encodings of golang.org/x/text, asked through version 1 of the plug-in protocol.
//
// Its texts are UTF-8, so values that UTF-8 has not are answered with "unsupported" before it sees them. A decoder
// replaces what is ill-formed by U+FFFD; an encoder gives an error, which does not tell a place.
package main

import (
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"../protocol/go"
)

// version is set by the Makefile.
var version string

// An initial U+FEFF is a character like others: "ignore" is "leave".
var encodings = []struct {
	id       string
	encoding encoding.Encoding
}{
	{"cp437", charmap.CodePage437},
	{"iso-8859-1", charmap.ISO8859_1},
	{"iso-8859-2", charmap.ISO8859_2},
	{"iso-8859-3", charmap.ISO8859_3},
	{"iso-8859-4", charmap.ISO8859_4},
	{"iso-8859-5", charmap.ISO8859_5},
	{"iso-8859-6", charmap.ISO8859_6},
	{"iso-8859-7", charmap.ISO8859_7},
	{"iso-8859-8", charmap.ISO8859_8},
	{"iso-8859-9", charmap.ISO8859_9},
	{"iso-8859-10", charmap.ISO8859_10},
	{"iso-8859-13", charmap.ISO8859_13},
	{"iso-8859-14", charmap.ISO8859_14},
	{"iso-8859-15", charmap.ISO8859_15},
	{"iso-8859-16", charmap.ISO8859_16},
	{"utf-8", unicode.UTF8},
	{"utf-16-be", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)},
	{"utf-16-le", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)},
	{"utf-32-be", utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)},
	{"utf-32-le", utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)},
}

// codec keeps one encoder and one decoder: Bytes and Reader reset them.
func codec(id string, encoding encoding.Encoding) protocol.Codec[rune] {
	encoder, decoder := encoding.NewEncoder(), encoding.NewDecoder()
	encode := func(text []rune) ([]byte, error) {
		for _, value := range text {
			if !utf8.ValidRune(value) {
				return nil, protocol.Unsupported("value that no text has")
			}
		}
		return encoder.Bytes([]byte(string(text)))
	}
	decode := func(data []byte) ([]rune, error) {
		text, err := decoder.Bytes(data)
		return []rune(string(text)), err
	}
	stream := func(pieces io.Reader) ([]rune, error) {
		text, err := io.ReadAll(decoder.Reader(pieces))
		return []rune(string(text)), err
	}
	return protocol.Codec[rune]{ID: id, Encode: encode, Decode: decode, Stream: stream}
}

func main() {
	var codecs []protocol.Codec[rune]
	for _, row := range encodings {
		codecs = append(codecs, codec(row.id, row.encoding))
	}
	protocol.Serve(version, codecs)
}
