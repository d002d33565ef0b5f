package source

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"
)

// Slip is a place at which a program most likely forgets something, so that it silently goes on with undefined.
type Slip struct {
	Kind         SlipKind
	Path         []string // of the function, from the global variable on: tools, fs, read
	Member       string   // that is read: r.text
	Line, Column int

	at file.Idx
}

// SlipKind says what is forgotten.
type SlipKind int

// The kinds of slips.
const (
	NotCalled  SlipKind = iota // await tools.read: the function is awaited, not a call of it
	NotAwaited                 // const { text } = tools.read(…): the members are those of a Promise
	MemberRead                 // const r = tools.read(…); r.text: so is this member
)

const maxSlips = 10

// look notes an await of what may be a function.
func (m *mender) look(n *ast.AwaitExpression) { m.slip(NotCalled, n.Argument) }

// lookAt notes a declaration that takes what may be a Promise apart, or gives it a name.
func (m *mender) lookAt(b *ast.Binding) {
	call, _ := b.Initializer.(*ast.CallExpression)
	switch target := b.Target.(type) {
	case *ast.ObjectPattern:
		if call != nil {
			m.slip(NotAwaited, call.Callee)
		}
	case *ast.Identifier:
		m.declare(target, call)
	}
}

// declare notes that a name is declared. One that is declared twice, wherever it is, tells nothing.
func (m *mender) declare(id *ast.Identifier, call *ast.CallExpression) {
	if m.promises == nil {
		m.promises = make(map[unistring.String][]string)
	}
	_, twice := m.promises[id.Name]
	m.promises[id.Name] = nil
	if path := pathOf(callee(call)); !twice && len(path) > 1 {
		m.promises[id.Name] = path
	}
}

func callee(call *ast.CallExpression) ast.Expression {
	if call == nil {
		return nil
	}
	return call.Callee
}

// readMember notes a member of a variable that is read, or written to.
func (m *mender) readMember(n *ast.DotExpression) {
	if id, ok := n.Left.(*ast.Identifier); ok {
		m.members = append(m.members, memberRead{id, n.Identifier.Name.String()})
	}
}

// memberRead is one mention of a member of a variable.
type memberRead struct {
	variable *ast.Identifier
	name     string
}

// isOfPromise lists the members that a Promise has. It is a constant table.
var isOfPromise = map[string]bool{"then": true, "catch": true, "finally": true, "constructor": true}

// findMemberReads adds the slips of variables that hold a Promise, one for each.
func (m *mender) findMemberReads() {
	for _, read := range m.members {
		path := m.promises[read.variable.Name]
		if path == nil || isOfPromise[read.name] || len(m.slips) == maxSlips {
			continue
		}
		m.promises[read.variable.Name] = nil
		member := read.variable.Name.String() + "." + read.name
		m.slips = append(m.slips, Slip{Kind: MemberRead, Path: path, Member: member, at: read.variable.Idx})
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
