package gitrepo

import (
	"errors"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// harmless lists the sections of a configuration, and of each the keys, that neither name a program or a file nor make git
// fetch anything when it only reads. "*" stands for every key.
var harmless = map[string]string{
	"core": `repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode protecthfs protectntfs symlinks
			autocrlf eol safecrlf quotepath longpaths fscache untrackedcache compression loosecompression bigfilethreshold abbrev
			commentchar whitespace checkstat trustctime ignorestat preloadindex sparsecheckout sparsecheckoutcone splitindex
			commitgraph multipackindex sharedrepository packedgitlimit packedgitwindowsize deltabasecachelimit warnambiguousrefs`,
	"remote":     "url pushurl fetch push mirror prune prunetags tagopt skipdefaultupdate skipfetchall gh-resolved",
	"branch":     "remote merge mergeoptions rebase pushremote description vscode-merge-base github-pr-owner-number gh-merge-base autosetupmerge autosetuprebase sort",
	"user":       "name email signingkey useconfigonly",
	"author":     "name email",
	"committer":  "name email",
	"init":       "defaultbranch",
	"extensions": "objectformat worktreeconfig refstorage",
	"push":       "default autosetupremote followtags",
	"pull":       "rebase ff octopus twohead",
	"fetch":      "prune prunetags parallel writecommitgraph fsckobjects",
	"merge":      "conflictstyle ff log renames renamelimit verbosity stat",
	"rebase":     "autosquash autostash updaterefs stat",
	"commit":     "gpgsign verbose status cleanup",
	"tag":        "gpgsign sort forcesignannotated",
	"diff":       "algorithm colormoved colormovedws context mnemonicprefix noprefix renames renamelimit statgraphwidth wserrorhighlight xfuncname",
	"log":        "date decorate follow abbrevcommit",
	"status":     "short branch showstash showuntrackedfiles relativepaths aheadbehind renames",
	"rerere":     "enabled autoupdate",
	"advice":     "*", "color": "*", "column": "*", "gc": "*", "pack": "*", "maintenance": "auto strategy",
	"index": "version threads", "feature": "*", "http": "*", "url": "*", "lfs": "repositoryformatversion", "gui": "wmstate geometry",
}

// The forms of a line of a configuration: the head of a section, and a key with or without a value.
var (
	head = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^\[\s*([A-Za-z0-9-]+)(?:\s+"(?:[^"\\\n]|\\.)*")?\s*\]`)
	})
	entry = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([A-Za-z][A-Za-z0-9-]*)\s*(?:$|[=#;])`) })
)

// check says why a file of configuration is not known to be harmless.
func check(file string) string {
	text, err := read(file, maxConfig)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ""
	case err != nil:
		return "the configuration of the repository cannot be read"
	}
	section := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if m := head().FindStringSubmatch(line); m != nil {
			section, line = strings.ToLower(m[1]), strings.TrimSpace(line[len(m[0]):])
		}
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		m := entry().FindStringSubmatch(line)
		if m == nil || strings.HasSuffix(line, `\`) {
			return "the configuration of the repository is not understood"
		}
		key := strings.ToLower(m[1])
		if known := harmless[section]; known != "*" && !slices.Contains(strings.Fields(known), key) {
			return "the configuration of the repository may run programs, or read other files (" + section + "." + key + ")"
		}
	}
	return ""
}
