// The object identifiers of Go's package encoding/asn1, asked through version 1 of the plug-in protocol.
//
//	plugin         the arcs after the second are counts: 1.3 stands before them, which is one byte
//	plugin first   all subidentifiers are counts, of which the first stands for two arcs (X.690, 8.19.4)
//
// The tag and the length before all of it are the package's too: those of a RawValue.
package main

import (
	"encoding/asn1"
	"errors"
	"os"
	"runtime"

	"../protocol/go"
)

var first = asn1.ObjectIdentifier{1, 3}
var prefix = must(contents(first))

// contents are the bytes of an identifier without its tag and length.
func contents(identifier asn1.ObjectIdentifier) ([]byte, error) {
	data, err := asn1.Marshal(identifier)
	if err != nil {
		return nil, err
	}
	var raw asn1.RawValue
	_, err = asn1.Unmarshal(data, &raw)
	return raw.Bytes, err
}

func must(data []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return data
}

// joined is a new slice: to append to the first would write into what they share.
func joined[E any](start, end []E) []E {
	return append(start[:len(start):len(start)], end...)
}

func encode(counts []int) ([]byte, error) {
	data, err := contents(joined(first, counts))
	if err != nil {
		return nil, err
	}
	return data[len(prefix):], nil
}

// identified calls a StructuralError unsupported: the bytes are valid, and the Go type does not fit them (package asn1).
func identified(data []byte) (asn1.ObjectIdentifier, error) {
	tagged := must(asn1.Marshal(asn1.RawValue{Tag: asn1.TagOID, Bytes: data}))
	var identifier asn1.ObjectIdentifier
	_, err := asn1.Unmarshal(tagged, &identifier)
	var misfit asn1.StructuralError
	if errors.As(err, &misfit) {
		return nil, protocol.Unsupported(misfit.Error())
	}
	return identifier, err
}

func decode(data []byte) ([]int, error) {
	identifier, err := identified(joined(prefix, data))
	if err != nil {
		return nil, err
	}
	return identifier[len(first):], nil
}

// encodeFirst and decodeFirst ask no count behind 1.3, because no identifier has no arcs.
func encodeFirst(counts []int) ([]byte, error) {
	if len(counts) == 0 {
		return encode(counts)
	}
	root := min(counts[0]/40, 2)
	return contents(joined([]int{root, counts[0] - root*40}, counts[1:]))
}

func decodeFirst(data []byte) ([]int, error) {
	if len(data) == 0 {
		return decode(data)
	}
	identifier, err := identified(data)
	if err != nil {
		return nil, err
	}
	return joined([]int{identifier[0]*40 + identifier[1]}, identifier[2:]), nil
}

func min(one, other int) int {
	if one < other {
		return one
	}
	return other
}

func main() {
	codec := protocol.Codec[int]{ID: "kim-count", Encode: encode, Decode: decode}
	if len(os.Args) == 2 && os.Args[1] == "first" {
		codec = protocol.Codec[int]{ID: "kim-count", Encode: encodeFirst, Decode: decodeFirst}
	}
	protocol.Serve(runtime.Version(), []protocol.Codec[int]{codec})
}
