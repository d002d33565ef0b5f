package confine_test

import (
	"maps"
	"net"
)

// attempts are what a program may try, each about the thing that its argument names.
var attempts = func() map[string]func(string) error {
	all := map[string]func(string) error{
		"dial": func(address string) error {
			_, err := net.Dial("tcp", address)
			return err
		},
	}
	maps.Copy(all, systemAttempts)
	return all
}()
