package library_test

import (
	"testing"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/library"
)

// BenchmarkMachine compares a bare machine with one that has what a program needs.
func BenchmarkMachine(b *testing.B) {
	for _, bb := range []struct{ name, body string }{
		{"nothing", `const x = 1 + 1; return x`},
		{"console", `console.log(1)`},
		{"everyday", `const rows = JSON.parse(text).filter(r => r.ok).map(r => r.id); rows.sort((a, b) => a - b); console.log(rows.join(', '), Object.keys(rows).length)`},
		{"everything", `globalThis`},
	} {
		code, err := compile(bb.body)
		if err != nil {
			b.Fatal(err)
		}
		program := goja.MustCompile("", "1", true)
		needs := library.Needs(code)
		b.Run(bb.name, func(b *testing.B) {
			h := newHost()
			for b.Loop() {
				vm := goja.New()
				if err := library.Install(vm, h, needs); err != nil {
					b.Fatal(err)
				}
				if _, err := vm.RunProgram(program); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("bare", func(b *testing.B) {
		program := goja.MustCompile("", "1", true)
		for b.Loop() {
			if _, err := goja.New().RunProgram(program); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkNeeds(b *testing.B) {
	code, err := compile(`const rows = JSON.parse(text).filter(r => r.ok).map(r => r.id); rows.sort((a, b) => a - b); console.log(rows)`)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		library.Needs(code)
	}
}

// BenchmarkSort compares our sort with the machine's.
func BenchmarkSort(b *testing.B) {
	const setup = `var list = []; for (let i = 0; i < 20000; i++) list.push({ n: (i * 7919) % 20011, s: 'k' + (i * 7919) % 20011 });`
	for _, bb := range []struct{ name, code string }{
		{"numbers", `list.map(x => x.n).sort((a, b) => a - b)`},
		{"property", `list.slice().sort((a, b) => a.n - b.n)`},
		{"comparator", `list.slice().sort((a, b) => a.s < b.s ? -1 : 1)`},
		{"text", `list.map(x => x.s).sort()`},
	} {
		for _, with := range []struct {
			name  string
			needs library.Features
		}{{"goja", 0}, {"ours", library.Needs("sort")}} {
			b.Run(bb.name+"/"+with.name, func(b *testing.B) {
				vm := goja.New()
				if err := library.Install(vm, newHost(), with.needs); err != nil {
					b.Fatal(err)
				}
				if _, err := vm.RunString(setup); err != nil {
					b.Fatal(err)
				}
				program := goja.MustCompile("", bb.code, true)
				for b.Loop() {
					if _, err := vm.RunProgram(program); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
