// Package secret knows by name the files that hold secrets: keys, credentials, environment files, shell histories. It
// looks at names only, never at a file system. Every road to a file (a shell command, a file tool, a search) asks here, so
// that none of them is an open door beside a locked one.
package secret

import (
	"path"
	"strings"
)

// Path reports whether a path names a file or directory that holds secrets. Letter case does not count, nor do "//", "/./"
// and "..". The path may begin with "~". An empty path names nothing.
func Path(p string) bool {
	if p == "" {
		return false
	}
	p = path.Clean(strings.ReplaceAll(strings.ToLower(p), `\`, "/"))
	name := path.Base(p)
	if strings.HasSuffix(name, ".pub") {
		return false // the public half of a key
	}
	first := original(name)
	return isSecret(first) || underStore(path.Join(path.Dir(p), first)) || underStore(p) || isSystem(p)
}

func isSecret(name string) bool { return isEnv(name) || isKey(name) || isStore(name) }

// original takes off a name what editors and people add to that of a copy.
func original(name string) string {
	name = strings.TrimSuffix(strings.TrimPrefix(name, "#"), "#")
	for _, suffix := range []string{"~", ".bak", ".old", ".orig", ".backup", ".save", " copy", "_old", "_bak"} {
		if rest, ok := strings.CutSuffix(name, suffix); ok && rest != "" {
			return rest
		}
	}
	for _, suffix := range []string{".swp", ".swo"} {
		if rest, ok := strings.CutSuffix(name, suffix); ok && isSecret(strings.TrimPrefix(rest, ".")) {
			return strings.TrimPrefix(rest, ".") // an editor puts a dot in front, unless there is one
		} else if ok {
			return rest
		}
	}
	return name
}

// In looks for a secret path in a word of a command line: the word itself, and its pieces between "=", ":", "@" and ",",
// as in "HEAD:.env", "@.env" and "--file=.env". It returns the piece found, else the word.
func In(word string) (piece string, ok bool) {
	if strings.ContainsAny(word, separators) {
		for piece := range strings.FieldsFuncSeq(word, isSeparator) {
			if Path(piece) {
				return piece, true
			}
		}
	}
	return word, Path(word)
}

const separators = "=:@,"

func isSeparator(r rune) bool { return strings.ContainsRune(separators, r) }

// isEnv reports whether a name is that of an environment file and not of an example of one.
func isEnv(name string) bool {
	switch name {
	case ".env", ".envrc", ".flaskenv", ".dev.vars":
		return true
	}
	kind, ok := strings.CutPrefix(name, ".env")
	if !ok || strings.IndexByte(".-_", kind[0]) < 0 {
		return false
	}
	kind = kind[1:]
	switch kind {
	case "example", "sample", "template", "dist":
		return false
	}
	return true
}

// isKey reports whether a name is that of a private key or a container of keys.
func isKey(name string) bool {
	switch path.Ext(name) {
	case ".pem", ".p12", ".pfx", ".key", ".keystore", ".jks", ".kdbx", ".keytab", ".ppk", ".agekey":
		return true
	}
	for _, kind := range []string{"id_rsa", "id_ed25519", "id_ecdsa", "id_dsa", "id_ecdsa_sk", "id_ed25519_sk"} {
		if rest, ok := strings.CutPrefix(name, kind); ok && (rest == "" || !wordByte(rest[0])) {
			return true
		}
	}
	return false
}

func wordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z'
}

// isStore reports whether a name is that of a file in which a program keeps credentials, or of a shell history.
func isStore(name string) bool {
	switch name {
	case ".netrc", "_netrc", ".npmrc", ".pypirc", ".git-credentials", ".pgpass", ".my.cnf", ".htpasswd", ".vault-token",
		".dockercfg", ".authinfo", ".authinfo.gpg", ".msmtprc", ".s3cfg", ".boto", ".databrickscfg", ".terraformrc", ".vault_pass", ".xauthority",
		".git-credential-cache", "kubeconfig", "fish_history", "terraform.tfstate",
		".credentials.json", "oauth_creds.json", "service-account.json", "service_account.json", "client_secret.json",
		"credentials", "credentials.json", "credentials.yml", "credentials.yaml", "credentials.toml", "credentials.ini",
		"credentials.tfrc.json", "application_default_credentials.json":
		return true
	}
	return strings.HasPrefix(name, ".") && strings.HasSuffix(name, "_history")
}

// underStore reports whether a path goes through, or is, a directory in which secrets are kept. Components are compared
// whole: "my.ssh" is none.
func underStore(p string) bool {
	before := ""
	for c := range strings.SplitSeq(p, "/") {
		switch {
		case c == ".ssh", c == ".aws", c == ".gnupg", c == ".azure", c == ".password-store", c == ".oci", isEnv(c):
			return true
		case before == ".docker" && c == "config.json", before == ".kube" && c == "config",
			before == "gh" && c == "hosts.yml", before == ".config" && c == "gcloud",
			before == "github-copilot" && (c == "hosts.json" || c == "apps.json"), before == ".codex" && c == "auth.json",
			before == "huggingface" && c == "token", before == ".kaggle" && c == "kaggle.json", before == "rclone" && c == "rclone.conf",
			before == ".composer" && c == "auth.json", before == ".m2" && c == "settings.xml", before == ".gradle" && c == "gradle.properties",
			before == "age" && c == "keys.txt":
			return true
		}
		before = c
	}
	return false
}

// isSystem reports whether a path is one of the system's own secrets: password hashes, and the environment and memory of
// processes.
func isSystem(p string) bool {
	switch p {
	case "/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-", "/etc/sudoers":
		return true
	}
	for _, dir := range []string{"/run/secrets", "/var/run/secrets", "/etc/ssl/private", "/etc/wireguard"} {
		if p == dir || strings.HasPrefix(p, dir+"/") {
			return true
		}
	}
	if strings.HasPrefix(p, "/etc/ssh/ssh_host_") {
		return true
	}
	if !strings.HasPrefix(p, "/proc/") {
		return false
	}
	return strings.HasSuffix(p, "/environ") || strings.HasSuffix(p, "/mem") || strings.HasSuffix(p, "/auxv") ||
		strings.Contains(p, "/root/") && Path(p[strings.Index(p, "/root/")+len("/root"):])
}
