package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/runcode-dev/runcode/gate/shell/program"
)

// MaxLength is the greatest length, in bytes, of a command that is analysed. A longer one is unknown.
const MaxLength = 10_000

// Options says what the analysis may know about the place where the command would run. The zero value knows nothing: then
// more is unknown.
type Options struct {
	// Home and Dir are the values that $HOME and $PWD have when the command starts, absolute. Empty: words that begin
	// with them, or with "~", are dynamic.
	Home, Dir string

	// Judged says that package run runs the command, and so judges each program that it starts once more. Only then may
	// programs that only read work on what nobody knows before: for xargs, or in a loop over lines.
	Judged bool

	// System says that the system's shell runs the command, unless it only reads as a whole: nobody then judges, nor confines,
	// what it comes to. So each part that is allowed by rules takes a rule of its own, and no rule with a prefix covers one
	// whose files are not all in its words: patterns, and walks through directories.
	System bool

	// Away says that Dir is not the directory that rules are meant for: those with words cover only what reads there.
	Away bool

	// Protected reports whether a file, by its path, runs or configures something later on. No rule with a prefix covers a
	// command that may change such a file. It is called as Resolve is. nil: there are none.
	Protected func(path string) bool

	// Forbidden returns the rule that keeps a file, by its path, from tools that read files; empty: none does. A command that
	// reads it does more than reading for the rules. It is called as Resolve is. nil: there are none.
	Forbidden func(path string) (rule string)

	// Resolve returns the real path of a file after symlinks, for the search for secrets. It is called with whatever could
	// be a path, absolute when Dir is known. nil, and an empty answer: the path as it is given.
	Resolve func(path string) string

	// Settings says why a program, "git" or "npm", cannot be trusted to only read in Dir: settings there name programs to
	// run, or files to print. An empty answer: it can. nil: none can.
	Settings func(program string) string
}

// Word is one word of a command line.
type Word = program.Word

// Analysis is what a command would do.
type Analysis struct {
	// Text is what must run in place of the command as it was written: the same with continuation lines joined.
	Text string

	// Tree is the syntax tree of Text as bash reads it; nil: it cannot be parsed, and Unknown says why.
	Tree *syntax.File

	// Parts are the simple commands, and assignments and redirections that stand alone, in the order of the text. Those
	// that are nested in another stand behind it.
	Parts []Part

	Unknown  string // why it is not understood in full; empty: it is
	Floor    string // why it is denied whatever the rules say; empty: it is not
	ReadOnly bool   // every part only reads
	InPlace  bool   // a word has the value of Home or Dir in it, so that the command must run where they are true
	Why      string // why it does not only read; empty when it does
}

// Part is one simple command.
type Part struct {
	// Words is the command line as written, decoded. No words: assignments or redirections stand alone.
	Words []Word

	Assigns   []Assign   // in front of the words, or alone
	Redirects []Redirect // of the command, or of the group around it

	// Nested parts are run by the part before them that is not nested, or by the shell to make its words: the text of
	// sh -c, a command substitution. They are found for the floor, deny and ask rules, and never prove anything.
	Nested bool

	ReadOnly bool   // it only reads, where it stands
	Why      string // why it does not only read; empty when it does

	unjudged   bool     // see [Options.System]
	unseen     bool     // not all files that it opens are in its words, and nobody looks when it opens them
	sets       []Assign // what the command itself sets: export, declare, env and its like
	background bool
	compound   bool     // in a group, loop or condition
	within     string   // why what only reads is more than that where it stands; empty: it is not
	piped      bool     // the part before it writes its input
	moved      bool     // it may run in another directory than the whole command
	pure       bool     // the command line alone only reads
	reaches    bool     // it does more than read, and names a protected file
	launches   bool     // it runs another command line, and is more than that
	proven     []Word   // the words without launchers that change nothing, behind assignments that are not harmless; nil: not proven
	forms      [][]Word // every command line that deny and ask rules look at
}

// Assign is one assignment.
type Assign struct {
	Name  string
	Value Word
	odd   bool // an array, a subscript or an append
}

// Redirect is one redirection.
type Redirect struct {
	Op     string // as written: "<", ">>", "<<"
	FD     string // the digit in front; empty: the default
	Target Word   // file, descriptor, or the delimiter of a here-document
	Body   Word   // of a here-document, or a here-string
	Write  bool   // it may create or change a file; the null device and the standard streams do not count
}

// Analyze says what a command would do. opts may be nil. It never fails: what it cannot understand is in Unknown. It is
// pure but for the functions in opts, and safe for concurrent use when they are.
func Analyze(command string, opts *Options) *Analysis {
	if opts == nil {
		opts = &Options{}
	}
	return analyze(command, opts, &budget{texts: maxTexts})
}

// maxTexts and maxDepth bound how many texts of commands are read inside of one command, and how deep in one another.
const (
	maxTexts = 32
	maxDepth = 4
)

// budget is what is left of those bounds.
type budget struct{ texts, depth int }

// inner reads a text inside of a command.
func (b *budget) inner(text string, opts *Options) *Analysis {
	b.texts--
	if b.texts < 0 || b.depth >= maxDepth {
		a := &Analysis{Text: text, Parts: tokens(text)}
		for i := range a.Parts {
			p := &a.Parts[i]
			for from := range p.Words { // any of them may begin a command
				p.forms = append(p.forms, p.Words[from:])
			}
		}
		return a.unknown("there are too many commands inside of one another")
	}
	b.depth++
	defer func() { b.depth-- }()
	return analyze(text, opts, b)
}

func analyze(command string, opts *Options, b *budget) *Analysis {
	a := &Analysis{Text: join(command)}
	if why := refuseText(command); why != "" {
		a.unknown(why)
		a.Parts = tokens(a.Text)
	} else {
		a.read(command, opts)
	}
	a.nest(opts, b)
	a.judge(opts)
	return a
}

// unknown notes why the command is not understood; the first reason stays.
func (a *Analysis) unknown(why string) *Analysis {
	if a.Unknown == "" {
		a.Unknown = why
	}
	a.ReadOnly, a.Why = false, a.Unknown
	return a
}

// dialects are the shells that the command could be read by. What they disagree about is unknown.
var dialects = [...]syntax.LangVariant{syntax.LangBash, syntax.LangPOSIX}

// read parses the command as each dialect reads it, with and without its continuation lines joined: a parser and a shell
// may join them at different times. All readings must have the same parts.
func (a *Analysis) read(command string, opts *Options) {
	texts := []string{a.Text}
	if command != a.Text {
		texts = append(texts, command)
	}
	parser := syntax.NewParser()
	var first *collector // the reading that the others must agree with
	for i, text := range texts {
		for _, dialect := range dialects {
			tree, err := parse(parser, text, dialect)
			if err != nil {
				a.unknown("the syntax is not understood: " + reason(err))
				a.differs(tokens(a.Text))
				continue
			}
			if i == 0 && dialect == syntax.LangBash {
				a.Tree = tree
			}
			c := collect(tree, opts)
			if c.unknown != "" {
				a.unknown(c.unknown)
			}
			a.InPlace = a.InPlace || c.usesVariable
			switch {
			case first == nil:
				first = c
				a.Parts = append(c.parts, a.Parts...)
			case !sameParts(direct(first.parts), direct(c.parts)):
				a.unknown("shells read it differently")
				a.differs(c.parts)
			}
		}
	}
	if len(direct(a.Parts)) == 0 {
		a.unknown("there is no command")
	}
}

// differs adds the parts of another reading, for the floor and the deny rules.
func (a *Analysis) differs(parts []Part) { a.Parts = append(a.Parts, nested(parts)...) }

// direct returns the parts that are not nested.
func direct(parts []Part) []Part {
	if !slices.ContainsFunc(parts, func(p Part) bool { return p.Nested }) {
		return parts
	}
	return slices.DeleteFunc(slices.Clone(parts), func(p Part) bool { return p.Nested })
}

// nested marks parts as nested.
func nested(parts []Part) []Part {
	for i := range parts {
		parts[i].Nested = true
	}
	return parts
}

func sameParts(a, b []Part) bool {
	return slices.EqualFunc(a, b, func(p, q Part) bool {
		return slices.Equal(p.Words, q.Words) && slices.Equal(p.Assigns, q.Assigns) &&
			slices.Equal(p.Redirects, q.Redirects) && p.background == q.background && p.compound == q.compound && p.within == q.within
	})
}

// Straight reports whether the command is understood, and each of its parts runs at most once and not in the background: it
// has no group, loop or condition. So it cannot run on by itself.
func (a *Analysis) Straight() bool {
	return a.Unknown == "" && !slices.ContainsFunc(a.Parts, func(p Part) bool { return p.compound || p.background })
}

// Spawns reports whether a part may start programs that are not named in the command, as git does by itself. They can leave
// processes behind.
func (a *Analysis) Spawns() bool {
	return slices.ContainsFunc(a.Parts, func(p Part) bool {
		command, _ := prove(p.Words)
		name, _ := nameOf(command)
		return name == "git" || name == "npm"
	})
}

// Key is what an approval of the command for the session is kept under: its syntax in one form, and the directory where it
// runs. The environment belongs to whoever runs it and must not differ. Empty: it must be asked about each time.
func (a *Analysis) Key(dir string) string {
	if a.Unknown != "" || a.Floor != "" || a.Tree == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(dir)
	b.WriteByte(0)
	if err := syntax.NewPrinter().Print(&b, a.Tree); err != nil {
		return ""
	}
	return b.String()
}
