package source

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// Appending to a string copies it, so that a program that builds a long text with += in a loop takes time that grows with
// the square of its length. Where it is certain to be the same program, such a variable holds an accumulator instead,
// which appends in place: its declaration becomes
//
//	let s = "…"       let s = %text("…")
//	s += e            s.add("" + e)
//	s = "…"           s.set("…")
//	s                 s.value
//
// It is certain for a variable that is declared with let and a string, whose name means nothing else anywhere in the
// program, that is only ever assigned strings, and of which every mention is understood.
//
// JavaScript reads s before it evaluates e. Where e could change s meanwhile, because functions inside the variable's own
// function write to it, the accumulator gets a mark of what it held before: s.add(s.mark, "" + e).

// The names by which compiled programs reach accumulators. No program can write the first.
const (
	NewText   = "%text" // the global function that makes one, of a string
	TextAdd   = "add"
	TextSet   = "set"
	TextValue = "value"
	TextMark  = "mark"
)

// accumulate rewrites the variables of a tree that gather text, and reports whether there are any.
func accumulate(tree *ast.Program, code string) bool {
	if !strings.Contains(code, "+=") && !strings.Contains(code, "= ") {
		return false
	}
	s := &survey{variables: make(map[unistring.String]*variable)}
	s.walk(reflect.ValueOf(tree.Body), false)
	var gathering []*variable
	for _, v := range s.variables {
		if v.gathers() {
			gathering = append(gathering, v)
		}
	}
	rewrite(gathering)
	return len(gathering) > 0
}

// variable is what the survey knows of one name.
type variable struct {
	declaration *ast.Binding // let name = "…"; nil: none, or several
	scope       scope        // of the declaration
	mentions    int          // identifiers of that name, other than property names
	uses        []use        // the mentions that are understood, without the declaration
}

// scope is where in the program something stands.
type scope struct{ function, loops int }

// use is one understood mention of a variable.
type use struct {
	number    int           // in the order of the program, an outer assignment before what is in it
	slot      reflect.Value // of type ast.Expression, or ast.Property for { name }: what is to be replaced
	id        *ast.Identifier
	assign    *ast.AssignExpression // nil: the variable is read
	statement bool                  // the value of the assignment is not used
	repeated  bool                  // it was s = s + e, and is now s = "" + e
	around    bool                  // the assigned expression writes to the variable itself
	marked    bool                  // the accumulator gets a mark
	scope     scope
}

// gathers reports whether a variable may become an accumulator, and is worth it.
func (v *variable) gathers() bool {
	if v.declaration == nil || v.mentions != len(v.uses)+1 {
		return false
	}
	repeated := false
	for _, u := range v.uses {
		switch {
		case u.assign == nil:
		case u.appends():
			repeated = repeated || u.scope.function != v.scope.function || u.scope.loops > v.scope.loops
		case u.assign.Operator != token.ASSIGN || !u.statement || !isText(u.assign.Right):
			return false
		}
	}
	return repeated
}

// appends reports whether a use is s += e or s = s + e.
func (u *use) appends() bool { return u.assign.Operator == token.PLUS || u.repeats() != nil }

// repeats is the slot of the variable itself in s = s + e; nil: it is not such an assignment.
func (u *use) repeats() *ast.Expression {
	if u.assign == nil || u.assign.Operator != token.ASSIGN {
		return nil
	}
	first := leftmost(u.assign.Right)
	if first == nil {
		return nil
	}
	if id, ok := (*first).(*ast.Identifier); !ok || id.Name != u.id.Name {
		return nil
	}
	return first
}

// asText is e as a string: "" + e, or e itself where it is a string by its form.
func asText(e ast.Expression) ast.Expression {
	if isText(e) {
		return e
	}
	return &ast.BinaryExpression{Operator: token.PLUS, Left: emptyText(e), Right: e}
}

func emptyText(at ast.Expression) ast.Expression {
	return &ast.StringLiteral{Idx: at.Idx0(), Literal: `""`}
}

// leftmost is the slot of the first operand of a sum; nil if e is not one.
func leftmost(e ast.Expression) *ast.Expression {
	if !isSum(e) {
		return nil
	}
	sum := e.(*ast.BinaryExpression)
	if first := leftmost(sum.Left); first != nil {
		return first
	}
	return &sum.Left
}

func isSum(e ast.Expression) bool {
	b, ok := e.(*ast.BinaryExpression)
	return ok && b.Operator == token.PLUS
}

// isText reports whether an expression is a string by its form.
func isText(e ast.Expression) bool {
	switch e := e.(type) {
	case *ast.StringLiteral:
		return true
	case *ast.TemplateLiteral:
		return e.Tag == nil
	case *ast.BinaryExpression:
		return e.Operator == token.PLUS && (isText(e.Left) || isText(e.Right))
	}
	return false
}

// rewrite makes accumulators of variables. What is read is replaced before what is assigned, and inner assignments before
// outer ones, whatever variables they are of, so that the moved parts are up to date.
func rewrite(variables []*variable) {
	var assignments []*use
	for _, v := range variables {
		assignments = append(assignments, v.readAll()...)
	}
	slices.SortFunc(assignments, func(a, b *use) int { return cmp.Compare(b.number, a.number) })
	for _, u := range assignments {
		u.write()
	}
	for _, v := range variables {
		start := v.declaration.Initializer
		v.declaration.Initializer = call(&ast.Identifier{Name: NewText, Idx: start.Idx0()}, start)
	}
}

// readAll replaces the variable by its value wherever it is read, and gives its assignments.
func (v *variable) readAll() (assignments []*use) {
	marks := false
	repeated := make(map[*ast.Expression]bool)
	for i := range v.uses {
		u := &v.uses[i]
		if u.assign == nil {
			continue
		}
		assignments = append(assignments, u)
		marks = marks || u.around || u.scope.function != v.scope.function
		if first := u.repeats(); first != nil {
			*first = emptyText(u.id)
			repeated[first], u.repeated = true, true
		}
	}
	for _, u := range v.uses {
		if u.assign == nil && !(u.slot.Type() == expressionType && repeated[u.slot.Addr().Interface().(*ast.Expression)]) {
			u.read()
		}
	}
	for _, u := range assignments {
		u.marked = marks
	}
	return assignments
}

// read replaces the variable by its value.
func (u *use) read() {
	value := member(u.id, TextValue)
	if u.slot.Type() == propertyType {
		key := &ast.StringLiteral{Idx: u.id.Idx, Literal: u.id.Name.String(), Value: u.id.Name}
		u.slot.Set(reflect.ValueOf(&ast.PropertyKeyed{Key: key, Kind: ast.PropertyKindValue, Value: value}))
		return
	}
	u.slot.Set(reflect.ValueOf(value))
}

// write replaces an assignment by a call.
func (u *use) write() {
	if u.assign.Operator == token.ASSIGN && !u.repeated {
		u.slot.Set(reflect.ValueOf(call(member(u.id, TextSet), u.assign.Right)))
		return
	}
	args := []ast.Expression{asText(u.assign.Right)}
	if u.marked {
		args = []ast.Expression{member(u.id, TextMark), args[0]}
	}
	appending := call(member(u.id, TextAdd), args...)
	if !u.statement {
		appending = &ast.SequenceExpression{Sequence: []ast.Expression{appending, member(u.id, TextValue)}}
	}
	u.slot.Set(reflect.ValueOf(appending))
}

func member(id *ast.Identifier, name unistring.String) ast.Expression {
	return &ast.DotExpression{Left: id, Identifier: ast.Identifier{Name: name, Idx: id.Idx}}
}

func call(f ast.Expression, args ...ast.Expression) ast.Expression {
	return &ast.CallExpression{
		Callee: f, ArgumentList: args, LeftParenthesis: f.Idx0(), RightParenthesis: f.Idx0(),
	}
}
