package source

import (
	"reflect"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// associate puts right what goja's parser gets wrong: it groups a chain of comparisons, 3 > 2 > 1, from the right. Text is
// what the tree was made of; brackets in it are not in the tree, but tell which groups the program itself has made.
func associate(tree *ast.Program, text string) {
	a := associator{text: text, base: tree.File.Base()}
	a.walk(reflect.ValueOf(tree.Body))
}

type associator struct {
	text string
	base int // index of the first character
}

var astPackage = reflect.TypeFor[ast.Program]().PkgPath()

// walk visits all that v holds of the tree.
func (a *associator) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			if b, ok := v.Interface().(*ast.BinaryExpression); ok {
				a.regroup(b)
			}
			a.walk(v.Elem())
		}
	case reflect.Pointer:
		if !v.IsNil() && v.Type().Elem().PkgPath() == astPackage {
			a.walk(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			a.walk(v.Index(i))
		}
	case reflect.Struct:
		if v.Type().PkgPath() == astPackage {
			for i := range v.NumField() {
				a.walk(v.Field(i))
			}
		}
	}
}

// regroup turns a < (b < (c < d)) into ((a < b) < c) < d, as far as no brackets stand there.
func (a *associator) regroup(b *ast.BinaryExpression) {
	for isRelational(b.Operator) {
		right, ok := b.Right.(*ast.BinaryExpression)
		if !ok || !isRelational(right.Operator) || a.bracketed(b.Left, right) {
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
func (a *associator) bracketed(left ast.Expression, right *ast.BinaryExpression) bool {
	start, end := int(left.Idx1())-a.base, int(right.Right.Idx0())-a.base
	after := int(right.Left.Idx1()) - a.base
	if start < 0 || start > after || after > end || end > len(a.text) {
		return true // positions that make no sense change nothing
	}
	gap := a.text[after:end]
	if i := strings.IndexAny(gap, "<>i"); i >= 0 {
		gap = gap[:i]
	}
	// Brackets that close left itself come before any that opens.
	between := strings.TrimLeft(a.text[start:after], " \t\r\n)")
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
