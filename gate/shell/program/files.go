package program

// filesTable holds the programs that print what is known about files, not what is in them.
var filesTable = map[string]*grammar{
	"ls":       {short: "aAbBcCdDfFgGhHiI:klLmnNopqQrRsStT:uUvw:xXZ1", long: "all almost-all author escape block-size: ignore-backups color= directory dired classify= file-type format: full-time group-directories-first no-group human-readable si dereference-command-line dereference hide: hyperlink= indicator-style: inode ignore: kibibytes numeric-uid-gid literal hide-control-chars show-control-chars quote-name quoting-style: reverse recursive size sort: time: time-style: tabsize: width: context zero" + gnu, globs: names},
	"dir":      {short: "aAlRhtrS1", long: "all color= recursive" + gnu, globs: names},
	"stat":     {short: "Lfc:t", long: "dereference file-system cached: format: printf: terse" + gnu, globs: names},
	"du":       {short: "0aB:bcd:DhHklLmPsSt:xX@", long: "null all apparent-size block-size: bytes total dereference-args max-depth: human-readable inodes dereference no-dereference separate-dirs si summarize threshold: time= time-style: exclude-from@ exclude: one-file-system" + gnu, globs: names},
	"df":       {short: "aB:hHiklPTt:vx:", long: "all block-size: human-readable si inodes local no-sync output= portability total type: print-type exclude-type:" + gnu},
	"file":     {short: "0bEhikLrsN", long: "mime mime-type mime-encoding brief dereference no-dereference keep-going raw no-pad print0"}, // not -p: it sets the time of the file
	"tree":     {short: "adfiL:I:P:psugDhCnrtQFNlxcUvS", long: "noreport dirsfirst filelimit: charset: matchdirs prune gitignore si du inodes device timefmt: ignore-case sort= nolinks", check: checkTree},
	"basename": {short: "as:z", long: "multiple suffix: zero" + gnu, operands: texts, globs: names},
	"dirname":  {short: "z", long: "zero" + gnu, operands: texts, globs: names},
	"realpath": {short: "eLmPqsz", long: "canonicalize-existing canonicalize-missing logical physical quiet strip no-symlinks relative-to: relative-base: zero" + gnu, globs: names},
	"readlink": {short: "femnqsvz", long: "canonicalize canonicalize-existing canonicalize-missing no-newline quiet silent verbose zero" + gnu, globs: names},

	"cd":  {most: 1, check: checkCD},
	"pwd": {short: "LP", none: true},
}

// checkCD refuses "cd -" and "cd" without a directory, whose meaning hangs on the environment.
func checkCD(l *line) string {
	if len(l.operands) != 1 || l.text(0) == "-" || l.text(0) == "" {
		return "where cd goes is not written in the command"
	}
	return ""
}

// checkTree refuses values attached to letters: tree reads on in the word for further letters, among which one writes.
func checkTree(l *line) string {
	for _, o := range l.options {
		if len(o.name) == 1 && o.attached {
			return "tree takes no value in the word of an option"
		}
	}
	return ""
}
