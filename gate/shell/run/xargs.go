package run

import (
	"context"
	"errors"
	"io"
	"iter"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/interp"

	"github.com/runcode-dev/runcode/gate/shell/program"
)

// The bounds of what comes in for xargs, in bytes: in all, and for one run.
const (
	maxInput = 4 << 20
	maxBatch = 100_000
)

// The statuses of xargs: a run failed, or could not be made.
const (
	statusRunFailed = 123
	statusBadInput  = 1
)

// xargs does what the program of that name does, here: so each command that it runs is judged with all its words.
func (s *session) xargs(ctx context.Context, hc interp.HandlerContext, x *program.Xargs) error {
	items, err := incoming(hc.Stdin, x)
	if err != nil {
		return fail(hc, statusBadInput, "xargs: "+err.Error())
	}
	hc.Stdin = nil
	failed := false
	for words := range batches(x, items) {
		err := s.program(ctx, hc, words)
		var status interp.ExitStatus
		switch {
		case err == nil:
		case !errors.As(err, &status):
			return err
		case status == statusRefused || status == statusNotFound:
			return err
		default:
			failed = true
		}
	}
	if failed {
		return interp.ExitStatus(statusRunFailed)
	}
	return nil
}

// batches makes the command lines that are run: with one line that came in each, or with as many words as they may have.
func batches(x *program.Xargs, items []string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		if len(items) == 0 && x.Replace == "" && !x.SkipEmpty {
			yield(x.Command)
		}
		for len(items) > 0 {
			n := batch(x, items)
			if !yield(line(x, items[:n])) {
				return
			}
			items = items[n:]
		}
	}
}

// batch tells how many of the words that came in go into the next run.
func batch(x *program.Xargs, items []string) int {
	most, size := x.Most, 0
	if x.Replace != "" {
		most = 1
	}
	for i, item := range items {
		if size += len(item) + 1; i > 0 && (i == most || size > maxBatch) {
			return i
		}
	}
	return len(items)
}

func line(x *program.Xargs, items []string) []string {
	if x.Replace == "" {
		return slices.Concat(x.Command, items)
	}
	words := slices.Clone(x.Command)
	for i := range words {
		words[i] = strings.ReplaceAll(words[i], x.Replace, items[0])
	}
	return words
}

var (
	errInput = errors.New("too much comes in")
	errQuote = errors.New("a quote in the input is not closed; find -print0 with xargs -0 takes any name")
)

// incoming reads what comes in and cuts it up.
func incoming(in io.Reader, x *program.Xargs) ([]string, error) {
	if in == nil {
		return nil, nil
	}
	text, err := io.ReadAll(io.LimitReader(in, maxInput+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > maxInput:
		return nil, errInput
	case x.Delimiter != "":
		items := strings.Split(string(text), x.Delimiter)
		if items[len(items)-1] == "" {
			items = items[:len(items)-1] // behind the last delimiter there is nothing
		}
		return items, nil
	}
	return unquoted(string(text), x.Replace != "")
}

// unquoted cuts a text at blanks, or at the ends of lines, and takes quotes and backslashes off as xargs does.
func unquoted(text string, lines bool) (items []string, err error) {
	var item strings.Builder
	inItem := false
	end := func() {
		if inItem {
			items = append(items, item.String())
		}
		item.Reset()
		inItem = false
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n', !lines && (c == ' ' || c == '\t'):
			end()
		case !inItem && (c == ' ' || c == '\t'): // in front of a line
		case c == '\'' || c == '"':
			n := strings.IndexByte(text[i+1:], c)
			if n < 0 || strings.Contains(text[i+1:i+1+n], "\n") {
				return nil, errQuote
			}
			item.WriteString(text[i+1 : i+1+n])
			inItem, i = true, i+1+n
		case c == '\\' && i+1 < len(text):
			i++
			item.WriteByte(text[i])
			inItem = true
		default:
			item.WriteByte(c)
			inItem = true
		}
	}
	end()
	return items, nil
}
