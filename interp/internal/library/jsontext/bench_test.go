package jsontext_test

import (
	"testing"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/library/jsontext"
)

// rows is a program that makes the text and the value of a table of about 5 MB.
const rows = `var rows = [];
for (let i = 0; i < 40000; i++) rows.push({id: i, name: "item number " + i, price: i * 1.25, tags: ["a", "b", "c"],
	nested: {x: i, y: -i, ok: true, none: null}});
var text = JSON.stringify(rows)`

func BenchmarkParse(b *testing.B) {
	vm := goja.New()
	if _, err := vm.RunString(rows); err != nil {
		b.Fatal(err)
	}
	text := vm.Get("text").String()
	parse := goja.MustCompile("", "JSON.parse(text)", true)
	b.SetBytes(int64(len(text)))
	b.Run("goja", func(b *testing.B) {
		for b.Loop() {
			if _, err := vm.RunProgram(parse); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			if _, err := jsontext.Parse(vm, text); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkStringify(b *testing.B) {
	vm := goja.New()
	p, err := jsontext.NewPrinter(vm)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := vm.RunString(rows); err != nil {
		b.Fatal(err)
	}
	value := vm.Get("rows")
	stringify := goja.MustCompile("", "JSON.stringify(rows)", true)
	b.Run("goja", func(b *testing.B) {
		for b.Loop() {
			if _, err := vm.RunProgram(stringify); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			p.Stringify(value, goja.Undefined(), goja.Undefined())
		}
	})
}
