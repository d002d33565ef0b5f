package library_test

import (
	"flag"
	"testing"

	"github.com/runcode-dev/runcode/interp/internal/nodetest"
)

var update = flag.Bool("update", false, "take the expected answers of testdata/node from node")

// differences names the programs whose answers differ from Node's, with the reason; the README repeats the table. The
// archive holds what this library answers.
var differences = map[string]string{
	"collections/generators at the same time": "an async generator that is asked again before it has answered goes on some ticks later",
	"numbers/bits of large numbers":           "bitwise operators take numbers beyond 2^63 for 0",
	"numbers/last digits":                     "the last digit of some functions of Math may differ",
	"console/iterators":                       "console.log does not look into iterators",
	"console/percent o":                       "%o shows what %O shows",
	"numbers/powers":                          "the last digit of x ** y may differ",
	"regexp/captures in loops":                "a group inside a repeated group keeps its match of an earlier round",
	"console/assert":                          "console.assert shows objects instead of [object Object]",
}

var programs = nodetest.Suite{
	Ours: func(t *testing.T, program string) string {
		answer, err := run(program)
		if err != nil {
			t.Fatalf("%s\nran into: %v", program, err)
		}
		return answer
	},
	Differences: differences,
}

func TestNode(t *testing.T)    { programs.Compare(t, *update) }
func TestConfirm(t *testing.T) { programs.Confirm(t) }
