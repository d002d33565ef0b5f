package main

import (
	"math"

	"golang.org/x/sys/unix"
)

// keepInherited keeps what this process was started with open, beyond the three standard streams, from the commands that it
// starts. Where the kernel cannot (before Linux 5.11) they inherit it as they would from a shell.
func keepInherited() { _ = unix.CloseRange(3, math.MaxInt32, unix.CLOSE_RANGE_CLOEXEC) }
