// The object identifiers of Go's package encoding/asn1, asked through version 1 of the plug-in protocol.
//
// Of an object identifier, the arcs after the second are counts: 1.3 stands before them, which is one byte. The tag
// and the length before all of it are the package's too: those of a RawValue.
package main

import (
	"encoding/asn1"
	"errors"
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

// decode calls a StructuralError unsupported: the bytes are valid, and the Go type does not fit them (package asn1).
func decode(data []byte) ([]int, error) {
	tagged := must(asn1.Marshal(asn1.RawValue{Tag: asn1.TagOID, Bytes: joined(prefix, data)}))
	var identifier asn1.ObjectIdentifier
	_, err := asn1.Unmarshal(tagged, &identifier)
	var misfit asn1.StructuralError
	if errors.As(err, &misfit) {
		return nil, protocol.Unsupported(misfit.Error())
	}
	if err != nil {
		return nil, err
	}
	return identifier[len(first):], nil
}

func main() {
	protocol.Serve(runtime.Version(), []protocol.Codec[int]{{ID: "kim-count", Encode: encode, Decode: decode}})
}
