package sdkgen

import "github.com/runcode-dev/runcode/registry"

// Describe is the full description of one tool with its types.
func Describe(t *registry.Tool) string { return t.Description }
