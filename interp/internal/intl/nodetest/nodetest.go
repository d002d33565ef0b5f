// Package nodetest is for tests: it compares the services of Intl with node, whose answers it keeps in golden files so
// that the tests run without node too.
package nodetest

import (
	"bytes"
	_ "embed" // the driver
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/runcode-dev/runcode/interp/internal/intl"
)

//go:embed driver.js
var driver string

// icu is the version of the library whose texts the tables hold. Other versions of node differ here and there.
const icu = "78."

// Case is one question. Args begin with their type: "n:" a number, "b:" a BigInt, "s:" a string.
type Case struct {
	Service string       `json:"service"` // such as "NumberFormat"
	Locale  string       `json:"locale,omitempty"`
	Options intl.Options `json:"options,omitempty"`
	Method  string       `json:"method"`
	Args    []string     `json:"args,omitempty"`
}

// Update returns the flag -update, which a test package that uses golden files declares once:
//
//	var update = nodetest.Update()
func Update() *bool { return flag.Bool("update", false, "ask node, and write its answers to testdata") }

// Golden compares answer with the golden file testdata/<name>.txt, or writes that file when update is set.
func Golden(t *testing.T, name string, update bool, cases []Case, answer func(Case) string) {
	t.Helper()
	file := filepath.Join("testdata", name+".txt")
	if update {
		write(t, file, cases, ask(t, cases))
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		question, want, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		var c Case
		var answered string
		if err := json.Unmarshal([]byte(question), &c); err != nil || !ok {
			t.Fatalf("%s: bad line %q: %v", file, line, err)
		}
		if err := json.Unmarshal([]byte(want), &answered); err != nil {
			t.Fatalf("%s: bad answer %q: %v", file, want, err)
		}
		compare(t, c, answer(c), answered)
		n++
	}
	if n != len(cases) {
		t.Errorf("%s has %d cases; want %d: run the test with -update", file, n, len(cases))
	}
}

// Live compares answer with a node of the right version, and skips the test where there is none.
func Live(t *testing.T, cases []Case, answer func(Case) string) {
	t.Helper()
	if testing.Short() {
		t.Skip("asks node: not in short mode")
	}
	for i, want := range ask(t, cases) {
		compare(t, cases[i], answer(cases[i]), want)
	}
}

func compare(t *testing.T, c Case, got, want string) {
	t.Helper()
	if got != want {
		question, _ := json.Marshal(c) // it came from JSON, or goes there for node
		t.Errorf("%s\n got %+q\nwant %+q", question, got, want)
	}
}

// ask returns the answers of node.
func ask(t *testing.T, cases []Case) []string {
	t.Helper()
	version, err := exec.Command("node", "-p", "process.versions.icu").Output()
	if err != nil {
		t.Skipf("node does not run here: %v", err)
	}
	if !strings.HasPrefix(string(version), icu) {
		t.Skipf("node has ICU %s; the tables are those of %s", bytes.TrimSpace(version), icu)
	}
	var questions, answers bytes.Buffer
	for _, c := range cases {
		if err := json.NewEncoder(&questions).Encode(c); err != nil {
			t.Fatal(err)
		}
	}
	node := exec.Command("node", "-e", driver)
	node.Env = append(os.Environ(), "TZ=UTC")
	node.Stdin, node.Stdout, node.Stderr = &questions, &answers, os.Stderr
	if err := node.Run(); err != nil {
		t.Fatal(err)
	}
	all := make([]string, 0, len(cases))
	for d := json.NewDecoder(&answers); d.More(); {
		var a string
		if err := d.Decode(&a); err != nil {
			t.Fatal(err)
		}
		all = append(all, a)
	}
	if len(all) != len(cases) {
		t.Fatalf("node gave %d answers to %d questions", len(all), len(cases))
	}
	return all
}

func write(t *testing.T, file string, cases []Case, answers []string) {
	t.Helper()
	var text bytes.Buffer
	for i, c := range cases {
		question, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := json.Marshal(answers[i])
		if err != nil {
			t.Fatal(err)
		}
		text.Write(slices.Concat(question, []byte("\t"), answer, []byte("\n")))
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Show writes parts as the driver does.
func Show(parts []intl.Part) string {
	all := make([]string, len(parts))
	for i, p := range parts {
		all[i] = p.Type + "=" + p.Value
		for _, more := range []string{p.Source, p.Unit} {
			if more != "" {
				all[i] += "=" + more
			}
		}
	}
	return strings.Join(all, "|")
}

// Object writes resolved options as JSON.stringify does.
func Object(properties []intl.Property) string {
	members := make([]string, len(properties))
	for i, p := range properties {
		value, err := json.Marshal(p.Value)
		if err != nil {
			return err.Error()
		}
		members[i] = `"` + p.Name + `":` + string(value)
	}
	return "{" + strings.Join(members, ",") + "}"
}
