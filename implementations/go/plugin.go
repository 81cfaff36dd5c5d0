// Go's packages unicode/utf8 and unicode/utf16, asked through version 1 of the plug-in protocol.
//
// utf8.DecodeRune tells what is ill-formed; nothing else of these packages does: they replace it by U+FFFD. Package
// utf16 knows code units, not bytes: encoding/binary reads and writes those, and half a code unit cannot be asked.
package main

import (
	"bytes"
	"encoding/binary"
	"runtime"
	"unicode/utf16"
	"unicode/utf8"

	"../protocol/go"
)

const unitSize = 2

func encodeUTF8(text []rune) ([]byte, error) {
	var data []byte
	for _, value := range text {
		data = utf8.AppendRune(data, value)
	}
	return data, nil
}

func decodeUTF8(data []byte) ([]rune, error) {
	var text []rune
	for at := 0; at < len(data); {
		value, size := utf8.DecodeRune(data[at:])
		if value == utf8.RuneError && size == 1 {
			return nil, protocol.Fault(at)
		}
		text = append(text, value)
		at += size
	}
	return text, nil
}

func utf16Codec(id string, order binary.ByteOrder) protocol.Codec[rune] {
	encode := func(text []rune) ([]byte, error) {
		var data bytes.Buffer
		err := binary.Write(&data, order, utf16.Encode(text))
		return data.Bytes(), err
	}
	decode := func(data []byte) ([]rune, error) {
		if len(data)%unitSize != 0 {
			return nil, protocol.Unsupported("half a code unit")
		}
		units := make([]uint16, len(data)/unitSize)
		err := binary.Read(bytes.NewReader(data), order, units)
		return utf16.Decode(units), err
	}
	return protocol.Codec[rune]{ID: id, Encode: encode, Decode: decode}
}

func main() {
	protocol.Serve(runtime.Version(), []protocol.Codec[rune]{
		{ID: "utf-8", Encode: encodeUTF8, Decode: decodeUTF8},
		utf16Codec("utf-16-be", binary.BigEndian),
		utf16Codec("utf-16-le", binary.LittleEndian),
	})
}
