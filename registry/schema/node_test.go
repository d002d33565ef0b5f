package schema_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/registry/schema"
)

func TestNode(t *testing.T) {
	s := parse(t, `{"type":"object","description":"a tree","properties":{
		"z":{"type":["string","null"],"enum":["b","a",null]},
		"kids":{"type":"array","items":{"$ref":"#"}},
		"a":{"anyOf":[{"$ref":"#/$defs/one"},{"const":-1}]}},
		"required":["a"],"additionalProperties":false,"$defs":{"one":{"type":"number","title":"One"}}}`)
	root := s.Root()
	if s.Root() != root {
		t.Error("Root: got two nodes, want the same one each time")
	}
	if got, want := root.Text("description"), "a tree"; got != want {
		t.Errorf("Text: got %q, want %q", got, want)
	}
	type property struct {
		Name     string
		Required bool
	}
	var got []property
	var nodes []*schema.Node
	for _, p := range root.Properties() {
		got = append(got, property{p.Name, p.Required})
		nodes = append(nodes, p.Schema)
	}
	want := []property{{"z", false}, {"kids", false}, {"a", true}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Properties: -want +got\n%s", diff)
	}
	if !root.Sub("additionalProperties").Never() {
		t.Error("additionalProperties: got a schema that allows something, want false")
	}
	if diff := cmp.Diff([]string{"string", "null"}, nodes[0].Types()); diff != "" {
		t.Errorf("Types: -want +got\n%s", diff)
	}
	var enum []string
	for _, v := range nodes[0].Enum() {
		enum = append(enum, string(v))
	}
	if diff := cmp.Diff([]string{`"b"`, `"a"`, `null`}, enum); diff != "" {
		t.Errorf("Enum: -want +got\n%s", diff)
	}
	if item := nodes[1].Sub("items"); item.Ref() != "#" || item.Sub("$ref") != root {
		t.Errorf("$ref: got %q to %v, want the root", item.Ref(), item.Sub("$ref"))
	}
	branches := nodes[2].Subs("anyOf")
	if len(branches) != 2 || branches[0].Sub("$ref").Text("title") != "One" {
		t.Fatalf("anyOf: got %d branches", len(branches))
	}
	if got, want := string(branches[1].Keyword("const")), "-1"; got != want {
		t.Errorf("Keyword: got %s, want %s", got, want)
	}
	if got, want := branches[1].Path(), "schema.properties.a.anyOf[1]"; got != want {
		t.Errorf("Path: got %s, want %s", got, want)
	}
}

// What older dialects spell differently reads the same.
func TestNodeIsNormalised(t *testing.T) {
	s, _ := parseForeign(t, `{"$schema":"http://json-schema.org/draft-04/schema#","items":[{"type":"string"}],
		"additionalItems":{"type":"number","minimum":0,"exclusiveMinimum":true}}`)
	root := s.Root()
	if got := root.Subs("prefixItems"); len(got) != 1 || got[0].Types()[0] != "string" {
		t.Errorf("prefixItems: got %d schemas, want one of type string", len(got))
	}
	if got := root.Sub("items"); got == nil || got.Types()[0] != "number" {
		t.Error("items: got none, want what additionalItems says")
	}
}

func TestNodeNullable(t *testing.T) {
	s, _ := parseForeign(t, `{"type":"string","nullable":true}`)
	if diff := cmp.Diff([]string{"string", "null"}, s.Root().Types()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
