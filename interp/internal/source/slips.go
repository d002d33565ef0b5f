package source

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
)

// Slip is a place at which a program most likely forgets something, so that it silently goes on with undefined.
type Slip struct {
	Kind         SlipKind
	Path         []string // of the function, from the global variable on: tools, fs, read
	Line, Column int

	at file.Idx
}

// SlipKind says what is forgotten.
type SlipKind int

// The kinds of slips.
const (
	NotCalled  SlipKind = iota // await tools.read: the function is awaited, not a call of it
	NotAwaited                 // const { text } = tools.read(…): the members are those of a Promise
)

const maxSlips = 10

// look notes an await of what may be a function.
func (m *mender) look(n *ast.AwaitExpression) { m.slip(NotCalled, n.Argument) }

// lookAt notes a declaration that takes what may be a Promise apart.
func (m *mender) lookAt(b *ast.Binding) {
	if _, ok := b.Target.(*ast.ObjectPattern); !ok {
		return
	}
	if call, ok := b.Initializer.(*ast.CallExpression); ok {
		m.slip(NotAwaited, call.Callee)
	}
}

func (m *mender) slip(kind SlipKind, function ast.Expression) {
	if path := pathOf(function); len(path) > 1 && len(m.slips) < maxSlips {
		m.slips = append(m.slips, Slip{Kind: kind, Path: path, at: function.Idx0()})
	}
}

// pathOf is a chain of names: tools.fs.read; nil for every other expression.
func pathOf(e ast.Expression) []string {
	switch e := e.(type) {
	case *ast.Identifier:
		return []string{e.Name.String()}
	case *ast.DotExpression:
		if left := pathOf(e.Left); left != nil {
			return append(left, e.Identifier.Name.String())
		}
	}
	return nil
}
