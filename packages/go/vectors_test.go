package vectors

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestEveryTestVectorIsLoaded(t *testing.T) {
	var manifest struct {
		Version   string
		Encodings []struct {
			ID      string
			Vectors int
		}
	}
	must(json.Unmarshal([]byte(read("export.json")), &manifest))
	if Version() != manifest.Version || len(Encodings()) != len(manifest.Encodings) {
		t.Error(Version(), Encodings())
	}
	for _, each := range manifest.Encodings {
		found, err := Load(each.ID)
		must(err)
		if count := len(found.Decode) + len(found.Encode) + len(found.Beyond64Bits); count != each.Vectors {
			t.Errorf("%s: %d of %d", each.ID, count, each.Vectors)
		}
	}
}

func TestAnotherEncodingIsAnErrorThatNamesThoseThereAre(t *testing.T) {
	_, err := Load("utf-9")
	if err == nil || !strings.HasPrefix(err.Error(), `no encoding "utf-9"; there are ascii, `) {
		t.Error(err)
	}
}

func runes(text string) (values []uint64) {
	for _, char := range text {
		values = append(values, uint64(char))
	}
	return values
}

// The offset of the first fault, or -1.
func fault(bytes []byte) int {
	for i := 0; i < len(bytes); {
		char, size := utf8.DecodeRune(bytes[i:])
		if char == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

func TestThePackageUtf8PassesThoseOfUtf8(t *testing.T) {
	found, err := Load("utf-8")
	must(err)
	for _, vector := range found.Decode {
		passed := false
		if offset := fault(vector.Input); offset >= 0 {
			passed = vector.PermitsRejection(offset)
		} else {
			passed = vector.PermitsResult(runes(string(vector.Input)))
		}
		if !passed {
			t.Error(vector.ID)
		}
	}
	for _, vector := range found.Encode {
		bytes, passed := []byte{}, false
		for offset, value := range vector.Input {
			if value > utf8.MaxRune || !utf8.ValidRune(rune(value)) {
				bytes, passed = nil, vector.PermitsRejection(offset)
				break
			}
			bytes = utf8.AppendRune(bytes, rune(value))
		}
		if bytes != nil {
			passed = vector.PermitsResult(bytes)
		}
		if !passed {
			t.Error(vector.ID)
		}
	}
}

func TestADecoderThatReplacesFails(t *testing.T) {
	found, err := Load("utf-8")
	must(err)
	failed := map[string]bool{}
	for _, vector := range found.Decode {
		if !vector.PermitsResult(runes(string(vector.Input))) {
			failed[vector.ID] = true
			if !vector.Permitted[0].Reject {
				t.Error(vector.ID)
			}
		}
	}
	if !failed["utf-8/surrogate-first-high"] {
		t.Error(failed)
	}
}
