package rules

import "strings"

// list is the rules of one verdict, of all sources, by what they are about.
type list struct {
	tools      map[string]*group // by full name
	namespaces map[string]*entry // the first about each
}

// group is the rules of a list about one tool, in their order.
type group struct {
	entries []*entry
	whole   *entry // the first without a pattern

	// The patterns of files, so that thousands of them cost no more than a few: by a part that every path which they match
	// must have, and those that have no such part.
	byPart map[string][]*entry
	loose  []*entry

	byProgram map[string][]*entry // the rules about commands, by shell.Rule.Program
}

func (l *list) add(entries []*entry) {
	for _, e := range entries {
		if e.rule.Namespace {
			l.addNamespace(e)
			continue
		}
		if l.tools == nil {
			l.tools = make(map[string]*group)
		}
		g := l.tools[e.rule.Tool]
		if g == nil {
			g = &group{byPart: make(map[string][]*entry), byProgram: make(map[string][]*entry)}
			l.tools[e.rule.Tool] = g
		}
		g.add(e)
	}
}

func (l *list) addNamespace(e *entry) {
	if l.namespaces == nil {
		l.namespaces = make(map[string]*entry)
	}
	if l.namespaces[e.rule.Tool] == nil {
		l.namespaces[e.rule.Tool] = e
	}
}

func (g *group) add(e *entry) {
	e.order = len(g.entries)
	g.entries = append(g.entries, e)
	program := e.shell.Program()
	g.byProgram[program] = append(g.byProgram[program], e)
	switch {
	case !e.rule.Patterned && g.whole == nil:
		g.whole = e
	case e.glob == nil:
	case e.glob.part == "":
		g.loose = append(g.loose, e)
	default:
		g.byPart[e.glob.part] = append(g.byPart[e.glob.part], e)
	}
}

// about gives the rules about a tool: those about itself, never nil, and the first about its namespace.
func (l *list) about(c *call) (own *group, ofNamespace *entry) {
	if c.tool != nil && c.tool.Namespace != "" {
		ofNamespace = l.namespaces[c.tool.Namespace]
	}
	if own = l.tools[c.name]; own == nil {
		own = &group{}
	}
	return own, ofNamespace
}

// touching gives the first rule of a list that restricts which is about the call, or about any of its files.
func (l *list) touching(c *call) *entry {
	own, ofNamespace := l.about(c)
	first := own.whole
	for _, f := range c.files {
		first = earlier(first, own.match(f.Path, f.lowerPath))
		if f.Real != f.Path {
			first = earlier(first, own.match(f.Real, f.lowerReal))
		}
	}
	if first == nil {
		return ofNamespace
	}
	return first
}

// covering gives the rule of a list that allows which covers the call. Where several rules cover its files together, it
// is that of the first file.
func (l *list) covering(c *call) *entry {
	own, ofNamespace := l.about(c)
	switch {
	case own.whole != nil:
		return own.whole
	case ofNamespace != nil:
		return ofNamespace
	}
	var first *entry
	for i, f := range c.files {
		e := own.match(f.Real, f.Real)
		if e == nil {
			return nil
		}
		if i == 0 {
			first = e
		}
	}
	return first
}

// match gives the first rule whose pattern matches a path. In a list that restricts the key is the path in lower case, in
// one that allows the path itself.
func (g *group) match(path, key string) *entry {
	first := firstMatch(g.loose, path, key)
	for part := range strings.SplitSeq(key, "/") {
		first = earlier(first, firstMatch(g.byPart[part], path, key))
	}
	return first
}

func firstMatch(entries []*entry, path, key string) *entry {
	for _, e := range entries {
		if e.glob.match(path, key) {
			return e
		}
	}
	return nil
}

// earlier gives that of two rules which stands first; either may be nil.
func earlier(a, b *entry) *entry {
	if a == nil || b != nil && b.order < a.order {
		return b
	}
	return a
}
