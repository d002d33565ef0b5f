package program

import "strings"

// systemTable holds the programs that print what is known about the machine, the user and the programs on it, and those
// that do nothing.
var systemTable = map[string]*grammar{
	"whoami": {none: true, long: gnu}, "logname": {none: true}, "tty": {short: "s", none: true}, "arch": {none: true},
	"id":       {short: "agGnruzZ", long: "context group groups name real user zero" + gnu, operands: texts},
	"groups":   {operands: texts},
	"uname":    {short: "asnrvmpio", long: "all kernel-name nodename kernel-release kernel-version machine processor hardware-platform operating-system" + gnu, none: true},
	"nproc":    {long: "all ignore:" + gnu, none: true},
	"uptime":   {short: "psV", long: "pretty since version", none: true},
	"free":     {short: "bkmghltvwV", long: "bytes kilo mega giga human wide total lohi si tebi", none: true},
	"hostname": {short: "fsiIdAy", long: "fqdn long short ip-address all-ip-addresses domain all-fqdns yp nis", none: true},
	"date":     {short: "d:uRI=r@f@", long: "date: iso-8601= rfc-email rfc-3339: utc universal reference@ file@" + gnu, operands: texts, check: checkDate},
	"cal":      {short: "13jmy", operands: texts},
	"which":    {short: "as", operands: texts},
	"type":     {short: "afptP", operands: texts},
	"sleep":    {operands: texts},
	"exit":     {operands: texts},
	"true":     {operands: texts}, "false": {operands: texts}, ":": {operands: texts},
}

// checkDate refuses the operand that sets the clock: every one that is not "+FORMAT".
func checkDate(l *line) string {
	for _, w := range l.operands {
		if !strings.HasPrefix(w.Text, "+") {
			return "the operand " + quote(w.Text) + " may set the clock"
		}
	}
	return ""
}

// classifyPS judges ps. A word without a dash is a cluster of BSD options, in which "e" shows environments; so may a
// format that names them.
func classifyPS(args []Word) (paths []string, why string) {
	g := grammar{
		short: "AadeefFHjlLMNTwyZc:C:G:g:o:p:s:t:u:U:O:q:", long: "forest headers no-headers sort: pid: ppid: user: format: cols: width: rows:",
		operands: texts,
	}
	l, why := g.parse(args)
	if l == nil {
		return nil, why
	}
	for _, w := range l.operands {
		if strings.Contains(w.Text, "e") {
			return nil, "the word " + quote(w.Text) + " may show environments"
		}
	}
	for _, o := range l.options {
		if strings.Contains(strings.ToLower(o.value), "env") {
			return nil, "the format " + quote(o.value) + " may show environments"
		}
	}
	return nil, why
}

// languageTable holds compilers and interpreters, of which only the question for the version runs no code of others.
// Programs that pick their version by a file in the working directory (go, cargo, ...) are left out.
var languageTable = map[string]*grammar{
	"python": version, "python3": version, "node": version, "ruby": version, "perl": version, "php": version,
	"gcc": version, "g++": version, "clang": version, "make": version, "cmake": version, "bash": version,
}

var version = &grammar{long: "version", none: true, check: checkVersion}

func checkVersion(l *line) string {
	if len(l.options) != 1 {
		return "it runs what it is given"
	}
	return ""
}

// classifyNPM judges npm: only the listing of what is installed stays on this machine and runs nothing. The subcommand
// must be the first word, for npm takes options with values anywhere.
func classifyNPM(args []Word) (paths []string, why string) {
	if len(args) > 0 && args[0].Kind == Literal {
		switch args[0].Text {
		case "ls", "list", "root", "prefix", "bin":
			g := grammar{short: "glap", long: "depth= json long all global prod parseable", operands: texts}
			_, why = g.parse(args[1:])
			return nil, why
		}
	}
	return nil, "the npm command is not known to only read"
}

// classifyTest judges test and "[", whose operands are expressions. A shell evaluates the operands of -v and -R as
// variables, subscripts and all, and so may one with arithmetic those of -eq and its like.
func classifyTest(args []Word) (paths []string, why string) {
	for _, w := range args {
		switch {
		case w.Kind != Literal:
			return nil, "the word " + quote(w.Text) + " is known only when it runs"
		case w.Text == "-v", w.Text == "-R":
			return nil, "test " + w.Text + " evaluates its operand"
		case strings.ContainsAny(w.Text, "$`"):
			return nil, "the operand " + quote(w.Text) + " may be evaluated"
		}
		paths = append(paths, w.Text)
	}
	return paths, ""
}
