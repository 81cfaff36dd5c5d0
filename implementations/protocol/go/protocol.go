// Package protocol is version 1 of the plug-in protocol, for codecs of Go's.
package protocol

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"
)

const readSize = 1 << 16

// Value is a type in which Go's libraries hold values: code points are runes, and counts are ints.
type Value interface{ rune | int }

// A Codec encodes and decodes a whole sequence of values. Its error is a Fault, an Unsupported, or any other, for a
// fault whose place it does not tell. Stream, which may be nil, decodes what a reader gives piece by piece.
type Codec[V Value] struct {
	ID     string
	Encode func(values []V) ([]byte, error)
	Decode func(data []byte) ([]V, error)
	Stream func(pieces io.Reader) ([]V, error)
}

// Fault is the offset of what is ill-formed.
type Fault int

func (offset Fault) Error() string { return "" }

// Unsupported is a reason why a library cannot be asked.
type Unsupported string

func (reason Unsupported) Error() string { return string(reason) }

func parseValues[V Value](field string) ([]V, error) {
	if field == "-" {
		return nil, nil
	}
	words := strings.Split(field, ",")
	values := make([]V, len(words))
	for i, digits := range words {
		number, err := strconv.ParseUint(digits, 16, 63) // without the bit that would be a sign
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return nil, Unsupported("field")
		}
		values[i] = V(number)
		if err != nil || uint64(values[i]) != number {
			return nil, Unsupported(fmt.Sprintf("value that no %T holds", values[i]))
		}
	}
	return values, nil
}

func parseBytes(field string) ([]byte, error) {
	if field == "-" {
		return nil, nil
	}
	data, err := hex.DecodeString(field)
	if err != nil || len(data) == 0 {
		return nil, Unsupported("field")
	}
	return data, nil
}

// parsePieces gives a reader that gives one piece at a time; of an empty one, nothing.
func parsePieces(field string) (io.Reader, error) {
	var readers []io.Reader
	for _, digits := range strings.Split(field, "/") {
		piece, err := hex.DecodeString(digits)
		if err != nil {
			return nil, Unsupported("field")
		}
		readers = append(readers, bytes.NewReader(piece))
	}
	return io.MultiReader(readers...), nil
}

func formatValues[V Value](values []V) string {
	words := make([]string, len(values))
	for i, value := range values {
		words[i] = strings.ToUpper(strconv.FormatUint(uint64(value), 16))
	}
	return strings.Join(words, ",")
}

func ask[V Value](codec Codec[V], operation, field string) (string, error) {
	switch operation {
	case "encode":
		values, err := parseValues[V](field)
		if err != nil {
			return "", err
		}
		data, err := codec.Encode(values)
		return strings.ToUpper(hex.EncodeToString(data)), err
	case "decode":
		if codec.Stream != nil && strings.Contains(field, "/") {
			pieces, err := parsePieces(field)
			if err != nil {
				return "", err
			}
			values, err := codec.Stream(pieces)
			return formatValues(values), err
		}
		data, err := parseBytes(field)
		if err != nil {
			return "", err
		}
		values, err := codec.Decode(data)
		return formatValues(values), err
	}
	return "", Unsupported("operation")
}

// reply is the reply to a request without its id.
func reply[V Value](codecs []Codec[V], words []string) string {
	if len(words) == 2 && words[0] == "hello" && words[1] == "1" {
		ids, features := make([]string, len(codecs)), " chunks"
		for i, codec := range codecs {
			ids[i] = codec.ID
			if codec.Stream == nil {
				features = ""
			}
		}
		return "ok 1 " + strings.Join(ids, ",") + features
	}
	if len(words) != 3 {
		return "unsupported request"
	}
	for _, codec := range codecs {
		if codec.ID == words[1] {
			return outcome(ask(codec, words[0], words[2]))
		}
	}
	return "unsupported encoding"
}

func outcome(field string, err error) string {
	var fault Fault
	var unsupported Unsupported
	switch {
	case errors.As(err, &unsupported):
		return "unsupported " + string(unsupported)
	case errors.As(err, &fault):
		return fmt.Sprintf("reject %d", fault)
	case err != nil:
		return "reject - " + err.Error()
	case field == "":
		return "ok -"
	}
	return "ok " + field
}

func isID(word string) bool {
	return word != "" && strings.Trim(word, "0123456789") == ""
}

func answer[V Value](codecs []Codec[V], line string, replies *bytes.Buffer) {
	words := strings.Split(line, " ")
	if len(words) < 2 || !isID(words[0]) || !utf8.ValidString(line) {
		fmt.Fprintf(os.Stderr, "no request: %.80q\n", line) // there is no id to reply to
		return
	}
	fmt.Fprintf(replies, "%s %s\n", words[0], reply(codecs, words[1:]))
}

// Serve reads as much as there is and answers it in one go, so that no reply waits while no input does. With the
// argument --version it prints the version.
func Serve[V Value](version string, codecs []Codec[V]) {
	if len(os.Args) == 2 && os.Args[1] == "--version" {
		fmt.Println(version)
		return
	}
	var line []byte
	var replies bytes.Buffer
	block := make([]byte, readSize)
	for {
		size, err := os.Stdin.Read(block)
		for rest := block[:size]; len(rest) > 0; {
			part, after, ended := bytes.Cut(rest, []byte("\n"))
			line, rest = append(line, part...), after
			if ended {
				answer(codecs, string(line), &replies)
				line = line[:0]
			}
		}
		if _, err := replies.WriteTo(os.Stdout); err != nil {
			os.Exit(1)
		}
		if err == io.EOF {
			return
		}
		if err != nil {
			os.Exit(1)
		}
	}
}
