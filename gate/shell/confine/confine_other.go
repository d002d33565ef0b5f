//go:build !linux || (!amd64 && !arm64)

package confine

import "os/exec"

func unavailable() string { return "there is no sandbox for this system" }

func start(*exec.Cmd) error { return ErrUnavailable }
