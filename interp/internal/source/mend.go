package source

import (
	"reflect"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"

	"github.com/runcode-dev/runcode/interp/internal/library"
	"github.com/runcode-dev/runcode/interp/internal/library/pattern"
)

// mend puts right what goja gets wrong of two kinds of expressions. It groups a chain of comparisons, 3 > 2 > 1, from the
// right; and it reads some regular expressions wrongly, see [pattern.Literal]. Text is what the tree was made of; brackets in
// it are not in the tree, but tell which groups the program itself has made.
//
// Beside, it has the program tell of what it throws, see [Thrown], and looks for slips.
func (p *Program) mend(tree *ast.Program) {
	m := mender{text: p.Text, base: tree.File.Base()}
	m.walk(reflect.ValueOf(tree.Body))
	m.findMemberReads()
	p.Throws, p.Catches, p.Copies, p.Sources = m.throws, m.catches, m.copies, m.sources
	if m.constructs {
		p.Needs |= library.Needs("RegExp")
	}
	for _, s := range m.slips {
		var ok bool
		if s.Line, s.Column, ok = p.Position(tree.File.Position(int(s.at) - m.base)); ok {
			p.Slips = append(p.Slips, s)
		}
	}
}

type mender struct {
	text    string
	base    int  // index of the first character
	throws  bool // there are calls of Thrown
	catches bool // there are calls of Caught
	copies  bool // there are calls of Copy

	slips    []Slip
	promises map[unistring.String][]string // the calls that variables are declared with; nil: something else
	members  []memberRead

	constructs bool              // there are calls of RegExp that the program has not made
	sources    map[string]string // what regular expressions were, by what they are now
}

// Thrown is the global function that compiled programs hand what they throw: it gives it back. Only errors know where they
// were made; for other values, this is how the place can be told. No program can write the name.
const Thrown = "%thrown"

// tell makes throw e into throw %thrown(e), unless e makes an object of a class, which most likely is an error.
func (m *mender) tell(n *ast.ThrowStatement) {
	if _, made := n.Argument.(*ast.NewExpression); made {
		return
	}
	m.throws = true
	n.Argument = call(&ast.Identifier{Name: Thrown, Idx: n.Throw}, n.Argument)
}

// Caught is the global function that compiled programs call with what they catch, so that an error can be put into other
// words before the program reads it. No program can write the name.
const Caught = "%caught"

// caughtError is the name of an error that a program takes apart where it catches it. No program can write it.
const caughtError = "%error"

// tellCaught puts the call in front of what a program does with an error. An error that is taken apart gets a name first:
//
//	catch ({ message }) { … }    catch (%error) { %caught(%error); let { message } = %error; { … } }
func (m *mender) tellCaught(n *ast.CatchStatement) {
	if n.Parameter == nil {
		return
	}
	m.catches = true
	body := n.Body.List
	id, plain := n.Parameter.(*ast.Identifier)
	if !plain {
		id = &ast.Identifier{Name: caughtError, Idx: n.Catch}
		apart := &ast.LexicalDeclaration{Idx: n.Catch, Token: token.LET, List: []*ast.Binding{{Target: n.Parameter, Initializer: id}}}
		body = []ast.Statement{apart, &ast.BlockStatement{LeftBrace: n.Body.LeftBrace, List: body, RightBrace: n.Body.RightBrace}}
		n.Parameter = id
	}
	tell := call(&ast.Identifier{Name: Caught, Idx: n.Catch}, &ast.Identifier{Name: id.Name, Idx: n.Catch})
	n.Body.List = append([]ast.Statement{&ast.ExpressionStatement{Expression: tell}}, body...)
}

var astPackage = reflect.TypeFor[ast.Program]().PkgPath()

// walk visits all that v holds of the tree.
func (m *mender) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			switch n := v.Interface().(type) {
			case *ast.ThrowStatement:
				m.tell(n)
			case *ast.AwaitExpression:
				m.look(n)
			case *ast.DotExpression:
				m.readMember(n)
			case *ast.ArrayLiteral:
				m.spread(v, n)
			case *ast.AssignExpression:
				if id, ok := n.Left.(*ast.Identifier); ok {
					m.declare(id, nil)
				}
			case *ast.ForDeclaration:
				if id, ok := n.Target.(*ast.Identifier); ok {
					m.declare(id, nil)
				}
			case *ast.BinaryExpression:
				m.regroup(n)
			case *ast.RegExpLiteral:
				m.mendPattern(v, n)
				return
			}
			m.walk(v.Elem())
		}
	case reflect.Pointer:
		if !v.IsNil() && v.Type().Elem().PkgPath() == astPackage {
			switch n := v.Interface().(type) {
			case *ast.Binding:
				m.lookAt(n)
			case *ast.CatchStatement:
				m.tellCaught(n)
			}
			m.walk(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			m.walk(v.Index(i))
		}
	case reflect.Struct:
		if v.Type().PkgPath() == astPackage {
			for i := range v.NumField() {
				m.walk(v.Field(i))
			}
		}
	}
}

// mendPattern rewrites a regular expression. One that is wrong becomes a call of the constructor, so that it fails where it
// stands.
func (m *mender) mendPattern(slot reflect.Value, n *ast.RegExpLiteral) {
	rewritten, err := pattern.Literal(n.Pattern, n.Flags)
	switch {
	case err != nil && slot.Type() == expressionType:
		m.constructs = true
		slot.Set(reflect.ValueOf(construct(n)))
	case err == nil && rewritten != n.Pattern:
		if m.sources == nil {
			m.sources = make(map[string]string)
		}
		m.sources[pattern.Source(rewritten)] = n.Pattern
		n.Pattern = rewritten
	}
}

// construct is new RegExp("pattern", "flags") in the place of a literal.
func construct(n *ast.RegExpLiteral) ast.Expression {
	text := func(s string) ast.Expression {
		return &ast.StringLiteral{Idx: n.Idx, Literal: s, Value: unistring.NewFromString(s)}
	}
	return &ast.NewExpression{
		New: n.Idx, Callee: &ast.Identifier{Idx: n.Idx, Name: "RegExp"},
		ArgumentList:    []ast.Expression{text(n.Pattern), text(n.Flags)},
		LeftParenthesis: n.Idx, RightParenthesis: n.Idx1() - 1,
	}
}

// regroup turns a < (b < (c < d)) into ((a < b) < c) < d, as far as no brackets stand there.
func (m *mender) regroup(b *ast.BinaryExpression) {
	for isRelational(b.Operator) {
		right, ok := b.Right.(*ast.BinaryExpression)
		if !ok || !isRelational(right.Operator) || m.bracketed(b.Left, right) {
			return
		}
		b.Left = &ast.BinaryExpression{Operator: b.Operator, Left: b.Left, Right: right.Left, Comparison: b.Comparison}
		b.Operator, b.Right, b.Comparison = right.Operator, right.Right, right.Comparison
	}
}

func isRelational(operator token.Token) bool {
	switch operator {
	case token.LESS, token.LESS_OR_EQUAL, token.GREATER, token.GREATER_OR_EQUAL, token.INSTANCEOF, token.IN:
		return true
	}
	return false
}

// bracketed tells whether right stands in brackets: one that opens after left is still open at the operator of right.
func (m *mender) bracketed(left ast.Expression, right *ast.BinaryExpression) bool {
	start, end := int(left.Idx1())-m.base, int(right.Right.Idx0())-m.base
	after := int(right.Left.Idx1()) - m.base
	if start < 0 || start > after || after > end || end > len(m.text) {
		return true // positions that make no sense change nothing
	}
	gap := m.text[after:end]
	if i := strings.IndexAny(gap, "<>i"); i >= 0 {
		gap = gap[:i]
	}
	// Brackets that close left itself come before any that opens.
	between := strings.TrimLeft(m.text[start:after], " \t\r\n)")
	return depth(between+gap) > 0
}

// depth is the number of brackets that are open at the end of a piece of code.
func depth(code string) int {
	n, quote := 0, byte(0)
	for i := 0; i < len(code); i++ {
		switch c := code[i]; {
		case quote != 0 && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case c == '(':
			n++
		case c == ')':
			n--
		}
	}
	return n
}
