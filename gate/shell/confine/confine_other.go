//go:build !linux || (!amd64 && !arm64)

package confine

const ownBinary = ""

func unavailable() string { return "there is no sandbox for this system" }

// Main must be the first thing that main does. Here it does nothing.
func Main() {}
