package source

import (
	"reflect"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// survey walks a tree and notes how every name is used. It sees each identifier there is, by way of reflection, and
// understands only some of the places where one can stand: a variable is left alone unless all its mentions are
// understood, so that syntax which is not known here can do no harm.
type survey struct {
	variables map[unistring.String]*variable
	scope     scope
	functions int // seen so far, to number them
	uses      int // as well
}

// The static types of the places in a tree.
var (
	expressionType = reflect.TypeFor[ast.Expression]()
	propertyType   = reflect.TypeFor[ast.Property]()
	identifierType = reflect.TypeFor[ast.Identifier]()
)

func (s *survey) variable(name unistring.String) *variable {
	v := s.variables[name]
	if v == nil {
		v = &variable{}
		s.variables[name] = v
	}
	return v
}

// walk visits what v holds. target says that v is in a pattern, where an identifier is assigned to or declared.
func (s *survey) walk(v reflect.Value, target bool) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		if id, ok := v.Interface().(*ast.Identifier); ok {
			s.mention(v, id, target)
			return
		}
		s.walkNode(v, target)
	case reflect.Pointer:
		if !v.IsNil() {
			s.walk(v.Elem(), target)
		}
	case reflect.Slice:
		for i := range v.Len() {
			s.walk(v.Index(i), target)
		}
	case reflect.Struct:
		if v.Type() == identifierType {
			s.variable(v.Interface().(ast.Identifier).Name).mentions++
			return
		}
		s.walkStruct(v, target)
	}
}

// mention notes an identifier that stands where an expression can, or a property of the same name as its value.
func (s *survey) mention(slot reflect.Value, id *ast.Identifier, target bool) {
	v := s.variable(id.Name)
	v.mentions++
	if !target && (slot.Type() == expressionType || slot.Type() == propertyType) {
		s.uses++
		v.uses = append(v.uses, use{number: s.uses, slot: slot, id: id, scope: s.scope})
	}
}

// walkNode visits the node that an interface holds.
func (s *survey) walkNode(v reflect.Value, target bool) {
	switch n := v.Interface().(type) {
	case *ast.ExpressionStatement:
		if a, ok := n.Expression.(*ast.AssignExpression); ok {
			s.assignment(reflect.ValueOf(n).Elem().FieldByName("Expression"), a, true, false)
			return
		}
	case *ast.AssignExpression:
		s.assignment(v, n, false, target)
		return
	case *ast.UnaryExpression:
		switch n.Operator {
		case token.TYPEOF, token.DELETE, token.INCREMENT, token.DECREMENT:
			s.walk(v.Elem(), true)
			return
		}
	case *ast.LexicalDeclaration:
		s.declaration(n)
	case *ast.PropertyShort:
		if !target && n.Initializer == nil {
			s.mention(v, &n.Name, false)
			return
		}
	case *ast.ArrayPattern, *ast.ObjectPattern, *ast.ForIntoExpression:
		target = true
	case *ast.ForStatement, *ast.ForInStatement, *ast.ForOfStatement, *ast.WhileStatement, *ast.DoWhileStatement:
		s.scope.loops++
		s.walk(v.Elem(), false)
		s.scope.loops--
		return
	case *ast.PropertyKeyed:
		// In a pattern, its value is a target.
	default:
		target = false
	}
	s.walk(v.Elem(), target)
}

// walkStruct visits the fields of a node. A function or a class is a scope of its own, and the rest of its parameters
// stands where an expression could.
func (s *survey) walkStruct(v reflect.Value, target bool) {
	switch v.Addr().Interface().(type) {
	case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral, *ast.ClassLiteral:
		outer := s.scope
		defer func() { s.scope = outer }()
		s.functions++
		s.scope = scope{function: s.functions}
	case *ast.ParameterList:
		target = true
	}
	for i := range v.NumField() {
		switch field := v.Type().Field(i); field.Name {
		case "DeclarationList", "File":
			continue // lists what the body holds anyway
		case "Identifier":
			if v.Type() == reflect.TypeFor[ast.DotExpression]() {
				continue // the name of a property
			}
		}
		if field := v.Field(i); !hasNoNodes(field.Kind()) {
			s.walk(field, target)
		}
	}
}

func hasNoNodes(k reflect.Kind) bool {
	return k != reflect.Interface && k != reflect.Pointer && k != reflect.Slice && k != reflect.Struct
}

// assignment notes what is assigned to a plain variable. A target in a pattern with a default is not understood.
func (s *survey) assignment(slot reflect.Value, a *ast.AssignExpression, statement, target bool) {
	id, ok := a.Left.(*ast.Identifier)
	if !ok || target {
		node := reflect.ValueOf(a).Elem()
		s.walk(node.FieldByName("Left"), target || ok)
		s.walk(node.FieldByName("Right"), false)
		return
	}
	v := s.variable(id.Name)
	v.mentions++
	this := len(v.uses)
	s.uses++
	v.uses = append(v.uses, use{number: s.uses, slot: slot, id: id, assign: a, statement: statement, scope: s.scope})
	s.walk(reflect.ValueOf(a).Elem().FieldByName("Right"), false)
	for _, inner := range v.uses[this+1:] {
		v.uses[this].around = v.uses[this].around || inner.assign != nil
	}
}

// declaration notes the variables that a let statement declares as strings.
func (s *survey) declaration(n *ast.LexicalDeclaration) {
	for _, b := range n.List {
		id, ok := b.Target.(*ast.Identifier)
		if !ok || n.Token != token.LET || b.Initializer == nil || !isText(b.Initializer) {
			continue
		}
		v := s.variable(id.Name)
		if v.declaration != nil {
			v.mentions++ // declared twice: not understood
		}
		v.declaration, v.scope = b, s.scope
	}
}
