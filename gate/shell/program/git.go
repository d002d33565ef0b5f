package program

import (
	"slices"
	"strings"
)

// BehindGitGlobals drops the options between git and its subcommand that change nothing of what it does. Those that name
// another repository, set configuration or choose programs are not among them.
func BehindGitGlobals(args []Word) []Word {
	for len(args) > 0 && args[0].Kind == Literal {
		switch args[0].Text {
		case "--no-pager", "--no-optional-locks", "--literal-pathspecs", "--no-replace-objects":
			args = args[1:]
			continue
		case "-C":
			if len(args) > 1 && args[1].Is(".") {
				args = args[2:]
				continue
			}
		}
		break
	}
	return args
}

// classifyGit judges git by its subcommand. What the configuration of a repository makes of it (textconv, filters,
// fsmonitor) is not seen here.
func classifyGit(args []Word) (paths []string, why string) {
	args = BehindGitGlobals(args)
	if len(args) == 0 || args[0].Kind != Literal {
		return Texts(args), "there is no git command"
	}
	name := args[0].Text
	g, ok := gitTable[name]
	if !ok {
		return gitUnknown(name, args[1:])
	}
	l, why := g.parse(args[1:])
	if l == nil {
		return Texts(args[1:]), why
	}
	if why == "" {
		if why = checkPathspecs(name, l); why == "" {
			why = checkFormat(l)
		}
	}
	return l.paths, why
}

// gitUnknown gives the words that may name files of a git command that does not only read. Messages do not.
func gitUnknown(name string, args []Word) (paths []string, why string) {
	why = "git " + name + " is not known to only read"
	if name != "commit" && name != "tag" && name != "merge" && name != "stash" {
		return Texts(args), why
	}
	for i := 0; i < len(args); i++ {
		switch t := args[i].Text; {
		case t == "-m", t == "-am", t == "--message":
			i++
		case !strings.HasPrefix(t, "--message="):
			paths = append(paths, t)
		}
	}
	return paths, why
}

// gitDiff are the options of every command that shows differences, with what they print but not what may run programs. No
// command may enter repositories inside: these have a configuration of their own, and may be known from the history only.
const gitDiff = " patch no-patch unified= raw patch-with-raw patch-with-stat indent-heuristic no-indent-heuristic minimal patience histogram anchored= diff-algorithm= stat= compact-summary numstat shortstat dirstat= cumulative summary name-only name-status color= no-color color-moved= no-color-moved color-moved-ws= word-diff= word-diff-regex= color-words= no-renames rename-empty no-rename-empty check ws-error-highlight= full-index binary abbrev= break-rewrites= find-renames= find-copies= find-copies-harder irreversible-delete diff-filter= pickaxe-all pickaxe-regex relative= no-relative text ignore-cr-at-eol ignore-space-at-eol ignore-space-change ignore-all-space ignore-blank-lines inter-hunk-context= function-context exit-code quiet no-ext-diff no-textconv ignore-submodules= src-prefix= dst-prefix= no-prefix default-prefix line-prefix= ita-invisible-in-index cc combined-all-paths"

// gitRevisions are the options of every command that walks through the history.
const gitRevisions = " max-count= skip= since= after= until= before= author= committer= grep= grep-reflog= all-match invert-grep regexp-ignore-case basic-regexp extended-regexp fixed-strings perl-regexp remove-empty merges no-merges min-parents= max-parents= no-min-parents no-max-parents first-parent not all branches= tags= remotes= glob= exclude= ignore-missing reflog cherry cherry-mark cherry-pick left-only right-only boundary simplify-by-decoration full-history dense sparse simplify-merges ancestry-path= show-pulls date-order author-date-order topo-order reverse no-walk= do-walk pretty= format= abbrev-commit no-abbrev-commit oneline encoding= expand-tabs= no-expand-tabs notes= no-notes relative-date date= parents children left-right graph no-graph show-linear-break= count"

const gitLog = gitDiff + gitRevisions + " follow no-decorate decorate= decorate-refs= decorate-refs-exclude= source full-diff log-size walk-reflogs no-diff-merges diff-merges= show-notes= "

// gitLogShort are the one-letter options of log and its kin.
const gitLogShort = "pusU:aRbwWzM=C=B=Dl:S:G:n:gimcE1FtL@"

var gitTable = map[string]*grammar{
	"status":      {short: "sbu=vz", long: "short branch show-stash porcelain= long verbose untracked-files= ignore-submodules= ignored= column= no-column ahead-behind no-ahead-behind renames no-renames find-renames= null"},
	"log":         {short: gitLogShort, long: gitLog, number: true},
	"show":        {short: gitLogShort, long: gitLog, number: true},
	"whatchanged": {short: gitLogShort, long: gitLog, number: true},
	"diff":        {short: "pusU:aRbwWzM=C=B=Dl:S:G:", long: gitDiff + " staged cached merge-base base ours theirs"},
	"reflog":      {short: gitLogShort, long: gitLog, number: true, check: checkReflog},
	"rev-list":    {short: "n:gimE1F", long: gitRevisions + " objects quiet timestamp header disk-usage=", number: true},
	"shortlog":    {short: "nsecw=", long: gitRevisions + " numbered summary email committer group="},

	"rev-parse":  {short: "q", long: "verify quiet revs-only no-revs flags no-flags default: symbolic symbolic-full-name abbrev-ref= short= not all branches= tags= remotes= glob= show-toplevel show-prefix show-cdup show-superproject-working-tree git-dir absolute-git-dir git-common-dir is-inside-git-dir is-inside-work-tree is-bare-repository is-shallow-repository show-object-format= since= until= sq"},
	"describe":   {long: "all tags contains abbrev= candidates= exact-match debug long match= exclude= always first-parent dirty= broken="},
	"blame":      {short: "bltserpwcfnL@M=C=S@", long: "root show-stats score-debug line-porcelain porcelain incremental date= show-name show-number show-email abbrev= color-lines color-by-age first-parent minimal contents@ ignore-rev="},
	"name-rev":   {long: "tags refs= exclude= all name-only no-undefined undefined always"},
	"merge-base": {short: "a", long: "all octopus independent is-ancestor fork-point"},

	"ls-files": {short: "cdmoistvfzxku", long: "cached deleted modified others ignored stage unmerged killed directory no-empty-directory eol exclude= exclude-standard error-unmatch full-name abbrev= deduplicate format="},
	"ls-tree":  {short: "rtdlz", long: "name-only name-status object-only full-name full-tree abbrev= format= long"},
	"cat-file": {short: "tspe"},
	"grep": {
		short:    "viwxEGFPnlLzcohHqWpA:B:C:m:e:f@aIr",
		long:     "cached exclude-standard invert-match ignore-case word-regexp text no-textconv max-depth= recursive no-recursive extended-regexp basic-regexp fixed-strings perl-regexp line-number column full-name files-with-matches name-only files-without-match null only-matching count color= no-color break heading show-function context= after-context= before-context= function-context threads= max-count= and or not all-match quiet",
		operands: textFirst, number: true,
	},

	"branch": {short: "arvq", long: "all remotes verbose quiet list show-current color= no-color column= no-column sort= merged= no-merged= contains= no-contains= points-at= format= abbrev= no-abbrev ignore-case", operands: texts, check: listsRefs},
	"tag":    {short: "ln=", long: "list color= column= no-column sort= merged= no-merged= contains= no-contains= points-at= format= ignore-case", operands: texts, check: listsRefs},

	"show-ref":      {short: "hdsq", long: "head heads tags branches hash= dereference abbrev= verify quiet", operands: texts},
	"for-each-ref":  {long: "count= sort= format= points-at= merged= no-merged= contains= no-contains= ignore-case", operands: texts},
	"diff-tree":     {short: "rtmpcszRU:M=C=", long: gitDiff + " root no-commit-id pretty= format= oneline always"},
	"cherry":        {short: "v", long: "verbose abbrev=", operands: texts},
	"check-ignore":  {short: "vnq", long: "verbose non-matching quiet no-index", operands: texts},
	"count-objects": {short: "vH", long: "verbose human-readable", none: true},
	"version":       {long: "build-options", none: true},

	"remote":   {short: "v", long: "verbose", none: true},
	"stash":    {operands: texts, most: 2, check: listsStash},
	"worktree": {short: "vz", long: "porcelain verbose", operands: texts, most: 1, check: onlyList},
	"config":   {long: "get local global system", operands: texts, most: 1, check: checkGitConfig},
}

// checkReflog accepts the listing forms: no subcommand, or "show".
func checkReflog(l *line) string {
	if first := l.text(0); first != "" && first != "show" {
		return "git reflog " + first + " may be more than a listing"
	}
	return ""
}

// listsRefs requires --list, or a condition that implies it, for names: without it branch and tag create what is named, whatever options of display there
// are.
func listsRefs(l *line) string {
	if len(l.operands) > 0 && !l.has("list", "l", "contains", "no-contains", "merged", "no-merged", "points-at") {
		return "without --list a name is created"
	}
	return ""
}

// listsStash accepts the list, and one entry as it is shown without options.
func listsStash(l *line) string {
	if first := l.text(0); first != "show" && (first != "list" || len(l.operands) > 1) {
		return "only list and show are known to only read"
	}
	return ""
}

func onlyList(l *line) string {
	if l.text(0) != "list" {
		return "only list is known to only read"
	}
	return ""
}

// plainGitKeys are settings that never hold a password. Others may: addresses, proxies and mail servers have one in them.
var plainGitKeys = []string{
	"user.name", "user.email", "init.defaultbranch", "pull.rebase", "push.default", "commit.gpgsign",
	"core.autocrlf", "core.bare", "core.editor", "core.eol", "core.excludesfile", "core.filemode", "core.fsmonitor", "core.hookspath",
	"core.ignorecase", "core.pager", "core.quotepath", "core.repositoryformatversion", "core.safecrlf", "core.symlinks", "core.worktree",
}

// checkGitConfig accepts the look-up of one key that holds no secret.
func checkGitConfig(l *line) string {
	key := strings.ToLower(l.text(0))
	if !strings.Contains(key, ".") { // a word without is a command, in newer versions
		return "only the look-up of a key is known to only read"
	}
	if !slices.Contains(plainGitKeys, key) {
		return "the key " + quote(key) + " may hold a secret"
	}
	return ""
}
