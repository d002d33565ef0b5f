package run

import (
	"slices"
	"strings"

	"github.com/runcode-dev/runcode/gate/shell"
	"github.com/runcode-dev/runcode/gate/shell/program"
)

// environment takes a list of NAME=value apart. Of two with one name the last counts.
func environment(list []string) map[string]string {
	m := make(map[string]string, len(list))
	for _, entry := range list {
		if name, value, ok := strings.Cut(entry, "="); ok {
			m[name] = value
		}
	}
	return m
}

// hardened is the environment of programs that only read: with the directories of the system as PATH, without what makes
// programs run others, and with the settings that keep git from running what a repository names, and out of those inside.
func hardened(env []string) []string {
	env = slices.DeleteFunc(slices.Clone(env), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return name != "HOME" && shell.DangerousName(name) ||
			name == "GREP_OPTIONS" || name == "TAR_OPTIONS" || name == "LESS" || name == "POSIXLY_CORRECT"
	})
	return append(env,
		"PATH="+strings.Join(program.Directories(), ":"),
		"PAGER=cat", "GIT_PAGER=cat", "LESSSECURE=1", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1",
		"GIT_CONFIG_COUNT=7",
		"GIT_CONFIG_KEY_0=core.fsmonitor", "GIT_CONFIG_VALUE_0=false",
		"GIT_CONFIG_KEY_1=core.pager", "GIT_CONFIG_VALUE_1=cat",
		"GIT_CONFIG_KEY_2=core.hooksPath", "GIT_CONFIG_VALUE_2=/dev/null",
		"GIT_CONFIG_KEY_3=safe.bareRepository", "GIT_CONFIG_VALUE_3=explicit",
		"GIT_CONFIG_KEY_4=log.showSignature", "GIT_CONFIG_VALUE_4=false",
		"GIT_CONFIG_KEY_5=diff.submodule", "GIT_CONFIG_VALUE_5=short",
		"GIT_CONFIG_KEY_6=submodule.recurse", "GIT_CONFIG_VALUE_6=false",
	)
}
