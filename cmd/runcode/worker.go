package main

import (
	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/interp/worker"
)

// inProcess is the name of the engine without workers.
const inProcess = "inprocess"

// newEngine makes the engine of a command, which must be closed. A worker starts while the command prepares the rest.
func newEngine(name string) (engine interp.Engine, shut func(), err error) {
	if name == inProcess {
		return interp.New(nil), func() {}, nil
	}
	w, err := worker.New(nil)
	if err != nil {
		return nil, nil, err
	}
	w.Warm()
	return w, func() { _ = w.Close() }, nil // it always returns nil
}
