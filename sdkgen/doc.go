// Package sdkgen makes what the author of a program reads about tools: TypeScript declarations, the description of one
// tool, and a ranked search. What it writes depends on the tools alone, byte by byte, so that prompts can be cached.
//
// It knows the tools of a view and their schemas, and nothing of programs, calls or models.
package sdkgen
