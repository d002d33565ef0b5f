package shell

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/runcode-dev/runcode/gate/shell/program"
	"github.com/runcode-dev/runcode/gate/shell/secret"
)

// nest finds the texts inside of parts that a shell would read, and adds their parts as nested ones.
func (a *Analysis) nest(opts *Options, b *budget) {
	parts := make([]Part, 0, len(a.Parts))
	for i, p := range a.Parts {
		var before *Part
		if p.piped && i > 0 {
			before = &a.Parts[i-1]
		}
		s := seen{}
		if len(p.Words) > 0 {
			s = look(p.Words)
		}
		if s.hidden {
			a.unknown("a text that a shell would read is known only when it runs")
		}
		p.forms = s.forms
		for _, f := range s.forms {
			if why := readsProgram(f); why != "" {
				a.unknown(why)
			}
		}
		p.sets, p.launches = append(p.sets, s.assigns...), s.launches
		parts = append(parts, p)
		for _, text := range append(s.texts, p.input(before)...) {
			inner := b.inner(text, opts)
			parts = append(parts, nested(inner.Parts)...)
			if inner.Unknown != "" {
				a.unknown(inner.Unknown)
			}
			if a.Floor == "" {
				a.Floor = inner.Floor
			}
		}
	}
	a.Parts = parts
}

// input returns the here-documents that a shell reads as its commands, and what the part before it prints for it.
func (p *Part) input(before *Part) []string {
	if !slices.ContainsFunc(p.forms, func(form []Word) bool { return isShell(baseName(form[0].Text)) }) {
		return nil
	}
	var texts []string
	for _, r := range p.Redirects {
		if r.Body.Text != "" {
			texts = append(texts, r.Body.Text)
		}
	}
	if text := before.prints(); text != "" {
		texts = append(texts, text)
	}
	return texts
}

// prints returns the text that echo or printf prints, as far as it is written in the command.
func (p *Part) prints() string {
	if p == nil || len(p.Words) < 2 {
		return ""
	}
	if name := baseName(p.Words[0].Text); name != "echo" && name != "printf" {
		return ""
	}
	words := p.Words[1:]
	for len(words) > 0 && isCluster(words[0].Text) {
		words = words[1:]
	}
	return strings.ReplaceAll(strings.Join(program.Texts(words), " "), `\n`, "\n")
}

// judge says of each part, and so of the whole, whether it only reads, and looks for what the floor refuses.
func (a *Analysis) judge(opts *Options) {
	j := judge{opts: opts}
	for i := range a.Parts {
		p := &a.Parts[i]
		p.moved = p.moved || j.moved || opts.Away
		j.part(p)
		if j.floor != "" && a.Floor == "" {
			a.Floor = j.floor
		}
		if word := p.data(); !p.Nested && !p.ReadOnly && word != nil {
			a.unknown("the word " + quote(word.Text) + " is known only when it runs")
		}
		if !p.Nested && !p.ReadOnly && a.Why == "" {
			a.Why = p.Why
		}
	}
	for i := range a.Parts {
		p := &a.Parts[i]
		p.moved = p.moved || j.moved && p.compound // a loop comes back to it
	}
	if j.moves > maxMoves {
		a.unknown("it changes the directory too often")
	}
	if j.home != "" && j.asksHome && a.Floor == "" {
		a.Floor = setting(j.home)
	}
	if a.Unknown != "" {
		a.Why = a.Unknown
	}
	a.ReadOnly = a.Why == ""
}

// judge goes through the parts of one command in order.
type judge struct {
	opts  *Options
	floor string // the first reason to refuse whatever the rules say

	moved   bool              // a part before changed the directory
	moves   int               // how often
	dir     string            // where to, relative to where the command starts unless absolute
	trouble map[string]string // what is known of the settings of programs

	looks int // paths that were held against the protected files

	home     string // a variable that says where the home is, and that is set
	asksHome bool   // a command may look there for what to run
}

func (j *judge) part(p *Part) {
	command, set := prove(p.Words)
	class := program.Classify(command)
	if j.opts.Judged && class.Why != "" {
		class = program.ClassifyJudged(command)
	}
	switch xargs, ok := program.ClassifyXargs(command); {
	case isLookup(command):
		class = program.Class{ReadOnly: true}
	case ok && j.opts.Judged && len(command) == len(p.Words): // no launcher starts it
		class = xargs
	}
	why := class.Why
	if name, _ := nameOf(command); why == "" && name == "cd" && p.compound {
		why = "where it goes hangs on a loop or condition"
	}
	if why == "" {
		why = firstOf(j.settings(p.Words[:len(p.Words)-len(command)], command), j.place(command, class.Paths))
	}
	kept := j.kept(command, class.Paths)
	why = firstOf(why, kept)
	p.proven = proven(slices.Concat(p.Assigns, set), command)
	p.pure = why == "" && len(p.Words) > 0
	p.reaches = kept != "" || !p.pure && j.reaches(p.Words)
	p.unjudged = j.opts.System
	p.unseen = p.unjudged && (program.Walks(command) != nil || slices.ContainsFunc(p.Words, func(w Word) bool { return w.Kind != program.Literal }))
	p.Why = firstOf(j.assignments(p), j.redirects(p), why, stands(p), p.starves(class))
	p.ReadOnly = p.Why == "" && len(p.Words) > 0
	for _, f := range class.Paths {
		j.secret(f)
	}
	for _, w := range p.Words[:len(p.Words)-len(command)] {
		j.secret(w.Text) // the words of launchers
	}
	onlyWords := p.Nested && len(p.Words) > 0 && p.Words[0] == Word{} // see collector.search
	if len(p.Words) > 0 && !onlyWords && !ignoresHome(p.Words[0].Text) {
		j.asksHome = true
	}
	j.move(command)
}

func setting(name string) string {
	return "setting " + name + " may make programs run something else than they say"
}

// proven makes the command line that allow rules see: assignments that are not harmless come first, so that a rule for
// the command alone does not cover them.
func proven(assigns []Assign, command []Word) []Word {
	if len(command) > 0 && (command[0].Text == "" || strings.Contains(command[0].Text, "=")) {
		return nil // it would look like nothing, or like an assignment
	}
	var line []Word
	for _, a := range assigns {
		if a.odd || a.Value.Kind != program.Literal {
			return nil
		}
		if !harmless(a) {
			line = append(line, Word{Text: a.Name + "=" + a.Value.Text})
		}
	}
	return append(line, withoutHarmlessGlobals(command)...)
}

// withoutHarmlessGlobals drops the global options of git that change nothing.
func withoutHarmlessGlobals(words []Word) []Word {
	if name, ok := nameOf(words); !ok || name != "git" {
		return words
	}
	rest := program.BehindGitGlobals(words[1:])
	if len(rest) == len(words)-1 {
		return words
	}
	return append([]Word{words[0]}, rest...)
}

// assignments returns why the assignments of a part are more than harmless, and notes the dangerous ones.
func (j *judge) assignments(p *Part) (why string) {
	for _, a := range slices.Concat(p.Assigns, p.sets) {
		if a.Name == "IFS" && len(p.Words) > 0 && p.Words[0].Is("read") && !a.odd && a.Value.Kind == program.Literal {
			continue // it says where what is read here is cut
		}
		switch {
		case dangerous(a) && namesHome(a.Name):
			j.home = a.Name
		case dangerous(a):
			j.refuse(setting(a.Name))
		}
		j.secret(a.Value.Text)
		if why == "" && !harmless(a) {
			why = "it sets the variable " + a.Name
		}
	}
	return why
}

// redirects returns why the redirections of a part write, and looks for secrets in what they read.
func (j *judge) redirects(p *Part) (why string) {
	for _, r := range p.Redirects {
		if r.Write && why == "" {
			why = "it writes to " + quote(r.Target.Text) + " (redirect)"
		}
		if r.Op == "<" || r.Op == "<>" {
			j.secret(r.Target.Text)
			why = firstOf(why, j.place(program.Literals("cat"), []string{r.Target.Text}), j.kept(nil, []string{r.Target.Text}))
		}
	}
	return why
}

// starves returns why a filter has nothing to work on: without input, it is a question what it is for.
func (p *Part) starves(class program.Class) string {
	if !class.Filter || p.piped {
		return ""
	}
	for _, r := range p.Redirects {
		if r.Op == "<" || r.Op == "<<" || r.Op == "<<-" {
			return ""
		}
	}
	return "nothing comes in that it could work on"
}

// data returns a word that is known only when the part runs; nil: there is none.
func (p *Part) data() *Word {
	for i := range p.Words {
		if p.Words[i].Kind == program.Data {
			return &p.Words[i]
		}
	}
	for i := range p.Assigns {
		if p.Assigns[i].Value.Kind == program.Data {
			return &p.Assigns[i].Value
		}
	}
	return nil
}

// stands returns why a part that only reads is more than that where it stands.
func stands(p *Part) string {
	switch {
	case p.Nested:
		return "it runs inside of another command"
	case p.background:
		return "it goes on in the background"
	case p.within != "":
		return p.within
	}
	return ""
}

// settings returns why the settings of the place make a command more than it says.
func (j *judge) settings(launchers, command []Word) string {
	name, ok := nameOf(command)
	switch {
	case !ok || name != "git" && name != "npm":
		return ""
	case slices.ContainsFunc(launchers, isOption):
		return "options before " + name + " may take away what keeps it from running programs" // as env -i does
	case j.moved:
		return name + " runs in a directory whose settings may have it run programs"
	case j.opts.Settings == nil:
		return "settings may have " + name + " run programs"
	}
	why, known := j.trouble[name]
	if !known {
		why = j.opts.Settings(name)
		if j.trouble == nil {
			j.trouble = map[string]string{}
		}
		j.trouble[name] = why
	}
	return why
}

// move follows a change of directory.
func (j *judge) move(command []Word) {
	name, _ := nameOf(command)
	if name != "cd" && name != "pushd" && name != "popd" {
		return
	}
	if len(command) == 2 && !j.moved && (command[1].Is(".") || j.opts.Dir != "" && command[1].Is(j.opts.Dir)) {
		return // it stays where it is
	}
	j.moved = true
	if j.moves++; j.moves > maxMoves {
		j.dir = ""
	} else if len(command) == 2 {
		j.dir = at(j.dir, command[1].Text)
	}
}

// maxMoves bounds the changes of directory that are followed.
const maxMoves = 32

// kept returns why a command may not read a file unasked: a rule keeps it from tools that read files.
func (j *judge) kept(command []Word, paths []string) string {
	if name, ok := nameOf(command); j.opts.Forbidden == nil || ok && program.NamesOnly(name) && program.Walks(command) == nil {
		return ""
	}
	for _, word := range paths {
		for piece := range strings.FieldsFuncSeq(word, func(r rune) bool { return strings.ContainsRune("=:@,", r) }) {
			if rule := j.opts.Forbidden(path.Clean(at(j.opts.Dir, at(j.dir, piece)))); rule != "" {
				return "the rule " + rule + " keeps " + quote(piece) + " from being read"
			}
		}
	}
	return ""
}

// secret looks for the name of a secret file in a word that can name one.
func (j *judge) secret(word string) {
	if j.floor != "" || word == "" {
		return
	}
	if piece, ok := secret.In(word); ok {
		j.refuse(quote(piece) + " names a file with secrets")
		return
	}
	if j.dir != "" && secret.Path(at(j.dir, word)) {
		j.refuse(quote(word) + " names a file with secrets")
		return
	}
	if j.opts.Resolve == nil {
		return
	}
	if real := j.opts.Resolve(at(j.opts.Dir, at(j.dir, word))); real != "" && secret.Path(real) {
		j.refuse(quote(word) + " leads to a file with secrets")
	}
}

func (j *judge) refuse(why string) {
	if j.floor == "" {
		j.floor = why
	}
}

// at returns a path as seen from a directory.
func at(dir, p string) string {
	if dir == "" || path.IsAbs(p) || strings.HasPrefix(p, "~") {
		return p
	}
	return path.Join(dir, p)
}

func firstOf(reasons ...string) string {
	for _, r := range reasons {
		if r != "" {
			return r
		}
	}
	return ""
}

func quote(s string) string { return strconv.Quote(s) }
