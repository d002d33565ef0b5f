package sdkgen

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/runcode-dev/runcode/registry"
)

// Declare declares the tools of a view in TypeScript.
func Declare(v *registry.View) string {
	var b strings.Builder
	namespace := ""
	b.WriteString("declare const tools: {\n")
	for t := range v.Tools() {
		if t.Namespace != namespace && namespace != "" {
			b.WriteString("}\n")
		}
		if t.Namespace != namespace && t.Namespace != "" {
			fmt.Fprintf(&b, "%s: {\n", strconv.Quote(t.Namespace))
		}
		namespace = t.Namespace
		fmt.Fprintf(&b, "%s(args: Record<string, unknown>): Promise<unknown>;\n", strconv.Quote(t.Name))
	}
	if namespace != "" {
		b.WriteString("}\n")
	}
	b.WriteString("};\n")
	return b.String()
}

// Describe is the full description of one tool with its types.
func Describe(t *registry.Tool) string { return t.Description }
