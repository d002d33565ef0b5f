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
	"whereis":  {short: "bmsu", operands: texts},
	"printenv": {short: "0", long: "null" + gnu, operands: texts, check: checkPrintenv},
	"lscpu":    {short: "aeJpxy", long: "all json extended= parse= hex physical online offline", none: true},
	"locale":   {short: "am", long: "all-locales charmaps", none: true},
	"pgrep":    {short: "aclnoxfvid:P:u:U:g:G:t:s:", long: "list-name list-full count newest oldest exact full inverse ignore-case delimiter: parent: euid: uid: pgroup: group: terminal: session:", operands: texts},
	"type":     {short: "afptP", operands: texts},
	"sleep":    {operands: texts},
	"exit":     {operands: texts}, "break": {operands: texts}, "continue": {operands: texts},
	"true": {operands: texts}, "false": {operands: texts}, ":": {operands: texts},
}

// checkPrintenv accepts the names of variables that hold no secrets. Without names it prints all.
func checkPrintenv(l *line) string {
	if len(l.operands) == 0 {
		return "the environment may hold secrets"
	}
	for _, w := range l.operands {
		switch w.Text {
		case "HOME", "PATH", "PWD", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "TERM", "TZ", "TMPDIR", "EDITOR", "PAGER", "GOPATH", "GOROOT", "JAVA_HOME", "VIRTUAL_ENV":
		default:
			return "the variable " + quote(w.Text) + " may hold a secret"
		}
	}
	return ""
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
	"python": versionLetter("V"), "python3": versionLetter("V"), "node": versionLetter("v"), "perl": versionLetter("v"), "php": versionLetter("v"),
	"ruby": version,
	"gcc":  version, "g++": version, "clang": version, "make": version, "cmake": version, "bash": version,
}

var version = &grammar{long: "version", none: true, check: checkVersion}

// versionLetter is for those that have a letter for the question too, and mean nothing else by it.
func versionLetter(letter string) *grammar {
	return &grammar{short: letter, long: "version", none: true, check: checkVersion}
}

func checkVersion(l *line) string {
	if len(l.options) != 1 {
		return "it runs what it is given"
	}
	return ""
}

// classifyNPM judges npm, which reads settings from many places and prints what it does not understand of them. No more than
// the question where packages are is accepted.
func classifyNPM(args []Word) (paths []string, why string) {
	if len(args) == 1 && args[0].Is("root") {
		return nil, ""
	}
	return nil, "the npm command is not known to only read"
}
