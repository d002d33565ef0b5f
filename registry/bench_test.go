package registry_test

import (
	"fmt"
	"testing"

	"github.com/runcode-dev/runcode/registry"
)

var sizes = [...]int{10, 100, 1000, 10_000}

// manyTools makes n tools in namespaces of a hundred.
func manyTools(n int) []registry.Tool {
	tools := make([]registry.Tool, n)
	for i := range tools {
		tools[i] = tool(fmt.Sprintf("server_%d.do_something_%d", i/100, i))
	}
	return tools
}

// forSizes runs a benchmark on registries of different sizes. The registry has a scope "a/b" with a tool of its own.
func forSizes(b *testing.B, run func(b *testing.B, r *registry.Registry, tools []registry.Tool)) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := registry.New(nil)
			tools := manyTools(n)
			mustAdd(b, r.Root(), tools...)
			add(b, child(b, child(b, r.Root(), "a"), "b"), "own")
			view(b, r, "a/b") // make it
			b.ReportAllocs()
			run(b, r, tools)
		})
	}
}

func BenchmarkAdd(b *testing.B) {
	forSizes(b, func(b *testing.B, _ *registry.Registry, tools []registry.Tool) {
		for b.Loop() {
			mustAdd(b, registry.New(nil).Root(), tools...)
		}
	})
}

func BenchmarkViewUnchanged(b *testing.B) {
	forSizes(b, func(b *testing.B, r *registry.Registry, _ []registry.Tool) {
		for b.Loop() {
			if _, err := r.View("a/b"); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkViewChanged(b *testing.B) {
	forSizes(b, func(b *testing.B, r *registry.Registry, _ []registry.Tool) {
		for b.Loop() {
			add(b, r.Root(), "one")()
			view(b, r, "a/b")
		}
	})
}

func BenchmarkLookup(b *testing.B) {
	forSizes(b, func(b *testing.B, r *registry.Registry, tools []registry.Tool) {
		v := view(b, r, "a/b")
		name := tools[len(tools)/2].FullName()
		for b.Loop() {
			if _, ok := v.Lookup(name); !ok {
				b.Fatal("not found")
			}
		}
	})
}
