// Package program knows programs by their command lines: which only read, with which options, and which of their words
// name files. It knows options by allowlist: one that is not in the table means "not read-only", so abbreviated, clustered
// and attached spellings need no list of their own.
//
// It knows nothing of shell syntax, of rules or of decisions; package gate/shell finds the command lines and asks
// [Classify]. The tables are one file for each family of programs (files.go, text.go, search.go, system.go, find.go,
// git.go, …), and every entry is confirmed by a test that runs the program and compares the tree before and after.
package program
