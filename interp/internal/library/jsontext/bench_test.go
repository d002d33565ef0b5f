package jsontext_test

import (
	"testing"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/library/jsontext"
)

// tables are programs that make the text and the value of a table of about 5 MB: one of many small values, and one of
// paragraphs, as tools return them.
var tables = map[string]string{
	"values": `var rows = [];
for (let i = 0; i < 40000; i++) rows.push({id: i, name: "item number " + i, price: i * 1.25, tags: ["a", "b", "c"],
	nested: {x: i, y: -i, ok: true, none: null}});
var text = JSON.stringify(rows)`,
	"texts": `var rows = [];
for (let i = 0; i < 8000; i++) rows.push({id: i, title: "Page " + i, body: ("The quick brown fox, no. " + i + ", jumps.\\n").repeat(15)});
var text = JSON.stringify(rows)`,
}

func BenchmarkJSON(b *testing.B) {
	for name, program := range tables {
		vm := goja.New()
		printer, err := jsontext.NewPrinter(vm)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := vm.RunString(program); err != nil {
			b.Fatal(err)
		}
		text, rows := vm.Get("text").String(), vm.Get("rows")
		for _, bb := range []struct {
			name string
			run  func() error
		}{
			{"parse/goja", runner(vm, "JSON.parse(text)")},
			{"parse/ours", func() error { _, err := jsontext.Parse(vm, text); return err }},
			{"stringify/goja", runner(vm, "JSON.stringify(rows)")},
			{"stringify/ours", func() error { printer.Stringify(rows, goja.Undefined(), goja.Undefined()); return nil }},
		} {
			b.Run(name+"/"+bb.name, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					if err := bb.run(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func runner(vm *goja.Runtime, code string) func() error {
	program := goja.MustCompile("", code, true)
	return func() error {
		_, err := vm.RunProgram(program)
		return err
	}
}
