package secret_test

import (
	"testing"

	"github.com/runcode-dev/runcode/gate/shell/secret"
)

func TestPath(t *testing.T) {
	for _, p := range []string{
		".env", "a/.env", ".ENV", "./.env", ".env/", ".env/.", "a/..//.env", ".env.local", ".env.production.local", ".env/x", ".envrc",
		"~/.ssh", "/home/u/.ssh/config", "~/.ssh/known_hosts", ".aws/credentials", ".AWS/config", "~/.gnupg/x", "id_rsa", "keys/id_ed25519", "id_rsa.bak", "id_ecdsa-cert",
		"server.pem", "x.KEY", "x.p12", "x.pfx", "~/.netrc", ".npmrc", ".pypirc", ".git-credentials", ".pgpass", ".my.cnf", "credentials", "x/credentials.json", "~/.cargo/credentials.toml",
		"~/.docker/config.json", "~/.kube/config", "~/.config/gh/hosts.yml", "~/.config/gcloud/x", "~/.bash_history", ".psql_history",
		".env~", ".env-prod", ".env_old", "..env.swp", ".env.swp", ".env copy", "#.env#", ".flaskenv", ".dev.vars", "x.pem.bak", "cert.pem~", "server.key.old", ".npmrc.bak", ".netrc~",
		"~/.docker/config.json.bak", "id_ecdsa_sk", "~/.codex/auth.json", "~/.config/github-copilot/apps.json", "~/.m2/settings.xml", "~/.config/sops/age/keys.txt", "x.keytab",
		"/run/secrets/x", "/etc/ssl/private/x", "/etc/ssh/ssh_host_rsa_key", "~/.claude/.credentials.json", "terraform.tfstate",
		"/etc/shadow", "/etc/../etc/shadow", "/proc/self/environ", "/proc/1/environ", "/proc/self/root/etc/shadow", "/proc/1/mem",
	} {
		if !secret.Path(p) {
			t.Errorf("%q: got no secret, want one", p)
		}
	}
	for _, p := range []string{
		"", ".", "main.go", "env", "x.env", "environment", ".env.example", ".env.sample", ".env.template", "my.ssh", "sshconfig", "id_rsa.pub", "~/.ssh/id_rsa.pub", "id_rsax", "key", "keys/readme",
		"monkey", "src/credentials/store.go", "credentials.go", "config.json", "docker/config.json", "etc/shadow", "shadow", "/proc/cpuinfo", "history", "README.md",
		".env-example", ".envelope", "main.go.bak", "main.go~", ".main.go.swp", "settings.xml", "auth.json", "/etc/ssh/ssh_config", "/etc/ssh/ssh_host_rsa_key.pub", "copy", "~", ".swp",
	} {
		if secret.Path(p) {
			t.Errorf("%q: got a secret, want none", p)
		}
	}
}

func TestIn(t *testing.T) {
	tests := map[string]string{
		"if=.env": ".env", "HEAD:.env": ".env", ":sub/.env": "sub/.env", "@.env": ".env", "--file=a,b/.env": "b/.env", "user@host:.ssh/id_rsa": ".ssh/id_rsa", "x=y=.env": ".env", ".env": ".env",
		"--x=plain": "", "a:b": "", "": "", "=": "", "HEAD~1": "", "https://host/x": "",
	}
	for word, want := range tests {
		got, ok := secret.In(word)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q: got %q, %v, want %q", word, got, ok, want)
		}
	}
}

func FuzzIn(f *testing.F) {
	f.Add("HEAD:.env")
	f.Add("é=,:@")
	f.Fuzz(func(t *testing.T, word string) {
		piece, ok := secret.In(word)
		if ok && !secret.Path(piece) {
			t.Errorf("%q: got the piece %q, which is no secret", word, piece)
		}
		if secret.Path(word) && !ok {
			t.Errorf("%q is a secret, and not one in itself", word)
		}
	})
}
