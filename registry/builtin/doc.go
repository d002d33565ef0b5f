// Package builtin holds the tools that every coding agent needs: read_file, write_file, edit_file, list_directory, glob,
// grep and bash. They work in one directory, the workspace, and reach nothing outside it but the directories that are
// opened for reading beside it; only bash can, for it runs what it is told to.
//
// Each tool is x.go with its model-facing text in x.md. Values are made for programs (exact text, numbers, flags); the
// content that a model reads is rendered from them.
//
// It knows nothing of programs, policies or scheduling: what a call touches it says in its Access.
package builtin
