// Package wildcard compiles path patterns, globs and lines of ignore files, to matchers that take time linear in the
// path whatever the pattern. It knows nothing of files.
package wildcard

import (
	"fmt"
	"regexp"
	"strings"
)

// MaxLength is the longest pattern that compiles, in bytes.
const MaxLength = 4096

// Pattern is a compiled pattern. It is immutable, and any goroutine may use it.
type Pattern struct {
	kind kind
	name bool           // the last component alone is matched
	text string         // of a literal or suffix pattern
	re   *regexp.Regexp // of a general one
}

type kind uint8

const (
	general    kind = iota
	literal         // the whole path equals text
	suffix          // the path ends in text, which holds no slash
	nameSuffix      // so it does, and the path holds no slash either
)

// Glob compiles a glob: * and ? stop at slashes, ** as a whole component stands for any number of directories, {a,b}
// are alternatives, [a-z] and [!a-z] are classes, and a backslash makes the next character literal.
func Glob(pattern string) (*Pattern, error) {
	if rest := strings.TrimPrefix(pattern, "**/*"); rest != pattern && !strings.ContainsAny(rest, `*?[\{/`) {
		return &Pattern{kind: suffix, text: rest}, nil
	}
	if name := strings.TrimPrefix(pattern, "**/"); name != pattern && name != "" && !strings.Contains(name, "/") {
		p, err := compile(name, globDialect)
		if err != nil {
			return nil, err
		}
		p.name = true // in any directory, so that only the name decides
		return p, nil
	}
	return compile(pattern, globDialect)
}

// Ignore compiles the pattern of one line of a .gitignore file, as git's wildmatch reads it. The negation, the leading
// and the trailing slash are the caller's to take off. A pattern that git would never match gives an error.
func Ignore(pattern string) (*Pattern, error) {
	if rest := strings.TrimPrefix(pattern, "*"); rest != pattern && !strings.ContainsAny(rest, `*?[\/`) {
		return &Pattern{kind: nameSuffix, text: rest}, nil
	}
	return compile(pattern, gitDialect)
}

// Match reports whether the whole of path, with slashes and without a leading one, fits the pattern.
func (p *Pattern) Match(path string) bool {
	if p.name {
		path = path[strings.LastIndexByte(path, '/')+1:]
	}
	switch p.kind {
	case literal:
		return path == p.text
	case suffix:
		return strings.HasSuffix(path, p.text)
	case nameSuffix:
		return strings.HasSuffix(path, p.text) && !strings.Contains(path, "/")
	default:
		return p.re.MatchString(path)
	}
}

// IsLiteral reports whether a glob holds no character of special meaning, so that it names one path.
func IsLiteral(pattern string) bool { return !strings.ContainsAny(pattern, `*?[\{`) }

// Split gives the leading directories of a glob that hold no special character, and the rest: "src/lib" and "**/*.go".
// The directory is "." where there is none.
func Split(pattern string) (dir, rest string) {
	end := strings.IndexAny(pattern, `*?[\{`)
	if end < 0 {
		end = len(pattern)
	}
	slash := strings.LastIndexByte(pattern[:end], '/')
	if slash < 0 {
		return ".", pattern
	}
	return pattern[:slash], pattern[slash+1:]
}

func compile(pattern string, d dialect) (*Pattern, error) {
	if len(pattern) > MaxLength {
		return nil, fmt.Errorf("pattern of %d bytes is longer than %d", len(pattern), MaxLength)
	}
	if IsLiteral(pattern) {
		return &Pattern{kind: literal, text: pattern}, nil
	}
	t := translator{src: pattern, dialect: d}
	expr, err := t.translate()
	if err != nil {
		return nil, err
	}
	re, err := regexp.Compile(expr)
	if err != nil {
		return nil, fmt.Errorf("pattern is too complex: %w", err)
	}
	return &Pattern{re: re}, nil
}
