// Package registry says which tools exist, and for whom.
//
// It holds the data types that every other layer speaks ([Tool], [Call], [Result], [Error], [Access], [Content]), the
// tree of scopes that decides which of the tools a caller can see ([Registry], [Scope], [View]), constructors that make
// tools out of Go functions ([Typed]), out of alternatives ([Fallback]) and out of other tools ([Meta]), and wrappers
// that keep a tool from being used without sense ([Advise], [OncePerRun]).
//
// It does not run anything: handlers are started by package scheduler alone. It knows nothing of JavaScript, of
// permissions or of terminals. Values cross it as JSON bytes, so that the order of keys and integers above 2^53 survive.
package registry
