// The object identifiers of Go's package encoding/asn1, asked through version 1 of the plug-in protocol.
//
// Of an object identifier, the arcs after the second are counts: 1.3 stands before them, which is one byte. The tag
// and the length before all of it are the package's too: those of a RawValue.
package main

import (
	"bufio"
	"encoding/asn1"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
)

const encoding = "kim-count"

var first = asn1.ObjectIdentifier{1, 3}
var prefix = must(contents(first))

// unsupported is a reason why the package cannot be asked.
type unsupported string

func (reason unsupported) Error() string { return string(reason) }

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

func encode(field string) (string, error) {
	identifier := first
	for _, digits := range split(field) {
		arc, err := strconv.ParseInt(digits, 16, strconv.IntSize)
		if err != nil {
			return "", unsupported("an arc is an int: " + err.Error())
		}
		identifier = append(identifier, int(arc))
	}
	data, err := contents(identifier)
	if err != nil {
		return "", err
	}
	return hex.EncodeToString(data[len(prefix):]), nil
}

// decode calls a StructuralError unsupported: the bytes are valid, and the Go type does not fit them (package asn1).
func decode(field string) (string, error) {
	data, err := hex.DecodeString(strings.TrimSuffix(field, "-"))
	if err != nil {
		return "", unsupported("field")
	}
	tagged := must(asn1.Marshal(asn1.RawValue{Tag: asn1.TagOID, Bytes: append(prefix[:len(prefix):len(prefix)], data...)}))
	var identifier asn1.ObjectIdentifier
	_, err = asn1.Unmarshal(tagged, &identifier)
	var misfit asn1.StructuralError
	if errors.As(err, &misfit) {
		return "", unsupported(misfit.Error())
	}
	if err != nil {
		return "", err
	}
	words := make([]string, len(identifier)-len(first))
	for i, arc := range identifier[len(first):] {
		words[i] = strconv.FormatInt(int64(arc), 16)
	}
	return strings.Join(words, ","), nil
}

func split(field string) []string {
	if field == "-" {
		return nil
	}
	return strings.Split(field, ",")
}

// reply is the reply to a request without its id.
func reply(words []string) string {
	if strings.Join(words, " ") == "hello 1" {
		return "ok 1 " + encoding
	}
	operation := map[string]func(string) (string, error){"encode": encode, "decode": decode}[words[0]]
	if operation == nil || len(words) != 3 || words[1] != encoding {
		return "unsupported request"
	}
	field, err := operation(words[2])
	var reason unsupported
	switch {
	case errors.As(err, &reason):
		return "unsupported " + err.Error()
	case err != nil:
		return "reject - " + err.Error()
	case field == "":
		return "ok -"
	}
	return "ok " + field
}

// main flushes when no input is waiting. With the argument --version it prints the version.
func main() {
	if len(os.Args) == 2 && os.Args[1] == "--version" {
		fmt.Println(runtime.Version())
		return
	}
	input, output := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	for {
		line, err := input.ReadString('\n')
		if err == io.EOF {
			return
		}
		if err != nil {
			panic(err)
		}
		if id, request, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " "); ok {
			fmt.Fprintf(output, "%s %s\n", id, reply(strings.Split(request, " ")))
		}
		if input.Buffered() == 0 {
			output.Flush()
		}
	}
}
