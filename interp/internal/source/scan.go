package source

import "strings"

// The nesting that a program may have. Parsers, printers and compilers call themselves for each level, and a Go program
// that runs out of stack cannot be saved.
const (
	maxBrackets = 200  // brackets inside brackets
	maxChain    = 2000 // operators inside one another, as in a + b + c or if … else if … else if
)

// outline is what one pass over a text finds. It is made without recursion and never fails: where the text is not a
// program, it describes what a reader would see.
type outline struct {
	tooDeep    int      // offset at which the nesting exceeds what is allowed; -1: it does not
	unclosed   int      // offset of the last bracket, string or template that is never closed; -1: none
	extra      int      // offset of the first closing bracket that closes nothing; -1: none
	imports    []word   // `import` statements, import() and require() calls
	exports    []word   // `export` at the top level
	namespaces []word   // `namespace` and `module` at the top level
	blocks     [][2]int // from { to behind } of what stands in braces at the top level
}

type word struct {
	text string
	at   int
}

// scanner reads tokens just well enough to tell brackets in code from those in strings, comments, templates and regular
// expressions.
type scanner struct {
	text string
	pos  int
	out  *outline

	open  []bracket
	chain int // operators since the last separator, in the innermost bracket
	outer int // the same, summed over the brackets around it

	divides int    // up to here, slashes divide: a regular expression did not end in its line
	operand bool   // the last token ends an operand, so that a slash divides
	newline bool   // a line has ended since the last token
	closed  bool   // the last token closes a block
	fresh   bool   // a statement may start here
	last    string // the last word, if the last token was one; else the last punctuation character
}

type bracket struct {
	char      byte // ( [ { ` or $ for the ${ in a template
	at        int
	block     bool // { of a block; ( of a condition, after which an operand starts
	statement bool // { of a block in which statements stand
	chain     int
}

func scan(text string) *outline {
	s := &scanner{text: text, out: &outline{tooDeep: -1, unclosed: -1, extra: -1}, fresh: true, newline: true}
	for s.pos < len(text) && s.out.tooDeep < 0 {
		s.token()
	}
	if n := len(s.open); n > 0 && s.out.unclosed < 0 {
		s.out.unclosed = s.open[n-1].at
	}
	return s.out
}

func (s *scanner) token() {
	switch c := s.text[s.pos]; {
	case lineEnd(s.text[s.pos:]) > 0:
		s.newline = true
		s.pos += lineEnd(s.text[s.pos:])
	case spaceLength(s.text[s.pos:]) > 0:
		s.pos += spaceLength(s.text[s.pos:])
	case s.startsLineComment():
		s.pos += lineLength(s.text[s.pos:])
	case strings.HasPrefix(s.text[s.pos:], "/*"):
		s.blockComment()
	case c == '"' || c == '\'':
		s.startOperand()
		s.quoted(c)
		s.endOperand()
	case c == '`':
		s.startCall()
		s.push(bracket{char: '`', at: s.pos})
		s.pos++
		s.template()
	case isWordByte(c):
		s.word()
	case c == '(' || c == '[' || c == '{':
		s.openBracket(c)
	case c == ')' || c == ']' || c == '}':
		s.closeBracket(c)
	case c == '/' && !s.operand && s.pos >= s.divides:
		s.regexp()
	default:
		s.operator(c)
	}
}

// startsLineComment reports whether a comment starts here that ends with its line. To esbuild, the marks of comments in HTML
// start one too, the closing mark only at the start of a line.
func (s *scanner) startsLineComment() bool {
	rest := s.text[s.pos:]
	switch rest[0] {
	case '/':
		return strings.HasPrefix(rest, "//")
	case '<':
		return strings.HasPrefix(rest, "<!--")
	case '-':
		return s.newline && strings.HasPrefix(rest, "-->")
	case '#':
		return s.pos == 0 && strings.HasPrefix(rest, "#!")
	}
	return false
}

func (s *scanner) blockComment() {
	length := len(s.text) - s.pos
	if i := strings.Index(s.text[s.pos+2:], "*/"); i >= 0 {
		length = 2 + i + 2
	}
	if lineLength(s.text[s.pos:s.pos+length]) < length {
		s.newline = true
	}
	s.pos += length
}

// quoted skips a string, which ends at its quote or, being wrong, at the end of the line.
func (s *scanner) quoted(quote byte) {
	start := s.pos
	for s.pos++; s.pos < len(s.text); s.pos++ {
		switch s.text[s.pos] {
		case '\\':
			s.pos += max(lineEnd(s.text[s.pos+1:]), 1)
		case quote:
			s.pos++
			return
		case '\n', '\r':
			s.unclosed(start)
			return
		}
	}
	s.pos = len(s.text)
	s.unclosed(start)
}

func (s *scanner) unclosed(at int) {
	if s.out.unclosed < 0 {
		s.out.unclosed = at
	}
}

// template skips the text of a template up to its end or its next ${.
func (s *scanner) template() {
	for ; s.pos < len(s.text); s.pos++ {
		switch c := s.text[s.pos]; {
		case c == '\\':
			s.pos++
		case c == '`':
			s.pop()
			s.pos++
			s.endOperand()
			return
		case c == '$' && strings.HasPrefix(s.text[s.pos:], "${"):
			s.push(bracket{char: '$', at: s.pos})
			s.pos += 2
			s.endToken("{", false)
			return
		}
	}
	s.pos = len(s.text)
}

// regexp skips a regular expression, or treats the slash as an operator where the line ends first.
func (s *scanner) regexp() {
	s.startOperand()
	class, depth := false, 0
	i := s.pos + 1
	for ; i < len(s.text) && lineEnd(s.text[i:]) == 0; i++ {
		switch c := s.text[i]; {
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case class:
		case c == '(':
			if depth++; depth > maxBrackets {
				s.out.tooDeep = i
			}
		case c == ')':
			depth--
		case c == '/':
			s.pos = i + 1
			s.endOperand()
			return
		}
	}
	s.divides = i
	s.operator('/')
}

func (s *scanner) word() {
	start := s.pos
	s.pos += wordLength(s.text[s.pos:])
	w := s.text[start:s.pos]
	if s.last == "." { // a property, whatever its name
		s.endOperand()
		return
	}
	if infixWords[w] {
		s.settle(w)
		s.count()
	} else {
		s.startOperand()
	}
	if prefixWords[w] {
		s.count()
	}
	s.note(w, start)
	s.endToken(w, !infixWords[w] && !prefixWords[w] && !operandFollows[w])
}

// note records the words by which the form of a program is known.
func (s *scanner) note(w string, at int) {
	first := s.fresh && len(s.open) == 0
	rest := strings.TrimLeft(s.text[s.pos:], " \t\r\n")
	switch {
	case (w == "require" || w == "import") && strings.HasPrefix(rest, "("),
		w == "import" && first && !strings.HasPrefix(rest, "."):
		s.out.imports = append(s.out.imports, word{w, at})
	case w == "export" && first:
		s.out.exports = append(s.out.exports, word{w, at})
	case (w == "namespace" || w == "module") && first && rest != "" && isWordByte(rest[0]):
		s.out.namespaces = append(s.out.namespaces, word{w, at})
	}
}

func (s *scanner) openBracket(c byte) {
	b := bracket{char: c, at: s.pos}
	switch c {
	case '(':
		b.block = conditionWords[s.last]
	case '{':
		b.block = !s.operand && (s.fresh || s.last == ")" || s.last == ">" || blockWords[s.last]) ||
			s.operand && s.last == ")" || s.operand && isWord(s.last)
		b.statement = b.block
	}
	if c != '{' {
		s.startCall()
	} else {
		s.settle("")
	}
	s.push(b)
	s.pos++
	s.endToken(string(c), false)
	s.fresh = b.statement
}

func (s *scanner) closeBracket(c byte) {
	n := len(s.open)
	if n == 0 || !matches(s.open[n-1].char, c) {
		if s.out.extra < 0 {
			s.out.extra = s.pos
		}
		s.pos++
		s.endToken(string(c), c != '}')
		return
	}
	b := s.pop()
	s.pos++
	if b.char == '$' {
		s.template()
		return
	}
	if c == '}' && len(s.open) == 0 {
		s.out.blocks = append(s.out.blocks, [2]int{b.at, s.pos})
	}
	s.endToken(string(c), !b.block)
	s.closed = c == '}' && b.block
	s.fresh = s.closed
}

func matches(open, closing byte) bool {
	switch closing {
	case ')':
		return open == '('
	case ']':
		return open == '['
	default:
		return open == '{' || open == '$'
	}
}

func (s *scanner) operator(c byte) {
	s.settle("")
	s.pos++
	switch {
	case c == ',' || c == ';':
		s.chain = 0
		s.endToken(string(c), false)
		s.fresh = c == ';'
	case (c == '+' || c == '-') && strings.HasPrefix(s.text[s.pos:], string(c)):
		s.pos++ // what stands before or after it stays what it is
		s.operand = s.operand && !s.newline
		s.count()
	case c == '!' && s.operand && !s.newline && !strings.HasPrefix(s.text[s.pos:], "="):
		s.endOperand() // TypeScript's mark of what is not null
	default:
		s.count()
		s.endToken(string(c), false)
	}
}

// startOperand is called at a token that starts an operand. After another operand and a line end, it starts a statement.
func (s *scanner) startOperand() {
	s.settle("")
	if s.operand && s.newline {
		s.chain = 0
		s.fresh = true
	}
}

// startCall is called at a bracket or template that, after an operand, is one more level around it.
func (s *scanner) startCall() {
	s.settle("")
	if s.operand {
		s.count()
	}
}

// settle ends the statement of a block that has closed, unless the next word carries it on.
func (s *scanner) settle(next string) {
	if s.closed && !carriesOn[next] {
		s.chain = 0
	}
	s.closed = false
}

func (s *scanner) endOperand() { s.endToken("", true) }

func (s *scanner) endToken(last string, operand bool) {
	s.last, s.operand = last, operand
	s.newline, s.fresh = false, false
}

func (s *scanner) count() {
	if s.chain++; s.chain+s.outer > maxChain {
		s.out.tooDeep = min(s.pos, len(s.text)-1)
	}
}

func (s *scanner) push(b bracket) {
	b.chain = s.chain
	s.outer += s.chain
	s.chain = 0
	if s.open = append(s.open, b); len(s.open) > maxBrackets {
		s.out.tooDeep = b.at
	}
}

func (s *scanner) pop() bracket {
	n := len(s.open) - 1
	b := s.open[n]
	s.open = s.open[:n]
	s.chain = b.chain
	s.outer -= b.chain
	return b
}
