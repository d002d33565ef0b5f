//go:build !unix

package walk

import "os"

func outsideRoot(f *os.File) (*os.File, error) { return f, nil }
