// A plug-in for conform. It does ASCII: replace encode and decode with your codec. The code below them speaks
// the plug-in protocol, version 1 (docs/plug-ins.md), and can stay as it is.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"log"
	"os"
	"strconv"
	"strings"
)

const encoding = "ascii" // the id, as in implementation.yaml

// rejected is the error for ill-formed input: the offset of the first bad byte, or the index of the first bad value.
type rejected int

// somewhere is what to return if your codec does not report the place.
const somewhere rejected = -1

func (offset rejected) Error() string {
	if offset == somewhere {
		return "reject -"
	}
	return fmt.Sprintf("reject %d", int(offset))
}

// encode is YOUR CODEC. A value that no uint64 holds comes as math.MaxUint64.
func encode(values []uint64) ([]byte, error) {
	bytes := make([]byte, len(values))
	for index, value := range values {
		if value > 0x7F {
			return nil, rejected(index)
		}
		bytes[index] = byte(value)
	}
	return bytes, nil
}

// decode is YOUR CODEC.
func decode(bytes []byte) ([]uint64, error) {
	values := make([]uint64, len(bytes))
	for offset, b := range bytes {
		if b > 0x7F {
			return nil, rejected(offset)
		}
		values[offset] = uint64(b)
	}
	return values, nil
}

// ---- The protocol. The text of an error is the reply.

func parseValues(field string) (values []uint64) {
	if field == "-" {
		return nil
	}
	for _, digits := range strings.Split(field, ",") {
		value, _ := strconv.ParseUint(digits, 16, 64) // the largest, where it overflows
		values = append(values, value)
	}
	return values
}

func formatValues(values []uint64) string {
	digits := make([]string, len(values))
	for i, value := range values {
		digits[i] = strconv.FormatUint(value, 16)
	}
	return strings.Join(digits, ",")
}

func perform(operation, field string) (string, error) {
	if operation == "encode" {
		bytes, err := encode(parseValues(field))
		return hex.EncodeToString(bytes), err
	}
	bytes, _ := hex.DecodeString(field) // a hyphen has none
	values, err := decode(bytes)
	return formatValues(values), err
}

// With several encodings, hello names them all, separated by commas, and the third word says which is meant.
func answer(words []string) string {
	if words[1] == "hello" {
		return "ok 1 " + encoding
	}
	if words[2] != encoding {
		return "unsupported encoding"
	}
	result, err := perform(words[1], words[3])
	if err != nil {
		return err.Error()
	}
	if result == "" {
		result = "-"
	}
	return "ok " + result
}

func main() {
	input, output := bufio.NewReaderSize(os.Stdin, 1<<16), bufio.NewWriter(os.Stdout)
	defer output.Flush() // also before a panic: the replies tell what it came with
	for {
		line, err := input.ReadString('\n')
		if err == io.EOF {
			return
		}
		if err != nil {
			log.Fatal(err)
		}
		words := strings.Fields(line)
		fmt.Fprintln(output, words[0], answer(words))
		if input.Buffered() == 0 { // no reply waits while no input does
			output.Flush()
		}
	}
}
