package source

import (
	"reflect"
	"slices"

	"github.com/dop251/goja/ast"
)

// Spreading an array into a new one takes the machine a microsecond for each element, so that a list which is built with
// [...list, x] takes time that grows quickly. Compiled programs call functions of the engine instead, which copy arrays at
// once. The order in which everything is evaluated stays as it is:
//
//	[...a]               %copy(a)
//	[...a, b, ...c]      %append(%copy(a), [b, ...c])

// The names by which compiled programs reach these functions. No program can write them.
const (
	Copy   = "%copy"
	Append = "%append"
)

// spread rewrites a list that begins with the elements of another.
func (m *mender) spread(slot reflect.Value, n *ast.ArrayLiteral) {
	if len(n.Value) == 0 || slices.Contains(n.Value, nil) || slot.Type() != expressionType {
		return
	}
	first, ok := n.Value[0].(*ast.SpreadElement)
	if !ok {
		return
	}
	m.copies = true
	at := first.Expression.Idx0()
	list := call(&ast.Identifier{Name: Copy, Idx: at}, first.Expression)
	if rest := n.Value[1:]; len(rest) > 0 {
		list = call(&ast.Identifier{Name: Append, Idx: at}, list,
			&ast.ArrayLiteral{LeftBracket: n.LeftBracket, RightBracket: n.RightBracket, Value: rest})
	}
	slot.Set(reflect.ValueOf(list))
}
