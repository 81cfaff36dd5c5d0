// Package vectors has test vectors for text encodings. data/README.md explains every field, and what passes.
package vectors

import (
	"embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

//go:embed data
var files embed.FS

// Encoding has the test vectors of an encoding.
type Encoding struct {
	ID, Title string
	Decode    []Vector[byte, uint64] // bytes to values
	Encode    []Vector[uint64, byte] // values to bytes
	// The ids of the test vectors with values of more than 64 bits, which are left out.
	Beyond64Bits []string
}

// Vector is an input, with the outcomes that the specification permits.
type Vector[Input, Output byte | uint64] struct {
	ID           string
	Input        []Input
	Permitted    []Permitted[Output]
	MayRefuse    bool // whether any rejection passes, because a value in the input is optional
	Note         string
	Requirements []Requirement
}

// Permitted is a result or a rejection.
type Permitted[Output byte | uint64] struct {
	Reject bool
	Result []Output
	Offset int    // the number of bytes or values before the first fault; -1 if the specification does not determine it
	Reason string // for people
}

// Requirement is a statement of the specification that a test vector tests.
type Requirement struct {
	ID, Section, Sentence string
}

// PermitsResult says whether a codec that gives this result passes.
func (vector Vector[Input, Output]) PermitsResult(result []Output) bool {
	for _, each := range vector.Permitted {
		if !each.Reject && equal(each.Result, result) {
			return true
		}
	}
	return false
}

// PermitsRejection says whether a codec that rejects the input passes. The offset is -1 if the codec does not say where.
func (vector Vector[Input, Output]) PermitsRejection(offset int) bool {
	for _, each := range vector.Permitted {
		if each.Reject && (each.Offset < 0 || offset < 0 || each.Offset == offset) {
			return true
		}
	}
	return vector.MayRefuse
}

func equal[Number byte | uint64](due, got []Number) bool {
	if len(due) != len(got) {
		return false
	}
	for i := range due {
		if due[i] != got[i] {
			return false
		}
	}
	return true
}

// Version returns the version of the test vectors.
func Version() string { return described().Version }

// Encodings returns the ids of the encodings.
func Encodings() (ids []string) {
	for _, each := range described().Encodings {
		ids = append(ids, each.ID)
	}
	return ids
}

// Load returns the test vectors of an encoding, or an error if there is no such encoding.
func Load(encoding string) (*Encoding, error) {
	for _, each := range described().Encodings {
		if each.ID == encoding {
			found := &Encoding{ID: each.ID, Title: each.Title}
			for lines := json.NewDecoder(strings.NewReader(read(each.File))); lines.More(); {
				var line line
				must(lines.Decode(&line))
				found.add(line)
			}
			return found, nil
		}
	}
	return nil, fmt.Errorf("no encoding %q; there are %s", encoding, strings.Join(Encodings(), ", "))
}

type manifest struct {
	Version   string
	Encodings []struct{ ID, Title, File string }
}

type line struct {
	ID, Operation, Input, Note string
	InputFile                  string `json:"input_file"`
	MayRefuse                  bool   `json:"may_refuse"`
	Permitted                  []outcome
	Requirements               []Requirement
}

type outcome struct {
	Outcome, Result, Reason string
	ResultFile              string `json:"result_file"`
	Offset                  *int
}

func (encoding *Encoding) add(line line) {
	var ok bool
	if line.Operation == "decode" {
		encoding.Decode, ok = with(encoding.Decode, line)
	} else {
		encoding.Encode, ok = with(encoding.Encode, line)
	}
	if !ok {
		encoding.Beyond64Bits = append(encoding.Beyond64Bits, line.ID)
	}
}

// Adds the vector of a line, unless one of its numbers takes more than 64 bits.
func with[Input, Output byte | uint64](vectors []Vector[Input, Output], line line) ([]Vector[Input, Output], bool) {
	input, ok := sequence[Input](line.Input, line.InputFile)
	vector := Vector[Input, Output]{line.ID, input, nil, line.MayRefuse, line.Note, line.Requirements}
	for _, each := range line.Permitted {
		result, fits := sequence[Output](each.Result, each.ResultFile)
		ok = ok && fits
		offset := -1
		if each.Offset != nil {
			offset = *each.Offset
		}
		vector.Permitted = append(vector.Permitted, Permitted[Output]{each.Outcome == "reject", result, offset, each.Reason})
	}
	if !ok {
		return vectors, false
	}
	return append(vectors, vector), true
}

// The numbers of a text in the notation of the test vectors, or of a file with it; not ok if one of them takes more than 64 bits.
func sequence[Number byte | uint64](text, file string) (numbers []Number, ok bool) {
	if file != "" {
		text = read(file)
	}
	for _, token := range strings.Fields(text) {
		digits, repeated, _ := strings.Cut(token, "*")
		number, err := strconv.ParseUint(digits, 16, 64) // `F{17}` is an error too, and always more than 64 bits
		if err != nil {
			return nil, false
		}
		numbers = append(numbers, Number(number))
		for times, _ := strconv.Atoi(repeated); times > 1; times-- {
			numbers = append(numbers, Number(number))
		}
	}
	return numbers, true
}

func described() (found manifest) {
	must(json.Unmarshal([]byte(read("export.json")), &found))
	return found
}

func read(file string) string {
	content, err := files.ReadFile("data/" + file)
	must(err)
	return string(content)
}

// The files are part of the program, so an error means that the module is damaged.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
