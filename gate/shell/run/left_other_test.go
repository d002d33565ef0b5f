//go:build !linux

package run_test

// beCaller is for a test that needs Linux.
func beCaller() bool { return false }
