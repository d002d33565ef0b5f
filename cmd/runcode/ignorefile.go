package main

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// gitTime bounds the question to git.
const gitTime = 5 * time.Second

// globalIgnore is the path of the person's ignore file for all repositories, as gitignore(5) says: core.excludesFile of their
// settings of git, or else git/ignore in their directory for settings; empty: they have none.
func (e *env) globalIgnore() string {
	ctx, cancel := context.WithTimeout(context.Background(), gitTime)
	defer cancel()
	git := exec.CommandContext(ctx, "git", "config", "--global", "--type=path", "--get", "core.excludesFile")
	git.Env = e.environ
	if out, err := git.Output(); err == nil {
		return strings.TrimSuffix(string(out), "\n")
	}
	if config, ok := e.lookup("XDG_CONFIG_HOME"); ok && config != "" {
		return filepath.Join(config, "git", "ignore")
	}
	if home, ok := e.lookup("HOME"); ok && home != "" {
		return filepath.Join(home, ".config", "git", "ignore")
	}
	return ""
}
