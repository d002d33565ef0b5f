package rules

import (
	"path"
	"strings"
)

// protectedNames are the files that run or configure something later on, by the ends of their paths, in lower case. To
// change one is to run a program, so a person is asked each time, whatever rules and grants there are.
var protectedNames = []string{
	"/.git", "/.gitconfig", "/.gitmodules", "/.config/git",
	"/.bashrc", "/.bash_profile", "/.bash_login", "/.bash_logout", "/.bash_aliases", "/.profile", "/.envrc",
	"/.zshrc", "/.zshenv", "/.zprofile", "/.zlogin", "/.zlogout", "/.kshrc", "/.cshrc", "/.tcshrc", "/.login", "/.inputrc",
	"/.config/fish", "/.config/environment.d", "/.config/autostart", "/.config/systemd", "/.pam_environment", "/.xprofile",
	"/.ssh", "/authorized_keys", "/crontab",
	"/.runcode", "/.config/runcode",
	"/.mcp.json", "/.vscode", "/.idea", "/.claude", "/.cursor",
}

// isProtected reports whether a path, in lower case, is a protected file or below a protected directory.
func isProtected(p string) bool {
	p += "/"
	for _, name := range protectedNames {
		if strings.Contains(p, name+"/") {
			return true
		}
	}
	return strings.HasPrefix(p, "/etc/")
}

// protects reports whether a file is one of the settings of this policy, or protected by its name.
func (p *Policy) protects(f string) bool {
	f = strings.ToLower(f)
	for _, own := range []string{p.files.User, p.files.Project, p.files.Local} {
		if own != "" && f == strings.ToLower(path.Clean(strings.ReplaceAll(own, `\`, "/"))) {
			return true
		}
	}
	return isProtected(f)
}
