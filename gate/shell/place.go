package shell

import (
	"path"
	"slices"
	"strings"

	"github.com/runcode-dev/runcode/gate/shell/program"
)

// place returns why a command that only reads may not read where it does: below /proc are environments, memory and open
// files of processes, below /dev devices.
func (j *judge) place(command []Word, paths []string) string {
	walk := program.Walks(command)
	if name, ok := nameOf(command); !ok || walk == nil && program.NamesOnly(name) {
		return ""
	}
	if walk != nil {
		paths = slices.Concat(walk.Roots, paths)
	}
	for _, p := range paths {
		full := path.Clean(at(j.opts.Dir, at(j.dir, p)))
		if harmlessPlace(full) {
			continue
		}
		if odd(full, walk != nil) {
			return quote(p) + " is where the system keeps processes and devices"
		}
		if j.opts.Resolve == nil {
			continue
		}
		if real := j.opts.Resolve(full); real != "" && !harmlessPlace(real) && odd(path.Clean(real), walk != nil) {
			return quote(p) + " leads to where the system keeps processes and devices"
		}
	}
	return ""
}

// Walks says where a command line whose words are final goes through directories; nil: it does not. Launchers that change
// nothing are seen through.
func Walks(words []string) *program.Walk {
	command, _ := prove(program.Literals(words...))
	return program.Walks(command)
}

// odd reports whether a clean absolute path is in the file systems of processes and devices, or a walk from it would get
// there.
func odd(p string, walk bool) bool {
	return walk && p == "/" || p == "/proc" || p == "/dev" || strings.HasPrefix(p, "/proc/") || strings.HasPrefix(p, "/dev/")
}

// harmlessPlace reports whether a clean absolute path is a file there that tells nothing of a process but its state, or a
// standard stream.
func harmlessPlace(p string) bool {
	switch p {
	case "/dev/null", "/dev/zero", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/fd/0", "/dev/fd/1", "/dev/fd/2":
		return true
	}
	rest, ok := strings.CutPrefix(p, "/proc/")
	if !ok {
		return false
	}
	owner, name, _ := strings.Cut(rest, "/")
	switch {
	case owner == "sys":
		return name != ""
	case name == "":
		return slices.Contains([]string{"cpuinfo", "meminfo", "version", "loadavg", "uptime", "stat", "vmstat", "filesystems", "mounts", "swaps", "partitions", "diskstats"}, owner)
	case owner == "self" || isDigits(owner):
		return slices.Contains([]string{"status", "stat", "statm", "limits", "cgroup", "mounts", "mountinfo", "comm"}, name)
	}
	return false
}
