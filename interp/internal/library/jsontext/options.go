package jsontext

import (
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// gap is the indentation of one level.
func gap(space goja.Value) string {
	const longest = 10
	if o, ok := space.(*goja.Object); ok {
		switch o.ClassName() {
		case "Number":
			space = o.ToNumber()
		case "String":
			space = o.ToString()
		}
	}
	switch {
	case space == nil:
		return ""
	case goja.IsNumber(space):
		return strings.Repeat(" ", int(min(max(space.ToInteger(), 0), longest)))
	case goja.IsString(space):
		s := space.(goja.String)
		return s.Substring(0, min(s.Length(), longest)).String()
	}
	return ""
}

// allowed is the list of keys that an array as replacer lets through.
func allowed(list *goja.Object) []string {
	var keys []string
	seen := make(map[string]bool)
	for i := range length(list) {
		v := list.Get(strconv.Itoa(i))
		if o, ok := v.(*goja.Object); ok && (o.ClassName() == "String" || o.ClassName() == "Number") {
			v = o.ToString()
		}
		if v == nil || !goja.IsString(v) && !goja.IsNumber(v) {
			continue
		}
		if key := v.String(); !seen[key] {
			seen[key] = true
			keys = append(keys, key)
		}
	}
	return keys
}
