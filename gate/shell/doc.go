// Package shell says what a bash command would run, before it runs.
//
// [Analyze] finds every simple command in the syntax tree, with its words as the shell decodes them, its assignments and
// its redirections, sees through launchers (env, timeout, xargs, find -exec, sh -c …), and says of each whether it only
// reads. [Decide] makes a decision of that and of a policy's rules, in six steps of which the first that hits wins.
// [Propose] gives the rules that would allow the command for good.
//
// What is not handled on purpose is "unknown": it is asked about each time, whatever the rules. A parser and a shell can
// differ in what they read; so the text is refused where they are known to, it is parsed in two dialects that must agree,
// and [Analysis.Text] is what must run. Best is to run the tree itself: package gate/shell/run does.
//
// Package gate/shell/program holds the tables of programs, gate/shell/secret the names of files with secrets, gate/shell/gitrepo
// and gate/shell/npmrc look whether git and npm can be trusted to only read (for [Options.Settings]), and gate/shell/confine is the sandbox of the system:
// [Policy.Confined] is whether it is available and the command will run under it.
package shell
