package shell

import (
	"strings"

	"github.com/runcode-dev/runcode/gate/shell/program"
)

// harmless reports whether an assignment can change no more than how output looks. Every other makes a command more than
// read-only.
func harmless(a Assign) bool {
	if a.odd || a.Value.Kind != program.Literal {
		return false
	}
	v := a.Value.Text
	switch a.Name {
	case "LANG", "LANGUAGE":
		return localeName(v)
	case "TZ":
		return plainValue(v) && !strings.HasPrefix(v, ":") && !strings.Contains(v, "..") && !strings.HasPrefix(v, "/")
	case "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES", "CI", "TERM":
		return plainValue(v) && !strings.Contains(v, "/")
	case "GIT_PAGER", "PAGER", "MANPAGER":
		return v == "cat" || v == ""
	case "GIT_OPTIONAL_LOCKS":
		return v == "0"
	}
	return strings.HasPrefix(a.Name, "LC_") && localeName(v)
}

// localeName reports whether a value names one language and no file: programs look for texts under it.
func localeName(v string) bool { return plainValue(v) && !strings.ContainsAny(v, "+/:") }

// plainValue reports whether a value is made of the characters of the names of languages, zones and terminals.
func plainValue(v string) bool {
	for i := range len(v) {
		c := v[i]
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && strings.IndexByte("_.@-+/:", c) < 0 {
			return false
		}
	}
	return true
}

// dangerous reports whether an assignment may make any program load or run something else than its name says. The floor
// refuses it.
func dangerous(a Assign) bool { return DangerousName(a.Name) && !harmless(a) }

// DangerousFor reports whether an environment variable of that name may make that command run something else than its name
// says.
func DangerousFor(name, command string) bool {
	return DangerousName(name) && !(namesHome(name) && ignoresHome(command))
}

// namesHome reports whether a variable says where programs look for the settings of a person.
func namesHome(name string) bool { return name == "HOME" || name == "XDG_CONFIG_HOME" }

// ignoresHome reports whether a command, as it is written, looks for no settings. No others are needed near such variables.
func ignoresHome(command string) bool {
	switch command {
	case "ls", "echo", "printf", "pwd", "cd", "cat", "head", "tail", "wc", "stat", "mkdir", "true", "false":
		return true
	}
	return false
}

// DangerousName reports whether an environment variable of that name may make any program load or run something else than
// its name says: those of the loader, the shell, interpreters and git.
func DangerousName(name string) bool {
	switch name {
	case "PATH", "IFS", "ENV", "HOME", "XDG_CONFIG_HOME", "PS4", "PROMPT_COMMAND", "SHELLOPTS", "BASHOPTS", "BASH_ENV", "CDPATH",
		"GCONV_PATH", "GLIBC_TUNABLES", "LOCPATH", "NLSPATH",
		"PERL5LIB", "PERL5OPT", "PERL5DB", "PERLLIB", "PYTHONPATH", "PYTHONSTARTUP", "PYTHONHOME", "PYTHONINSPECT",
		"RUBYOPT", "RUBYLIB", "NODE_OPTIONS", "NODE_PATH", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS",
		"GIT_SSH", "GIT_SSH_COMMAND", "GIT_EXTERNAL_DIFF", "GIT_EXEC_PATH", "GIT_DIR", "GIT_WORK_TREE", "GIT_TEMPLATE_DIR",
		"GIT_ASKPASS", "SSH_ASKPASS", "GIT_PROXY_COMMAND", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "GIT_PAGER", "GIT_COMMON_DIR",
		"PAGER", "MANPAGER", "LESSOPEN", "LESSCLOSE", "RIPGREP_CONFIG_PATH":
		return true
	}
	for _, prefix := range []string{"LD_", "DYLD_", "BASH_FUNC_", "GIT_CONFIG", "GIT_TRACE"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
