package registry

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Advice says which notes a tool attaches to its results when it is used without much sense. It is for tools that answer
// questions in words, such as a search: a program that calls a tool for each of a hundred files is using it well. It
// never refuses a call.
type Advice struct {
	// Often is how many calls in one run are usual; each further one gets a note. 0: any number.
	Often int

	// Alike attaches a note to a call with the arguments of an earlier one in the run, or with arguments that differ in
	// some of their words only. Only the last 16 calls are compared.
	Alike bool
}

// Advise gives t with advice: the results of its successful calls carry the notes.
func Advise(t Tool, a Advice) Tool {
	if t.Handler == nil {
		return t
	}
	name, handler := t.FullName(), t.Handler
	runs := newPerRun[usage]()
	t.Handler = func(ctx context.Context, call *Call) (*Result, error) {
		notes := runs.of(call.Root).advise(name, a, call.Args)
		r, err := handler(ctx, call)
		if err != nil || r == nil || r.Err != nil || len(notes) == 0 {
			return r, err
		}
		noted := *r
		noted.Notes = slices.Concat(r.Notes, notes)
		return &noted, nil
	}
	return t
}

// usage is what a run has done with one tool.
type usage struct {
	mu     sync.Mutex
	calls  int
	recent []question // the last calls, the oldest first
}

// maxRecent is how many earlier calls a call is compared with.
const maxRecent = 16

// advise counts a call, and gives the notes for it.
func (u *usage) advise(name string, a Advice, args json.RawMessage) []Content {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.calls++
	var notes []Content
	if a.Often > 0 && u.calls > a.Often {
		notes = append(notes, Text(fmt.Sprintf("%s has now been called %d times in this run, which is more than usual; "+
			"see whether the earlier results already hold the answer", name, u.calls)))
	}
	if !a.Alike {
		return notes
	}
	q, ok := parseQuestion(args)
	if !ok {
		return notes
	}
	if slices.ContainsFunc(u.recent, q.like) {
		notes = append(notes, Text(fmt.Sprintf("%s has been called with much the same arguments before in this run; "+
			"use the earlier result, or ask something else", name)))
	}
	u.recent = append(u.recent, q)
	if len(u.recent) > maxRecent {
		u.recent = slices.Delete(u.recent, 0, 1)
	}
	return notes
}

// maxQuestion is the greatest length of arguments, in bytes, that are compared.
const maxQuestion = 8 << 10

// minWords is the least number of different words in arguments that can be like others without being the same.
const minWords = 3

// question is arguments as they are compared.
type question struct {
	frame string          // the arguments without the text of their strings
	words map[string]bool // of their strings, in lower case
}

func parseQuestion(args json.RawMessage) (question, bool) {
	if len(args) > maxQuestion {
		return question{}, false
	}
	d := json.NewDecoder(bytes.NewReader(args))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return question{}, false // there are no arguments, or the schema has let through what is none of our business
	}
	q := question{words: make(map[string]bool)}
	frame, err := json.Marshal(q.take(v))
	q.frame = string(frame)
	return q, err == nil
}

// take moves the words out of the strings in v.
func (q *question) take(v any) any {
	switch v := v.(type) {
	case string:
		for _, word := range strings.FieldsFunc(strings.ToLower(v), notInWord) {
			q.words[word] = true
		}
		return ""
	case []any:
		for i := range v {
			v[i] = q.take(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = q.take(v[key])
		}
	}
	return v
}

func notInWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// like reports whether the two differ in nothing but some of their words: at least three in five are common to both.
func (q question) like(other question) bool {
	if q.frame != other.frame {
		return false
	}
	common := 0
	for word := range q.words {
		if other.words[word] {
			common++
		}
	}
	all := len(q.words) + len(other.words) - common
	return common == all || min(len(q.words), len(other.words)) >= minWords && 5*common >= 3*all
}
