package main

import (
	"io"
	"strings"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/sdkgen"
)

// sdkCommand prints declarations.
type sdkCommand struct {
	Names []string `arg:"" optional:"" help:"Tools to describe in full. Default: declarations of all."`
}

func (c *sdkCommand) Run(g *grammar, e *env) error {
	s, err := g.open(e)
	if err != nil {
		return err
	}
	defer s.close(e)
	view, err := s.registry.View("")
	if err != nil {
		return err
	}
	text, err := c.text(view)
	if err != nil {
		return err
	}
	_, err = io.WriteString(e.out, text)
	return err
}

func (c *sdkCommand) text(view *registry.View) (string, error) {
	if len(c.Names) == 0 {
		return sdkgen.Declare(view), nil
	}
	var b strings.Builder
	for _, name := range c.Names {
		t, ok := view.Lookup(name)
		if !ok {
			return "", unknownTool(view, name)
		}
		b.WriteString(sdkgen.Describe(t))
	}
	return b.String(), nil
}

// unknownTool says that there is no such tool, and which may have been meant.
func unknownTool(view *registry.View, name string) error {
	if near := view.Nearest(name, 1); len(near) > 0 {
		return usageErrorf("there is no tool %q; did you mean %q?", name, near[0])
	}
	return usageErrorf("there is no tool %q; see runcode tools", name)
}
