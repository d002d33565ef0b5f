package truncate_test

import (
	"fmt"
	"strings"

	"github.com/runcode-dev/runcode/registry/truncate"
)

func ExampleText() {
	cut, omitted := truncate.Text("a first line\n"+strings.Repeat("noise\n", 100)+"the last line\n", 120)
	fmt.Print(cut)
	fmt.Println(omitted)
	// Output:
	// a first line
	// noise
	// noise
	// noise
	// noise
	// noise
	// [cut: 558 of 627 characters left out here]
	// noise
	// noise
	// the last line
	// 558
}

func ExampleCutter() {
	c := truncate.Cutter{Max: 200, Keep: func(string) string { return "read_file out/1.txt" }}
	texts, omitted := c.Texts([]string{"short", strings.Repeat("a long line\n", 100)})
	for _, text := range texts {
		fmt.Println(strings.TrimSuffix(text, "\n"))
	}
	fmt.Println(omitted)
	// Output:
	// short
	// a long line
	// a long line
	// a long line
	// a long line
	// a long line
	// [cut: 1,104 of 1,200 characters left out here; read the whole with read_file out/1.txt]
	// a long line
	// a long line
	// a long line
	// 1104
}
