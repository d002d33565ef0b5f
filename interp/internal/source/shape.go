package source

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// wrapperBody finds the statements of the program in the tree of its wrapped text: the body of the one function that is
// called at the top level. nil: the text breaks out of the wrapper.
func wrapperBody(tree *ast.Program) *ast.BlockStatement {
	var body *ast.BlockStatement
	for _, statement := range tree.Body {
		expression, ok := statement.(*ast.ExpressionStatement)
		if !ok {
			continue // a helper of esbuild's
		}
		call, ok := expression.Expression.(*ast.CallExpression)
		if !ok || body != nil {
			return nil
		}
		arrow, ok := call.Callee.(*ast.ArrowFunctionLiteral)
		if !ok {
			return nil
		}
		body, _ = arrow.Body.(*ast.BlockStatement)
	}
	return body
}

// giveValue makes the last expression of a body its value where the body returns nothing by itself: the expression as
// such, a call of the function that it is, or a call of the function named entry.
func giveValue(body *ast.BlockStatement, entry string) {
	if returns(body.List) {
		return
	}
	at := body.RightBrace
	if entry == "" && onlyDeclares(body.List) && declares(body.List, "main") {
		entry = "main"
	}
	if entry != "" {
		body.List = append(body.List, returnOf(at, entryCall(at, entry)))
		return
	}
	for i := len(body.List) - 1; i >= 0; i-- {
		switch last := body.List[i].(type) {
		case *ast.EmptyStatement, *ast.FunctionDeclaration, *ast.ClassDeclaration:
			continue
		case *ast.ExpressionStatement:
			body.List[i] = returnOf(last.Idx0(), valueOf(last.Expression))
		}
		return
	}
}

// valueOf is an expression, or the call of the function that it spells out.
func valueOf(e ast.Expression) ast.Expression {
	switch e.(type) {
	case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
		return &ast.CallExpression{Callee: e, LeftParenthesis: e.Idx1(), RightParenthesis: e.Idx1()}
	}
	return e
}

func returnOf(at file.Idx, e ast.Expression) ast.Statement {
	return &ast.ReturnStatement{Return: at, Argument: e}
}

// entryCall is the variable of that name, called if it is a function: typeof name === "function" ? name() : name.
func entryCall(at file.Idx, name string) ast.Expression {
	id := &ast.Identifier{Name: unistring.NewFromString(name), Idx: at}
	return &ast.ConditionalExpression{
		Test: &ast.BinaryExpression{
			Operator: token.STRICT_EQUAL,
			Left:     &ast.UnaryExpression{Operator: token.TYPEOF, Idx: at, Operand: id},
			Right:    &ast.StringLiteral{Idx: at, Literal: `"function"`, Value: "function"},
		},
		Consequent: &ast.CallExpression{Callee: id, LeftParenthesis: at, RightParenthesis: at},
		Alternate:  id,
	}
}

// onlyDeclares reports whether statements do nothing but declare.
func onlyDeclares(list []ast.Statement) bool {
	for _, statement := range list {
		switch statement.(type) {
		case *ast.FunctionDeclaration, *ast.ClassDeclaration, *ast.LexicalDeclaration, *ast.VariableStatement,
			*ast.EmptyStatement:
		default:
			return false
		}
	}
	return true
}

func declares(list []ast.Statement, name unistring.String) bool {
	for _, statement := range list {
		switch s := statement.(type) {
		case *ast.FunctionDeclaration:
			if s.Function.Name.Name == name {
				return true
			}
		case *ast.LexicalDeclaration:
			for _, b := range s.List {
				if id, ok := b.Target.(*ast.Identifier); ok && id.Name == name && isFunction(b.Initializer) {
					return true
				}
			}
		}
	}
	return false
}

func isFunction(e ast.Expression) bool {
	switch e.(type) {
	case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
		return true
	}
	return false
}

// returns reports whether statements have a return of their own, outside the functions in them.
func returns(list []ast.Statement) bool {
	for _, statement := range list {
		if returnsIn(statement) {
			return true
		}
	}
	return false
}

func returnsIn(statement ast.Statement) bool {
	switch s := statement.(type) {
	case *ast.ReturnStatement:
		return true
	case *ast.BlockStatement:
		return s != nil && returns(s.List)
	case *ast.IfStatement:
		return returnsIn(s.Consequent) || s.Alternate != nil && returnsIn(s.Alternate)
	case *ast.ForStatement:
		return returnsIn(s.Body)
	case *ast.ForInStatement:
		return returnsIn(s.Body)
	case *ast.ForOfStatement:
		return returnsIn(s.Body)
	case *ast.WhileStatement:
		return returnsIn(s.Body)
	case *ast.DoWhileStatement:
		return returnsIn(s.Body)
	case *ast.LabelledStatement:
		return returnsIn(s.Statement)
	case *ast.TryStatement:
		return returns(s.Body.List) || s.Catch != nil && returns(s.Catch.Body.List) || returnsIn(s.Finally)
	case *ast.SwitchStatement:
		for _, c := range s.Body {
			if returns(c.Consequent) {
				return true
			}
		}
	}
	return false
}
