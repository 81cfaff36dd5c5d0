// Checks a codec of ASCII with the package: ascii ENCODING LARGEST
package main

import (
	"fmt"
	"os"
	"strconv"

	vectors "example.org/owner/name/vectors"
)

var passed, failed int

func check[Input, Output byte | uint64](asked []vectors.Vector[Input, Output], largest uint64) {
	for _, vector := range asked {
		result, fault := []Output{}, -1
		for i, number := range vector.Input {
			if uint64(number) > largest {
				fault = i
				break
			}
			result = append(result, Output(number))
		}
		if fault < 0 && vector.PermitsResult(result) || fault >= 0 && vector.PermitsRejection(fault) {
			passed++
		} else {
			failed++
			fmt.Println("FAIL", vector.ID)
		}
	}
}

func main() {
	found, err := vectors.Load(os.Args[1])
	if err != nil {
		panic(err)
	}
	largest, _ := strconv.ParseUint(os.Args[2], 10, 64)
	check(found.Decode, largest)
	check(found.Encode, largest)
	fmt.Printf("%d passed, %d failed, %d beyond 64 bits\n", passed, failed, len(found.Beyond64Bits))
	if failed > 0 {
		os.Exit(1)
	}
}
