package library

import (
	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/intl/phrase"
	"github.com/runcode-dev/runcode/interp/internal/intl/segment"
)

func listFormat(l *library) method {
	return method{"listFormat", 2, func(call goja.FunctionCall) goja.Value {
		f := service(l.formatters(), "ListFormat", call, phrase.ListOptions(), phrase.NewListFormat)
		return l.methods(
			method{"format", 1, func(c goja.FunctionCall) goja.Value { return l.vm.ToValue(f.Format(l.elements(c.Argument(0)))) }},
			method{"formatToParts", 1, func(c goja.FunctionCall) goja.Value { return l.parts(f.FormatToParts(l.elements(c.Argument(0)))) }},
			method{"resolvedOptions", 0, func(goja.FunctionCall) goja.Value { return l.properties(f.ResolvedOptions()) }},
		)
	}}
}

// elements reads the iterable of strings that a list format takes.
func (l *library) elements(v goja.Value) []string {
	if goja.IsUndefined(v) {
		return nil
	}
	var list []string
	l.vm.ForOf(v, func(e goja.Value) bool {
		s, ok := e.(goja.String)
		if !ok {
			panic(l.vm.NewTypeError("Iterable yielded %s which is not a string", e.String()))
		}
		list = append(list, s.String())
		return true
	})
	return list
}

func relativeTimeFormat(l *library) method {
	return method{"relativeTimeFormat", 2, func(call goja.FunctionCall) goja.Value {
		f := service(l.formatters(), "RelativeTimeFormat", call, phrase.RelativeTimeOptions(), phrase.NewRelativeTimeFormat)
		return l.methods(
			method{"format", 2, func(c goja.FunctionCall) goja.Value {
				return l.text(f.Format(l.numeric(c.Argument(0)), l.toString(c.Argument(1)).String()))
			}},
			method{"formatToParts", 2, func(c goja.FunctionCall) goja.Value {
				return l.partsOr(f.FormatToParts(l.numeric(c.Argument(0)), l.toString(c.Argument(1)).String()))
			}},
			method{"resolvedOptions", 0, func(goja.FunctionCall) goja.Value { return l.properties(f.ResolvedOptions()) }},
		)
	}}
}

func displayNames(l *library) method {
	return method{"displayNames", 2, func(call goja.FunctionCall) goja.Value {
		d := service(l.formatters(), "DisplayNames", call, phrase.DisplayNamesOptions(), phrase.NewDisplayNames)
		return l.methods(
			method{"of", 1, func(c goja.FunctionCall) goja.Value {
				name, ok, err := d.Of(l.toString(c.Argument(0)).String())
				if err == nil && !ok {
					return goja.Undefined()
				}
				return l.text(name, err)
			}},
			method{"resolvedOptions", 0, func(goja.FunctionCall) goja.Value { return l.properties(d.ResolvedOptions()) }},
		)
	}}
}

func segmenter(l *library) method {
	return method{"segmenter", 2, func(call goja.FunctionCall) goja.Value {
		s := service(l.formatters(), "Segmenter", call, segment.Options(), segment.New)
		return l.methods(
			method{"segments", 1, func(c goja.FunctionCall) goja.Value { return l.segments(s, l.toString(c.Argument(0))) }},
			method{"resolvedOptions", 0, func(goja.FunctionCall) goja.Value { return l.properties(s.ResolvedOptions()) }},
		)
	}}
}

// segments lists the segments of a text in the form that a Segments object yields.
func (l *library) segments(s *segment.Segmenter, text goja.String) goja.Value {
	var found []segment.Segment
	for seg := range s.Segments(text.String()) {
		found = append(found, seg)
	}
	list := make([]any, len(found))
	for i, seg := range found {
		end := text.Length()
		if i+1 < len(found) {
			end = found[i+1].Index
		}
		o := l.vm.NewObject()
		_ = o.Set("segment", text.Substring(seg.Index, end)) // with its lone surrogates
		_ = o.Set("index", seg.Index)
		_ = o.Set("input", text)
		if s.Granularity() == "word" {
			_ = o.Set("isWordLike", seg.Word)
		}
		list[i] = o
	}
	return l.vm.NewArray(list...)
}
