//go:build !unix

package run

import (
	"os"
	"os/exec"
)

const (
	nonblock = 0
	canHelp  = false
)

// endSignals has one that no process sees.
func endSignals() []os.Signal { return []os.Signal{os.Kill} }

// onlyRootChanges cannot be told here, so nothing is trusted.
func onlyRootChanges(string) bool { return false }

func ownSession(*exec.Cmd) {}
func keepToSelf(*os.File)  {}
func dropOutput()          {}

func askToEnd(int) {}
func kill(leader int) {
	if p, err := os.FindProcess(leader); err == nil {
		_ = p.Kill()
	}
}

func exitStatus(err *exec.ExitError) uint8 { return uint8(err.ExitCode()) }

func isNoProgram(error) bool { return false }
