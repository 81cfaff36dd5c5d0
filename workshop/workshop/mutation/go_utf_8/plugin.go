// A copy of Go's package unicode/utf8, asked through version 1 of the plug-in protocol.
//
// A text is decoded in each way that the package has: all must agree, as a caller of any of them relies on it.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"strconv"
	"strings"

	utf8 "./codec"
)

func encode(values []rune) []byte {
	var data []byte
	for _, value := range values {
		var code [utf8.UTFMax]byte
		size := utf8.EncodeRune(code[:], value)
		data = utf8.AppendRune(data, value)
		agree(string(data[len(data)-size:]) == string(code[:size]))
		agree(utf8.ValidRune(value) != (utf8.RuneLen(value) == -1))
		agree(utf8.ValidRune(value) == (value == utf8.RuneError || string(code[:size]) != string(utf8.RuneError)))
	}
	return data
}

// decode gives the values before the first fault, and where it is; len(data) if there is none.
func decode(data []byte) ([]rune, int) {
	var values []rune
	text := string(data)
	at, end := 0, utf8.RuneError
	for at < len(data) {
		value, size := utf8.DecodeRune(data[at:])
		again, same := utf8.DecodeRuneInString(text[at:])
		agree(value == again && size == same)
		if value == utf8.RuneError && size == 1 {
			break
		}
		agree(utf8.FullRune(data[at:]) && utf8.FullRuneInString(text[at:]) && utf8.RuneLen(value) == size)
		last, same := utf8.DecodeLastRune(data[:at+size])
		agree(last == value && same == size)
		last, same = utf8.DecodeLastRuneInString(text[:at+size])
		agree(last == value && same == size)
		values = append(values, value)
		at += size
	}
	agree(utf8.Valid(data) == (at == len(data)) && utf8.ValidString(text) == (at == len(data)))
	agree(at == len(data) || utf8.FullRune(data[at:]) != goesOn(data[at:]) && utf8.FullRuneInString(text[at:]) != goesOn(data[at:]))
	agree(utf8.RuneCount(data) == len([]rune(text)) && utf8.RuneCountInString(text) == len([]rune(text)))
	for _, value := range text {
		end = value
	}
	last, _ := utf8.DecodeLastRune(data)
	lastInString, _ := utf8.DecodeLastRuneInString(text)
	agree(len(data) == 0 || last == end && lastInString == end)
	return values, at
}

// goesOn tells whether more bytes could make a code of the first ones.
func goesOn(data []byte) bool {
	for _, next := range []byte{0x80, 0x90, 0xA0} {
		longer := append(append([]byte{}, data...), next, 0x80, 0x80)
		if _, size := utf8.DecodeRune(longer); size > len(data) {
			return true
		}
	}
	return false
}

func agree(same bool) {
	if !same {
		panic("two functions disagree")
	}
}

func answer(operation string, field string) string {
	if field == "-" {
		field = ""
	}
	if operation == "encode" {
		var values []rune
		for _, digits := range strings.FieldsFunc(field, func(each rune) bool { return each == ',' }) {
			value, err := strconv.ParseInt(digits, 16, 32)
			if err != nil {
				return "unsupported a value that no rune holds"
			}
			values = append(values, rune(value))
		}
		return "ok " + orNothing(strings.ToUpper(hex.EncodeToString(encode(values))))
	}
	data, err := hex.DecodeString(field)
	if err != nil {
		return "unsupported pieces"
	}
	values, fault := decode(data)
	if fault < len(data) {
		return fmt.Sprintf("reject %d", fault)
	}
	words := make([]string, len(values))
	for index, value := range values {
		words[index] = fmt.Sprintf("%X", value)
	}
	return "ok " + orNothing(strings.Join(words, ","))
}

func orNothing(field string) string {
	if field == "" {
		return "-"
	}
	return field
}

func main() {
	requests := bufio.NewReader(os.Stdin)
	for {
		line, err := requests.ReadString('\n')
		if err != nil {
			return
		}
		words := strings.Fields(line)
		if words[1] == "hello" {
			fmt.Println(words[0], "ok 1 utf-8")
		} else {
			fmt.Println(words[0], answer(words[1], words[3]))
		}
	}
}
