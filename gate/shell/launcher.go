package shell

import (
	"strings"

	"github.com/runcode-dev/runcode/gate/shell/program"
)

// launcher says where in its command line a program has the command that it runs. Options are listed as in package
// program.
type launcher struct {
	short, long string // options that change no more than how the command runs

	// extraShort and extraLong are the options that change more. They are seen through, but what stands behind them is
	// not proven.
	extraShort, extraLong string

	assigns  bool // NAME=value words come before the command
	operands int  // words that come before the command
	number   bool // "-5" is an option

	proven bool // the launcher itself changes nothing: the command may be judged in its place
	text   bool // the words behind are joined and read by a shell
}

// launchers holds the programs and builtins whose grammar is known.
var launchers = map[string]*launcher{
	"time":    {short: "pvVf:", long: "portability verbose format:", extraShort: "aqo:", extraLong: "append quiet output:", proven: true},
	"nice":    {short: "n:", long: "adjustment:", number: true, proven: true},
	"nohup":   {proven: true},
	"timeout": {short: "vk:s:", long: "foreground preserve-status verbose kill-after: signal:", operands: 1, proven: true},
	"stdbuf":  {short: "i:o:e:", long: "input: output: error:", proven: true},
	"ionice":  {short: "tc:n:", long: "ignore class: classdata:", extraShort: "p:P:u:", extraLong: "pid: pgid: uid:", proven: true},
	"env": {
		short: "i0vu:", long: "ignore-environment null debug unset:", extraShort: "C:S:",
		extraLong: "chdir: split-string: block-signal= default-signal= ignore-signal=", assigns: true, proven: true,
	},
	"command": {short: "p", proven: true},
	"builtin": {proven: true},

	"exec":    {short: "cla:"},
	"setsid":  {short: "cfw", long: "ctty fork wait"},
	"sudo":    {short: "AbEHiKklnPSsvC:D:g:h:p:R:r:T:t:U:u:", long: "user: group: preserve-env= non-interactive login shell", assigns: true},
	"doas":    {short: "LnsC:u:"},
	"xargs":   {short: "0rtpxoa:d:E:I:i=L:l=n:P:s:", long: "null no-run-if-empty verbose arg-file: delimiter: max-args: max-procs: replace= max-lines="},
	"busybox": {}, "toybox": {},
	"taskset": {short: "a", operands: 1},
	"chrt":    {short: "bfior", operands: 1},
	"chroot":  {operands: 1},
	"setarch": {short: "BRL3", operands: 1},
	"strace":  {short: "fqve:o:p:s:u:"},
	"ltrace":  {short: "fCe:o:"},
	"watch":   {short: "bcdegtpwxn:", long: "beep color errexit exec no-title interval:", text: true},
	"ssh":     {short: "46AaCfGgKkMNnqsTtVvXxYyB:b:c:D:E:e:F:I:i:J:L:l:m:O:o:p:Q:R:S:W:w:", operands: 1, text: true},
	"eval":    {text: true},
}

// launchesSomewhere reports whether a program runs a command that begins somewhere behind its own words. Any of those words
// may be where. only says that this is what the program is for; others have commands of their own too.
func launchesSomewhere(name string) (only, ok bool) {
	switch name {
	case "flock", "parallel", "script", "unshare", "nsenter", "systemd-run", "runuser", "su", "pkexec", "firejail", "bwrap", "proot",
		"fakeroot", "gdb", "valgrind", "perf", "entr", "expect", "unbuffer", "dbus-run-session", "npx", "bunx", "pnpx", "pipx":
		return true, true
	case "docker", "podman", "kubectl", "direnv", "mise", "asdf", "rtx", "nix", "nix-shell", "poetry", "uv", "bundle":
		return false, true
	}
	return false, false
}

// launched takes the command out of the command line of a launcher. proven says that judging it in place of the whole is
// enough; assigns are what the launcher sets for it. ok is false when the command's beginning is not known.
func (l *launcher) launched(words []Word) (command []Word, assigns []Assign, proven, ok bool) {
	proven = l.proven
	i := 1
	for ; i < len(words) && isOption(words[i]); i++ {
		if words[i].Text == "--" {
			i++
			break
		}
		used, plain, known := l.option(words[i].Text)
		if !known {
			return nil, nil, false, false
		}
		proven = proven && plain
		i += used
	}
	for l.assigns && i < len(words) && strings.Contains(words[i].Text, "=") {
		assigns = append(assigns, assignments(words[i:i+1])...)
		i++
	}
	for range l.operands {
		proven = proven && i < len(words) && isDuration(words[i])
		i++
	}
	if i >= len(words) {
		return nil, assigns, false, true
	}
	return words[i:], assigns, proven, true
}

// isOption reports whether a word is an option. A lone dash is one too, for env.
func isOption(w Word) bool { return w.Kind == program.Literal && strings.HasPrefix(w.Text, "-") }

// option looks one option up: how many words its value takes beyond its own, whether it is plain, and whether it is known.
func (l *launcher) option(text string) (used int, plain, known bool) {
	if name, ok := strings.CutPrefix(text, "--"); ok {
		name, _, attached := strings.Cut(name, "=")
		return l.longOption(name, attached)
	}
	if text == "-" || l.number && isDigits(text[1:]) {
		return 0, true, l.assigns || l.number
	}
	plain = true
	for i := 1; i < len(text); i++ {
		sign, ok := program.Letter(l.short, text[i])
		if !ok {
			plain = false
			if sign, ok = program.Letter(l.extraShort, text[i]); !ok {
				return 0, false, false
			}
		}
		if sign != 0 {
			return valueWords(sign, i+1 < len(text)), plain, true
		}
	}
	return 0, plain, true
}

func (l *launcher) longOption(name string, attached bool) (used int, plain, known bool) {
	sign, plain := program.Long(l.long, name)
	if !plain {
		if sign, known = program.Long(l.extraLong, name); !known {
			return 0, false, false
		}
	}
	return valueWords(sign, attached), plain, sign != 0 || !attached
}

// valueWords tells how many words behind an option its value takes.
func valueWords(sign byte, attached bool) int {
	if sign == 0 || sign == '=' || attached {
		return 0
	}
	return 1
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// isDuration reports whether a word is what timeout takes: a number with or without a unit.
func isDuration(w Word) bool {
	s := w.Text
	if s != "" && strings.IndexByte("smhd", s[len(s)-1]) >= 0 {
		s = s[:len(s)-1]
	}
	whole, part, dot := strings.Cut(s, ".")
	return w.Kind == program.Literal && isDigits(whole) && (!dot || isDigits(part))
}

// baseName returns the name of a program without its directory.
func baseName(program string) string { return program[strings.LastIndexByte(program, '/')+1:] }
