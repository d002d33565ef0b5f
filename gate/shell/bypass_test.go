package shell_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/shell"
)

// bypasses are commands that look as if they only read, and make the file "made" or print what is in ".env" when a shell
// runs them. "evil" is a program in the working directory that makes the file.
var bypasses = []string{
	// one program, an option that writes or runs something
	"sort -o made one", "sort -omade one", "sort -uo made one", "sort --outp=made one", "sort one -o made", "uniq one made", "shuf -o made one",
	"find . -maxdepth 0 -fprint made", "find . -maxdepth 0 -fprint0 made", "find . -maxdepth 0 -fprintf made x", "find . -maxdepth 0 -fls made", "find . -maxdepth 0 -exec ./evil ';'",
	"find . -maxdepth 0 -ex\\ec ./evil ';'", "sed -n 'w made' one", "sed 's/a/b/w made' one", "sed '1e ./evil' one", "sed -n p -e 'w made' one",
	"awk 'BEGIN{system(\"./evil\")}'", "awk 'BEGIN{print > \"made\"}'", "xxd one made", "dd if=one of=made status=none", "tee made", "split one ma && mv maaa made",
	"tar cf /dev/null one --checkpoint=1 --checkpoint-action=exec=./evil", "date -r one +%s >made", "file -C -m one; ./evil",
	// git
	"git log --output=made -1", "git diff --output made HEAD~1", "git show --outp=made", "git -c core.fsmonitor=./evil status", "git -c alias.x='!./evil' x", "git diff --ext-diff HEAD~1; ./evil",
	"GIT_EXTERNAL_DIFF=./evil git diff HEAD~1", "GIT_TRACE=$PWD/made git status", "git archive -o made HEAD",
	// launchers
	"env -S'./evil' ls", "env -u ls ./evil", "env PATH=. evil", "\\time -o made ls; ./evil", "timeout 5 ./evil", "nice ./evil", "nohup ./evil", "command ./evil", "xargs ./evil </dev/null", "stdbuf -oL ./evil",
	"setsid -w ./evil", "sh -c ./evil", "eval ./evil", "exec ./evil", "flock one ./evil",
	// what the shell evaluates although it is quoted
	"test -v 'a[$(./evil)]'", "[ -v 'a[$(./evil)]' ]", "printf -v 'a[$(./evil)]' x", "read -r 'a[$(./evil)]' <one", "let 'a[$(./evil)]=1'", "declare 'a[$(./evil)]=1'", "[[ 'a[$(./evil)]' -eq 0 ]]",
	"x='a[$(./evil)]'; echo $((x))", "mapfile -C './evil;:' -c 1 <one", "PS4='$(./evil)'; set -x; :", "trap ./evil EXIT", "declare -n r='a[$(./evil)]'; r=1", "x='$(./evil)'; echo ${x@P}", "compgen -C ./evil x",
	"alias ls=./evil\nshopt -s expand_aliases\nalias ls=./evil\nls", "ls() { ./evil; }; ls", "hash -p ./evil ls; ls", ". ./evil",
	// redirections and separators
	">made", "ls >made", "ls >>made", "ls 3>made", "ls <>made", "ls >&made", "ls &>made", ": >|made", "ls & ./evil", "ls |& ./evil", "ls\n./evil", "(./evil)", "! ./evil", "if ./evil; then :; fi",
	"ls $(./evil)", "ls `./evil`", "ls <(./evil); sleep 0.2", "cat <<E\n$(./evil)\nE", "cat <<< $(./evil)", "echo ./evil | sh", "sh <<'E'\n./evil\nE",
	// where a parser and a shell read differently
	"echo \"$\\\n(./evil)\"", "cat <<E\n$\\\n(./evil)\nE", "cat <<E\n\\\nE\n./evil\nE", "echo #x\\\n./evil", "cat <one #\\\n./evil", "ls &\\\n& ./evil", "ls <\\\n(./evil); sleep 0.2",
	// secrets
	"cat .env", "cat < .env", "cat .e''nv", "cat .en?", "cat < .en?", "cat .en*", "cat .[e]nv", "cat .en{v,}", "cat *", "cat link", "grep -f .env -v x one; cat .env", "sort .env", "date -f .env", "git diff --no-index /dev/null .env",
	"jq -n --rawfile a .env '$a'", "jq -n env", "head -n1 .env", "cat ${x:-.env}", "x=.env; cat $x", "cat x/../.env", "dd if=.env status=none", "cat $'\\x2eenv'", "find . -files0-from .env",
}

// TestBypasses proves that each has its effect in bash, and that it would not run unasked here.
func TestBypasses(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	origin := bypassDirectory(t)
	without := 0
	for _, command := range bypasses {
		opts := place()
		opts.Resolve = func(p string) string {
			if p == "/work/link" {
				return "/work/.env"
			}
			return ""
		}
		if d := shell.Decide(shell.Analyze(command, opts), shell.Policy{Confined: true}); d.Verdict == gate.Allow {
			t.Errorf("%q: got allow (%s), want ask or deny", command, d.Reason)
		}
		if !hasEffect(t, bash, origin, command) {
			without++
			t.Logf("%q had no effect here", command)
		}
	}
	if without > len(bypasses)/5 {
		t.Errorf("%d of %d commands had no effect: the test proves nothing", without, len(bypasses))
	}
}

// bypassDirectory makes the directory that every command finds a copy of.
func bypassDirectory(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"one": "a\nb\n", "evil": "#!/bin/sh\n: >made\n", ".env": "PASSWORD=secret\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(".env", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	script := "mkdir x; git init -q --template= && git add one && git -c user.name=n -c user.email=e commit -qm first && echo c >>one && git -c user.name=n -c user.email=e commit -qam second"
	cmd := exec.Command("sh", "-c", script)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("%v: %s", err, out)
	}
	return dir
}

// hasEffect runs a command in a copy of a directory, and reports whether the file was made or the secret printed.
func hasEffect(t *testing.T, bash, origin, command string) bool {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(dir, os.DirFS(origin)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // only so that a command that hangs ends the test
	defer cancel()
	cmd := exec.CommandContext(ctx, bash, "-c", command)
	cmd.Dir, cmd.Env = dir, []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + dir, "PASSWORD=secret"}
	out, _ := cmd.CombinedOutput()
	_, err := os.Lstat(filepath.Join(dir, "made"))
	return err == nil || strings.Contains(string(out), "secret")
}
