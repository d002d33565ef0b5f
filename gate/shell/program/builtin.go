package program

import "strings"

// classifyTest judges test and "[", whose operands are expressions. A shell evaluates the operands of -v and -R as
// variables, subscripts and all, and so may one with arithmetic those of -eq and its like.
func classifyTest(args []Word) (paths []string, why string) {
	if len(args) > 0 && args[len(args)-1].Is("]") {
		args = args[:len(args)-1]
	}
	if len(args) == 2 && AsksOne(args[0]) && args[1].Kind != Dynamic {
		return []string{args[1].Text}, "" // whatever the operand is
	}
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

// AsksOne reports whether a word is an operator of test that asks about one file or text, and evaluates nothing.
func AsksOne(w Word) bool {
	return w.Kind == Literal && len(w.Text) == 2 && w.Text[0] == '-' && strings.IndexByte("efdsrwxLhnz", w.Text[1]) >= 0
}

// classifyDoubleBracket judges "[[", in which a comparison of numbers evaluates its operands as arithmetic, names of
// variables and their values in turn.
func classifyDoubleBracket(args []Word) (paths []string, why string) {
	if len(args) == 0 || !args[len(args)-1].Is("]]") {
		return nil, "the test has no end"
	}
	args = args[:len(args)-1]
	for i, w := range args {
		switch w.Text {
		case "-eq", "-ne", "-lt", "-le", "-gt", "-ge":
			if i == 0 || i+1 == len(args) || !number(args[i-1]) || !number(args[i+1]) {
				return nil, "a comparison of numbers evaluates its operands"
			}
		}
	}
	return classifyTest(args)
}

func number(w Word) bool { return w.Kind == Literal && digits(w.Text) }

// classifyRead judges the builtin that sets variables from its input: harmless are names that the environment does not have.
func classifyRead(args []Word) (paths []string, why string) {
	for _, w := range args {
		if !w.Is("-r") && (w.Kind != Literal || !PlainVariable(w.Text)) {
			return nil, "it sets the variable " + quote(w.Text)
		}
	}
	return nil, ""
}

// classifySet judges the builtin set with options that only have a script end sooner.
func classifySet(args []Word) (paths []string, why string) {
	ends := 0
	for i := 0; i < len(args); i++ {
		letters, ok := strings.CutPrefix(args[i].Text, "-")
		name := strings.TrimLeft(letters, "eu")
		if !ok || letters == "" || args[i].Kind != Literal || name != "" && name != "o" {
			return nil, "the option " + quote(args[i].Text) + " changes what later commands mean"
		}
		if ends++; name == "" {
			continue
		}
		if i++; i == len(args) || !args[i].Is("pipefail") && !args[i].Is("errexit") && !args[i].Is("nounset") {
			return nil, "the option behind " + quote(args[i-1].Text) + " changes what later commands mean"
		}
	}
	if ends == 0 {
		return nil, "it prints all variables"
	}
	return nil, ""
}

// PlainVariable reports whether a variable of that name has a meaning for nobody but the command that sets it: it has small
// letters and digits only, as those that shells and programs look for never do.
func PlainVariable(name string) bool {
	for i := range len(name) {
		if c := name[i]; (c < 'a' || c > 'z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}
