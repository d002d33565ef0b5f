package run

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// elsewhere is what can be done about what the shell of the system has and the interpreter has not.
const elsewhere = "is not supported by the shell that checks each command as it runs; write it in another way, or have a person start runcode with --shell=system"

// unsupported looks for what the interpreter would do in another way than the shell, or not at all: then nothing runs.
func unsupported(tree *syntax.File) error {
	var what string
	syntax.Walk(tree, func(n syntax.Node) bool {
		if what != "" {
			return false
		}
		switch n := n.(type) {
		case *syntax.Redirect:
			what = unsupportedRedirect(n)
		case *syntax.CoprocClause:
			what = "coproc"
		case *syntax.ForClause:
			if n.Select {
				what = "select"
			}
		case *syntax.ParamExp:
			if n.Param != nil && slices.Contains(unknownVariables, n.Param.Value) {
				what = "the variable " + n.Param.Value
			}
		}
		return true
	})
	if what == "" {
		return nil
	}
	return Error(what + " " + elsewhere)
}

// unknownVariables are those that the shell sets and the interpreter does not, or sets to what a command should not know.
var unknownVariables = []string{
	"PIPESTATUS", "BASHPID", "SECONDS", "EPOCHSECONDS", "EPOCHREALTIME", "FUNCNAME", "BASH_SOURCE", "BASH_LINENO",
	"BASH_COMMAND", "BASH_SUBSHELL", "COPROC", "LINENO", "PPID", "BASH_VERSION", "BASH_VERSINFO", "MAPFILE",
}

// unsupportedRedirect looks for file descriptors other than the three standard ones.
func unsupportedRedirect(r *syntax.Redirect) string {
	target := r.Word.Lit()
	switch {
	case r.N != nil && !slices.Contains([]string{"0", "1", "2"}, r.N.Value),
		r.Op == syntax.DplOut && target != "1" && target != "2" && target != "-",
		r.Op == syntax.DplIn && target != "-":
		return fmt.Sprintf("a file descriptor beyond standard input, output and error (%s)", r.Op)
	case r.N != nil && (r.N.Value == "0") != reads(r.Op):
		return fmt.Sprintf("the file descriptor %s before %s", r.N.Value, r.Op)
	case r.Op == syntax.RdrInOut:
		return "the redirection <>"
	}
	return ""
}

// reads reports whether a redirection is of the input, as it is without a number.
func reads(op syntax.RedirOperator) bool {
	switch op {
	case syntax.RdrIn, syntax.DplIn, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
		return true
	}
	return false
}

// unknownBuiltins are those that the shell has and the interpreter only knows by name.
var unknownBuiltins = []string{
	"bg", "bind", "caller", "compgen", "complete", "compopt", "disown", "enable", "fc", "fg", "history", "jobs", "logout",
	"newgrp", "suspend", "ulimit", "umask",
}

// jobName is what stands in $! here, and what jobs are called.
var jobName = regexp.MustCompile(`^(g[0-9]+|%.*)$`)

// unsupportedCall returns why a command line would be something else than in the shell; empty: it is the same.
func unsupportedCall(words []string) string {
	switch name := words[0]; {
	case slices.Contains(unknownBuiltins, name):
		return "it " + elsewhere
	case name == "trap" && len(words) > 2 && !onlyPseudoSignals(words[2:]):
		return "a trap other than of EXIT and ERR " + elsewhere
	case name == "wait" && len(words) > 1 && strings.HasPrefix(words[1], "-"):
		return "wait " + words[1] + " " + elsewhere
	case name == "kill" && slices.ContainsFunc(words[1:], jobName.MatchString):
		return "a command in the background has no process number ($!); all of them are ended when the command ends. To kill one by it " + elsewhere
	}
	return ""
}

func onlyPseudoSignals(names []string) bool {
	return !slices.ContainsFunc(names, func(n string) bool { return n != "EXIT" && n != "ERR" })
}
