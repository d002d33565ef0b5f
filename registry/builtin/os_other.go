//go:build !unix

package builtin

import "io/fs"

const openNow = 0

func isPseudo(string) bool { return false }

func links(fs.FileInfo) uint64 { return 1 }
