package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/runcode-dev/runcode/gate/shell/program"
)

// collector walks a tree and gathers its parts. Only the nodes named in it are understood; every other is unknown, and
// still looked into for the commands it holds.
type collector struct {
	opts    *Options
	parts   []Part
	unknown string

	depth  int        // of groups, loops and conditions around
	nested bool       // inside something that is not a command of its own
	time   []Word     // words of a time clause whose command has not come yet
	around []Redirect // of the groups around

	within   string          // why what stands here is more than it says; empty: it is not
	vars     map[string]Word // values that variables of loops have here
	rounds   int             // that loops have gone by now
	size     int             // of all words by now, in bytes
	used     map[string]bool // such variables that were used
	assigned map[string]bool // plain variables that are set by other means

	usesVariable bool // a word has the value of a variable in it
	setsVariable bool // a variable may have been set by then
}

// collect gathers the parts of a tree.
func collect(tree *syntax.File, opts *Options) *collector {
	c := &collector{
		opts: opts, parts: make([]Part, 0, 8), vars: map[string]Word{}, used: map[string]bool{}, assigned: map[string]bool{},
	}
	c.statements(tree.Stmts)
	for name := range c.used {
		if c.assigned[name] {
			c.fail("the variable " + name + " of a loop is set in another way too")
		}
	}
	if c.usesVariable && c.setsVariable {
		c.fail("a variable is set and used in one command")
	}
	return c
}

func (c *collector) fail(why string) {
	if c.unknown == "" {
		c.unknown = why
	}
}

func (c *collector) statements(stmts []*syntax.Stmt) {
	for _, s := range stmts {
		c.statement(s)
	}
}

func (c *collector) statement(s *syntax.Stmt) {
	if s.Coprocess || s.Disown {
		c.fail("a coprocess")
	}
	redirects := make([]Redirect, 0, len(s.Redirs))
	for _, r := range s.Redirs {
		redirects = append(redirects, c.redirect(r))
	}
	from := len(c.parts)
	switch cmd := s.Cmd.(type) {
	case nil:
		c.add(Part{Redirects: redirects})
	case *syntax.CallExpr:
		c.call(cmd, redirects)
	case *syntax.DeclClause:
		c.declaration(cmd, redirects)
	default:
		c.inside(redirects, func() { c.compound(cmd) })
		if len(c.parts) == from && len(redirects) > 0 {
			c.add(Part{Redirects: redirects}) // there is no command inside that has them
		}
	}
	if s.Background {
		for i := range c.parts[from:] {
			c.parts[from+i].background = true
		}
	}
}

// maxAround bounds the redirections of the groups around a command.
const maxAround = 64

// inside walks what the redirections of a group reach.
func (c *collector) inside(redirects []Redirect, walk func()) {
	before := c.around
	if len(before)+len(redirects) > maxAround {
		c.fail("there are too many redirections around a command")
	} else {
		c.around = slices.Concat(before, redirects)
	}
	walk()
	c.around = before
}

// add appends a part, with the redirections of the groups around it.
func (c *collector) add(p Part) {
	p.Redirects = append(p.Redirects, c.around...)
	p.Nested, p.compound, p.within = c.nested, c.depth > 0, c.within
	if len(c.time) > 0 {
		p.Words = append(c.time, p.Words...)
		c.time = nil
	}
	c.parts = append(c.parts, p)
}

// compound walks a command that is made of others.
func (c *collector) compound(cmd syntax.Command) {
	switch cmd := cmd.(type) {
	case *syntax.BinaryCmd:
		if cmd.Op == syntax.PipeAll {
			c.fail("|& is read by some shells only")
		}
		c.statement(cmd.X)
		from := len(c.parts)
		c.statement(cmd.Y)
		if cmd.Op == syntax.Pipe && from > 0 && from < len(c.parts) {
			c.parts[from].piped = true
		}
	case *syntax.TimeClause:
		c.timed(cmd)
	case *syntax.Block:
		c.in("it stands in a group", cmd.Stmts)
	case *syntax.Subshell:
		c.in("it stands in a group", cmd.Stmts)
	case *syntax.IfClause:
		for ; cmd != nil; cmd = cmd.Else {
			c.group(cmd.Cond)
			c.group(cmd.Then)
		}
	case *syntax.WhileClause:
		c.while(cmd)
	case *syntax.TestClause:
		c.test(cmd)
	case *syntax.ForClause:
		c.loop(cmd)
	case *syntax.CaseClause:
		c.choice(cmd)
	case *syntax.FuncDecl:
		c.fail("a function may take the name of any command")
		c.in("it stands in a function", []*syntax.Stmt{cmd.Body})
	default:
		c.fail("a construct that is not understood")
		c.search(cmd)
	}
}

func (c *collector) group(stmts []*syntax.Stmt) {
	c.depth++
	c.statements(stmts)
	c.depth--
}

// in walks a group in which what only reads is more than that.
func (c *collector) in(why string, stmts []*syntax.Stmt) {
	before := c.within
	c.within = why
	c.group(stmts)
	c.within = before
}

// timed takes a time clause as the command of that name in front of the first command in it, which is how shells without
// the clause read it.
func (c *collector) timed(cmd *syntax.TimeClause) {
	c.time = append(c.time, Word{Text: "time"})
	if cmd.PosixFormat {
		c.time = append(c.time, Word{Text: "-p"})
	}
	if cmd.Stmt == nil {
		c.add(Part{})
		return
	}
	c.statement(cmd.Stmt)
}

func (c *collector) choice(cmd *syntax.CaseClause) {
	c.word(cmd.Word)
	for _, item := range cmd.Items {
		for _, p := range item.Patterns {
			c.word(p)
		}
		c.group(item.Stmts)
	}
}

func (c *collector) call(cmd *syntax.CallExpr, redirects []Redirect) {
	p := Part{Redirects: redirects}
	for _, a := range cmd.Assigns {
		p.Assigns = append(p.Assigns, c.assign(a))
	}
	if len(cmd.Args) == 0 {
		c.setsVariable = true
		for _, a := range p.Assigns {
			c.assigned[a.Name] = true
		}
	} else {
		p.Words = make([]Word, 0, len(cmd.Args))
	}
	for i, arg := range cmd.Args {
		w := c.word(arg)
		if i == 0 && w.Kind != program.Literal {
			c.fail("the name of the command is known only when it runs")
		}
		p.Words = append(p.Words, w)
	}
	if why := evaluates(p.Words); why != "" {
		c.fail(why)
	}
	c.sets(p.Words)
	p.sets = declared(p.Words)
	c.add(p)
}

// sets notes the variables that a command of the shell sets. What is read into plain ones changes no other word.
func (c *collector) sets(words []Word) {
	if !setsVariables(words) {
		return
	}
	onlyPlain := words[0].Is("read")
	for _, w := range words[1:] {
		name, _, _ := strings.Cut(w.Text, "=")
		c.assigned[name] = true
		onlyPlain = onlyPlain && (w.Is("-r") || program.PlainVariable(w.Text))
	}
	c.setsVariable = c.setsVariable || !onlyPlain
}

// declaration takes export, readonly, declare and their kin as the command of that name with its words, which is how
// shells that do not know them as syntax read them.
func (c *collector) declaration(cmd *syntax.DeclClause, redirects []Redirect) {
	p := Part{Redirects: redirects, Words: []Word{{Text: cmd.Variant.Value}}}
	for _, a := range cmd.Args {
		p.Words = append(p.Words, c.declarationWord(a))
	}
	if why := evaluates(p.Words); why != "" {
		c.fail(why)
	}
	c.setsVariable = true
	for _, w := range p.Words[1:] {
		name, _, _ := strings.Cut(w.Text, "=")
		c.assigned[name] = true
	}
	p.sets = declared(p.Words)
	c.add(p)
}

func (c *collector) declarationWord(a *syntax.Assign) Word {
	if a.Name == nil {
		return c.word(a.Value)
	}
	if a.Naked && a.Index == nil {
		return Word{Text: a.Name.Value}
	}
	as := c.assign(a)
	w := Word{Text: as.Name + "=" + as.Value.Text, Kind: as.Value.Kind}
	if as.odd {
		w.Kind = program.Dynamic
	}
	return w
}

func (c *collector) assign(a *syntax.Assign) Assign {
	as := Assign{Name: a.Name.Value, odd: a.Append || a.Index != nil || a.Array != nil}
	if as.odd {
		c.fail("an assignment to an array or a subscript may run commands")
		c.search(a)
	}
	if a.Value != nil {
		as.Value = c.word(a.Value)
		if as.Value.Kind == program.Pattern {
			as.Value.Kind = program.Literal // no names are looked for in the value of a variable
		}
	}
	return as
}

func (c *collector) redirect(r *syntax.Redirect) Redirect {
	red := Redirect{Op: r.Op.String()}
	if r.N != nil {
		red.FD = r.N.Value
		if len(red.FD) != 1 || red.FD[0] < '0' || red.FD[0] > '9' {
			c.fail("a file descriptor that shells read differently")
		}
	}
	red.Target = c.word(r.Word)
	switch red.Target.Kind {
	case program.Pattern:
		c.fail("the target of a redirection is a pattern, which shells read differently")
	case program.Data:
		c.fail("the target of a redirection is known only when it runs")
	}
	switch r.Op {
	case syntax.RdrIn:
		if device(red.Target.Text) {
			c.fail("the input is a device or a connection")
		}
	case syntax.RdrOut, syntax.AppOut, syntax.RdrInOut, syntax.RdrClob:
		red.Write = !harmlessTarget(r)
	case syntax.DplIn, syntax.DplOut:
		if !descriptor(r.Word) {
			c.fail("a copied file descriptor that shells read differently")
		}
	case syntax.Hdoc, syntax.DashHdoc:
		c.document(r, &red)
	default:
		if r.Op == syntax.WordHdoc {
			red.Body = red.Target
		}
		red.Write = true
		c.fail("the redirection " + red.Op + " is read by some shells only")
	}
	return red
}

// document takes a here-document. Its body is data when the delimiter is quoted as a whole, or when nothing in it could
// be expanded.
func (c *collector) document(r *syntax.Redirect, red *Redirect) {
	quoting := quotingOf(r.Word)
	if quoting == partly {
		c.fail("the delimiter of a here-document is quoted in part")
	}
	if r.Hdoc == nil {
		return
	}
	for _, part := range r.Hdoc.Parts {
		l, ok := part.(*syntax.Lit)
		if !ok || quoting != wholly && strings.Contains(l.Value, `\`) {
			red.Body.Kind = program.Dynamic
			c.fail("a here-document with expansions in it")
			c.search(r.Hdoc)
			return
		}
		red.Body.Text += l.Value
	}
}

// word decodes a word. What is dynamic makes the command unknown, and is looked into for commands.
func (c *collector) word(word *syntax.Word) Word {
	w, d := decode(word, c.opts, c.vars)
	c.size += len(w.Text)
	c.usesVariable = c.usesVariable || d.used
	for _, name := range d.bound {
		c.used[name] = true
	}
	if w.Kind == program.Dynamic {
		c.fail("the word " + quote(w.Text) + " is known only when it runs")
		c.search(word)
	}
	return w
}

// search gathers what is inside of what is not understood: the commands, as nested ones, and the words, as those of a
// command that nobody knows.
func (c *collector) search(node syntax.Node) {
	before := c.nested
	c.nested = true
	words := []Word{{}}
	syntax.Walk(node, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Stmt:
			c.statement(n)
			return false
		case *syntax.Word:
			w, _ := decode(n, c.opts, c.vars)
			words = append(words, w)
		}
		return true
	})
	if len(words) > 1 {
		c.parts = append(c.parts, Part{Words: words, Nested: true})
	}
	c.nested = before
}
