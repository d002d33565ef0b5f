//go:build !linux

package confine_test

var systemAttempts map[string]func(string) error
