package rules

import (
	"path/filepath"
	"slices"
	"strings"
)

// protectedNames are the files that run or configure something later on, by the ends of their paths, in lower case. To
// change one is to run a program, so a person is asked each time, whatever rules and grants there are.
var protectedNames = []string{
	"/.git", "/.husky", "/.gitconfig", "/.gitmodules", "/.config/git",
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

// ownFiles gives the settings files themselves as calls may name them: as they are, and without symbolic links.
func ownFiles(files Files) []string {
	var own []string
	for _, file := range []string{files.User, files.Project, files.Local} {
		if file == "" {
			continue
		}
		if abs, err := filepath.Abs(file); err == nil {
			file = abs // else the directory of the process is gone, and no relative path leads anywhere
		}
		own = append(own, lowerPath(file))
		if dir, err := filepath.EvalSymlinks(filepath.Dir(file)); err == nil {
			own = append(own, lowerPath(filepath.Join(dir, filepath.Base(file))))
		}
	}
	return own
}

// lowerPath writes a path of the host as those of calls are compared.
func lowerPath(file string) string { return strings.ToLower(filepath.ToSlash(filepath.Clean(file))) }

// Protects reports whether a file, by its path on this machine, is one of the settings of this policy, or runs or configures
// something later on.
func (p *Policy) Protects(path string) bool { return p.protects(lowerPath(path)) }

// protects reports whether a file, in lower case, is one of the settings of this policy, or protected by its name.
func (p *Policy) protects(f string) bool { return slices.Contains(p.own, f) || isProtected(f) }
