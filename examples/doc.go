// Package examples holds programs that show what runcode is for: those in programs are written as a model would write
// them, and run by the tests of this package.
//
//	go run ./cmd/runcode run examples/programs/repo-report.ts
package examples
