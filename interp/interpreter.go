package interp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/runcode-dev/runcode/interp/internal/source"
)

// Interpreter is the engine that runs programs in this process, each in a virtual machine of its own. It is the fastest
// one, and meant for programs that are trusted not to attack their host:
//
//   - memory is not bounded, and a Go process that runs out of it ends;
//   - a built-in function that is at work is interrupted only when it has finished: sorting, mapping or searching ten million
//     elements, or printing a value that holds itself many times over takes seconds; the text of such a value where the
//     program only adds it to another (o + ""), a BigInt made of millions of digits, and a power of BigInts take longer than
//     anybody waits; a regular expression with lookaround that backtracks takes at most ten minutes, which is also the
//     longest Limits.Compute;
//   - a text that is made for it can keep the compiler busy for half a minute, which nothing interrupts, and have it use a
//     gigabyte of stack;
//   - a few operations on very deeply nested values end the process with a stack overflow, which Go cannot recover from.
//
// Package interp/worker runs the same interpreter in a child process that bounds all of these.
type Interpreter struct {
	programs *source.Cache
	prelude  prelude
	local    *time.Location // of this process, with its name
}

// Options are the settings of an [Interpreter].
type Options struct {
	Cache int // bytes of memory for compiled programs, roughly; 0: 8 MiB; negative: none
}

const defaultCache = 8 << 20

// New makes an interpreter; nil options are the defaults. It starts nothing and need not be closed.
func New(opts *Options) *Interpreter {
	var o Options
	if opts != nil {
		o = *opts
	}
	if o.Cache == 0 {
		o.Cache = defaultCache
	}
	limitMatches()
	return &Interpreter{programs: source.NewCache(max(o.Cache, 0)), prelude: compilePrelude(), local: localZone()}
}

// Run implements [Engine]. The goroutine that calls it runs the program.
func (i *Interpreter) Run(ctx context.Context, req Request) (*Outcome, error) {
	if err := errors.Join(checkObjects(req.Objects), req.Limits.Check()); err != nil {
		return nil, err
	}
	limits := req.Limits.WithDefaults()
	if ctx.Err() != nil {
		return &Outcome{Failure: EndOf(ctx)}, nil
	}
	program, problem := i.programs.Compile(req.Name, req.Program, limits.Source)
	if problem != nil {
		return &Outcome{Failure: problemFailure(problem)}, nil
	}
	r, err := newRun(ctx, i, &req, limits, program)
	if err != nil {
		return nil, err
	}
	return r.toEnd()
}

// Check compiles a program without running it, and gives what is wrong with it; nil: nothing that can be known before it
// runs. Of the request it reads Program, Name and Limits. Any goroutine may call it.
func (i *Interpreter) Check(req Request) *Failure {
	if _, problem := i.programs.Compile(req.Name, req.Program, req.Limits.WithDefaults().Source); problem != nil {
		return problemFailure(problem)
	}
	return nil
}

// checkObjects refuses names that a program could not use.
func checkObjects(objects []Object) error {
	seen := make(map[string]bool, len(objects))
	for _, o := range objects {
		switch {
		case !source.IsVariable(o.Name):
			return fmt.Errorf("global object %q: not the name of a variable", o.Name)
		case reservedGlobals[o.Name]:
			return fmt.Errorf("global object %q: the name is taken", o.Name)
		case seen[o.Name]:
			return fmt.Errorf("global object %q: given twice", o.Name)
		case o.Functions == nil:
			return errors.New("global object " + o.Name + ": no functions")
		}
		seen[o.Name] = true
	}
	return nil
}
