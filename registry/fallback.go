package registry

import "fmt"

// Fallback makes one tool out of several that do the same.
func Fallback(name string, providers ...Tool) (Tool, error) {
	if len(providers) == 0 {
		return Tool{}, fmt.Errorf("fallback %q: it has no providers", name)
	}
	t := providers[0]
	t.Namespace, t.Name = "", name
	return t, nil
}
