// Checks a codec with exported test vectors: go run loader.go DIR ascii
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
)

// Your codec goes here; this one is ASCII. It returns the offset of the first fault, or -1.
func decode(bytes []uint64) ([]uint64, int) {
	for i, each := range bytes {
		if each > 0x7F {
			return nil, i
		}
	}
	return bytes, -1
}

func encode(values []uint64) ([]uint64, int) { return decode(values) }

type Vector struct {
	Id, Operation string
	Input         string
	InputFile     string `json:"input_file"`
	MayRefuse     bool   `json:"may_refuse"`
	Permitted     []struct {
		Outcome, Result string
		ResultFile      string `json:"result_file"`
		Offset          *int
	}
}

// The numbers of the input or of a result; not ok if one of them takes more than 64 bits.
func sequence(folder, text, file string) (numbers []uint64, ok bool) {
	if file != "" {
		text = string(read(folder + "/" + file))
	}
	numbers = []uint64{}
	for _, token := range strings.Fields(text) {
		digits, repeated, _ := strings.Cut(token, "*")
		number, err := strconv.ParseUint(digits, 16, 64)
		if err != nil {
			return nil, false
		}
		numbers = append(numbers, number)
		for times, _ := strconv.Atoi(repeated); times > 1; times-- {
			numbers = append(numbers, number)
		}
	}
	return numbers, true
}

// What became of a test vector: 0 if the codec does what it permits, 1 if not, 2 if it is beyond 64 bits.
func check(vector Vector, folder string) int {
	input, ok := sequence(folder, vector.Input, vector.InputFile)
	if !ok {
		return 2
	}
	codec := map[string]func([]uint64) ([]uint64, int){"decode": decode, "encode": encode}[vector.Operation]
	came, fault := codec(input)
	passed := fault >= 0 && vector.MayRefuse
	for _, permitted := range vector.Permitted {
		due, ok := sequence(folder, permitted.Result, permitted.ResultFile)
		if !ok {
			return 2
		}
		if permitted.Outcome == "ok" {
			passed = passed || fault < 0 && reflect.DeepEqual(came, due)
		} else {
			passed = passed || fault >= 0 && (permitted.Offset == nil || *permitted.Offset == fault)
		}
	}
	if passed {
		return 0
	}
	return 1
}

func read(path string) []byte {
	content, err := os.ReadFile(path)
	if err != nil {
		quit("cannot read " + path)
	}
	return content
}

func quit(message string) {
	fmt.Fprintln(os.Stderr, message)
	os.Exit(2)
}

func main() {
	if len(os.Args) != 3 {
		quit("usage: go run loader.go DIR ENCODING")
	}
	var counts [3]int
	for lines := json.NewDecoder(bytes.NewReader(read(os.Args[1] + "/" + os.Args[2] + ".jsonl"))); lines.More(); {
		var vector Vector
		if err := lines.Decode(&vector); err != nil {
			panic(err)
		}
		found := check(vector, os.Args[1])
		counts[found]++
		if found == 1 {
			fmt.Println("FAIL", vector.Id, vector.Operation, vector.Input+vector.InputFile)
		}
	}
	fmt.Printf("%d passed, %d failed, %d beyond 64 bits\n", counts[0], counts[1], counts[2])
	if counts[1] > 0 {
		os.Exit(1)
	}
}
