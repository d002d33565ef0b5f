//go:build !unix

package atomicfile

import (
	"io/fs"
	"os"
)

func giveTo(*os.File, fs.FileInfo) error { return nil }

func syncDir(*os.Root) error { return nil }
