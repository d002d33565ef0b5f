package builtin_test

import (
	"encoding/json"
	"testing"
)

// The schemas of all tools can be made, which happens when they are first used.
func TestSchemas(t *testing.T) {
	for name, tool := range newBench(t, nil).tools {
		for what, s := range map[string]interface{ JSON() json.RawMessage }{"input": tool.Input, "output": tool.Output} {
			if len(s.JSON()) == 0 {
				t.Errorf("%s: the schema of its %s cannot be made", name, what)
			}
		}
	}
}
