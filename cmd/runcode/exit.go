package main

import (
	"github.com/runcode-dev/runcode/bridge"
	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/registry"
)

// The exit codes.
const (
	exitDone        = 0
	exitFailed      = 1 // the program failed
	exitUsage       = 2 // the command line or the configuration is wrong
	exitDenied      = 3 // a call that the program needed was denied
	exitLimit       = 4 // a limit was reached
	exitUnreachable = 5 // a tool server could not be reached
	exitInterrupted = 130
	exitTerminated  = 143
)

// exitCode says how the process ends after a run. An aborted run was terminated or interrupted.
func exitCode(r *bridge.Report, terminated bool) int {
	f := r.Failure
	if f == nil {
		return exitDone
	}
	switch f.Kind {
	case interp.TimedOut, interp.Memory, interp.Output:
		return exitLimit
	case interp.Aborted:
		if terminated {
			return exitTerminated
		}
		return exitInterrupted
	}
	if f.Limit != "" {
		return exitLimit
	}
	if f.Call != nil {
		switch registry.Code(f.Call.Code) {
		case registry.Denied, registry.ApprovalDenied, registry.ApprovalUnavailable, registry.GuardDenied, registry.PolicyError:
			return exitDenied
		case registry.LimitExceeded, registry.Timeout:
			return exitLimit
		case registry.UpstreamGone:
			return exitUnreachable
		}
	}
	return exitFailed
}
