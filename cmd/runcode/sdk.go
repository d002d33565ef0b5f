package main

import (
	"io"

	"github.com/runcode-dev/runcode/sdkgen"
)

// sdkCommand prints declarations.
type sdkCommand struct{}

func (c *sdkCommand) Run(g *grammar, e *env) error {
	s, err := g.open(e)
	if err != nil {
		return err
	}
	defer s.close()
	view, err := s.registry.View("")
	if err != nil {
		return err
	}
	_, err = io.WriteString(e.out, sdkgen.Declare(view))
	return err
}
