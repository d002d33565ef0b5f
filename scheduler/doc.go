// Package scheduler runs calls: it alone starts handlers.
//
// Every call, whether a program made it or an agent loop, goes through four stages: prepare (find the tool, validate the
// arguments, ask the gate), dispatch (middleware and handler; the only stage that overlaps), finalize (reviews) and finish
// (content, observers). A [Lane] keeps the calls of one program or one batch in order. One rule says when a call starts:
// when its access conflicts with no earlier call that is not yet finished, and fewer than [Options.MaxParallel] handlers
// run. The accesses of running calls are shared by all lanes of a [Scheduler].
//
// It knows tools and the gate, and nothing of programs, journals or terminals.
package scheduler
