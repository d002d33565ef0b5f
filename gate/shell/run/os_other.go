//go:build !unix

package run

import "os/exec"

const nonblock = 0

// onlyRootChanges cannot be told here, so nothing is trusted.
func onlyRootChanges(string) bool { return false }

func ownGroup(*exec.Cmd) {}

func askToEnd(int)   {}
func kill(int)       {}
func alive(int) bool { return false }

func exitStatus(err *exec.ExitError) uint8 { return uint8(err.ExitCode()) }

func isNoProgram(error) bool { return false }
