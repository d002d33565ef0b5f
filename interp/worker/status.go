package worker

import (
	"context"

	"github.com/runcode-dev/runcode/interp"
)

// Check says of one part of the confinement of workers whether it is in place on this system.
type Check struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail"` // for a person: what is in place, or what is missing
}

// Status says how workers are confined here, as a worker has found it. The error is that of starting one.
func (e *Engine) Status() ([]Check, error) {
	p, err := e.acquire(context.Background(), interp.Limits{}.WithDefaults().Memory)
	if err != nil {
		return nil, err
	}
	defer e.release(p, true)
	var checks []Check
	for _, c := range p.checks {
		checks = append(checks, Check(c))
	}
	return checks, nil
}
