package gitrepo_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/runcode-dev/runcode/gate/shell/gitrepo"
)

const plain = "[core]\n\trepositoryformatversion = 0\n\tbare = false\n[remote \"origin\"]\n\turl = https://host/x.git\n" +
	"\tfetch = +refs/heads/*:refs/remotes/origin/*\n[user]\n\tname = somebody\n"

// repository makes a repository with a configuration, and returns its top.
func repository(t *testing.T, config string) string {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, ".git", "config"), config)
	write(t, filepath.Join(dir, ".git", "HEAD"), "ref: refs/heads/main\n")
	for _, name := range []string{"objects", "refs"} {
		if err := os.MkdirAll(filepath.Join(dir, ".git", name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestPlainRepository(t *testing.T) {
	dir := repository(t, plain)
	below := filepath.Join(dir, "a", "b")
	if err := os.MkdirAll(below, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{dir, below, t.TempDir()} {
		if got := gitrepo.Programs(d); got != "" {
			t.Errorf("%s: got %q, want nothing", d, got)
		}
	}
}

// Git passes over a directory that it cannot enter, and takes the repository above.
func TestARepositoryThatCannotBeEntered(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root can enter every directory")
	}
	dir := repository(t, plain)
	if err := os.Chmod(filepath.Join(dir, ".git", "refs"), 0o444); err != nil {
		t.Fatal(err)
	}
	if got := gitrepo.Programs(dir); got == "" {
		t.Error("got nothing, want a reason")
	}
}

func TestSettingsThatRunPrograms(t *testing.T) {
	for _, config := range []string{
		"[core]\n\tfsmonitor = ./x", "[core] fsmonitor=./x", "[CORE]\nFSMONITOR=./x", "[core]\n hooksPath = h", "[diff]\n\texternal = x",
		"[diff \"x\"]\n\ttextconv = x", "[diff \"a]b\"]\ncommand=x", "[filter \"x\"]\n\tclean = x", "[gpg]\nprogram=x", "[pager]\n\tlog = x",
		"[include]\n\tpath = x", "[includeIf \"gitdir:x\"]\npath=x", "[remote \"o\"]\npromisor = true", "[extensions]\n\tpartialClone = o",
		"[blame]\n\tignoreRevsFile = x", "[core]\n\tattributesFile = x", "[core]\n\texcludesFile = x", "[mailmap]\n\tfile = x",
		"[diff]\n\torderFile = x", "[unheard]\n\tof = x", "[core]\n\tabbrev = 7 \\\n\tfsmonitor = x", "[core.x]\n\tabbrev = 7", "abbrev = 7 [core]",
		"[core] [include]\n\tpath = x",
		"[core]\n\tpager\n", "[log]\nshowSignature=true", "[core]\n\tsshCommand = x",
	} {
		if got := gitrepo.Programs(repository(t, plain+config)); got == "" {
			t.Errorf("%q: got nothing, want a reason", config)
		}
	}
}

// A setting that is harmless, in any form, asks nothing.
func TestHarmlessSettings(t *testing.T) {
	for _, config := range []string{
		"[core] abbrev=7", "[CORE]\n  AutoCRLF = input # fsmonitor = x\n; fsmonitor = x", "[branch \"a]b\\\"c\"]\n\tremote = origin\n\tmerge = refs/heads/a",
		"[color \"diff\"]\n\tmeta = blue", "[core]\n\tbare", "[pull]\n\trebase = false\n\n[init]\n\tdefaultBranch = main",
	} {
		if got := gitrepo.Programs(repository(t, plain+config)); got != "" {
			t.Errorf("%q: got %q, want nothing", config, got)
		}
	}
}

// Another repository that is recorded in the index has settings of its own, whether there is a .gitmodules or not.
func TestRepositoriesInside(t *testing.T) {
	outer, inner := t.TempDir(), ""
	git := func(dir string, args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e", "-c", "init.defaultBranch=main"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("git %v: %v: %s", args, err, out)
		}
	}
	inner = filepath.Join(outer, "inner")
	write(t, filepath.Join(inner, "x"), "x")
	git(outer, "init", "-q")
	git(inner, "init", "-q")
	git(inner, "add", "x")
	git(inner, "commit", "-q", "-m", "first")
	if got := gitrepo.Programs(outer); got != "" {
		t.Errorf("not recorded: got %q, want nothing", got)
	}
	git(outer, "add", "inner")
	if got := gitrepo.Programs(outer); got == "" {
		t.Error("recorded: got nothing, want a reason")
	}
	git(outer, "update-index", "--split-index")
	if got := gitrepo.Programs(outer); got == "" {
		t.Error("recorded in a shared index: got nothing, want a reason")
	}
}

func TestLinksAmongTheFilesOfGit(t *testing.T) {
	for _, name := range []string{"packed-refs", "shallow", "info/attributes", "rebase-merge/done", "objects/info/alternates", "refs/heads/x", "config"} {
		dir := repository(t, plain)
		file := filepath.Join(dir, ".git", filepath.FromSlash(name))
		_ = os.Remove(file)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.Join(t.TempDir(), "secret"), file); err != nil {
			t.Skip(err)
		}
		if got := gitrepo.Programs(dir); got == "" {
			t.Errorf("%s: got nothing, want a reason", name)
		}
	}
}

func TestOtherFormsOfRepositories(t *testing.T) {
	main := repository(t, plain)
	worktree := t.TempDir()
	write(t, filepath.Join(worktree, ".git"), "gitdir: "+filepath.Join(main, ".git", "worktrees", "w")+"\n")
	write(t, filepath.Join(main, ".git", "worktrees", "w", "commondir"), "../..\n")
	write(t, filepath.Join(main, ".git", "worktrees", "w", "HEAD"), "ref: refs/heads/w\n")
	if got := gitrepo.Programs(worktree); got != "" {
		t.Errorf("worktree: got %q, want nothing", got)
	}
	write(t, filepath.Join(main, ".git", "config"), "[core]\n\tfsmonitor = x\n")
	if got := gitrepo.Programs(worktree); got == "" {
		t.Error("worktree of such a repository: got nothing, want a reason")
	}

	odd := t.TempDir()
	write(t, filepath.Join(odd, ".git"), "something else\n")
	if got := gitrepo.Programs(odd); got == "" {
		t.Error("a .git of another form: got nothing, want a reason")
	}

	for _, text := range []string{"gitdir: " + main + "/.git ", "gitdir: " + main + "/.git\r\n", "gitdir:" + main + "/.git", "gitdir: " + main + "/.git\n\n"} {
		write(t, filepath.Join(odd, ".git"), text)
		if got := gitrepo.Programs(odd); got == "" {
			t.Errorf("%q: got nothing, want a reason", text)
		}
	}
	if got := gitrepo.Programs(repository(t, "\ufeff[core]\n\tbare = false\n")); got == "" {
		t.Error("a byte order mark: got nothing, want a reason")
	}
	if err := os.MkdirAll(filepath.Join(main, "sub", ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	if got := gitrepo.Programs(filepath.Join(main, "sub")); got == "" {
		t.Error("an empty .git, which git passes over: got nothing, want a reason")
	}
	for _, name := range []string{"HEAD", "objects", "refs"} {
		dir := repository(t, plain)
		if err := os.Remove(filepath.Join(dir, ".git", name)); err != nil {
			t.Fatal(err)
		}
		if got := gitrepo.Programs(dir); got == "" {
			t.Errorf("without %s: got nothing, want a reason", name)
		}
	}
	bare := t.TempDir()
	for _, name := range []string{"HEAD", "objects/x", "refs/x"} {
		write(t, filepath.Join(bare, name), "")
	}
	if got := gitrepo.Programs(bare); got == "" {
		t.Error("a bare repository: got nothing, want a reason")
	}

	modules := repository(t, plain)
	write(t, filepath.Join(modules, ".gitmodules"), "[submodule \"x\"]\n")
	if got := gitrepo.Programs(modules); got == "" {
		t.Error("submodules: got nothing, want a reason")
	}
}
