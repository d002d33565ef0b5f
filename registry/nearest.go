package registry

// spelling is a tool's name as it is compared with a misspelled one.
type spelling struct{ full, last []rune }

// Nearest gives up to n full names of tools in the view that are spelled nearly like name, the nearest first; none if
// nothing is near.
func (v *View) Nearest(name string, n int) []string { return nil }
