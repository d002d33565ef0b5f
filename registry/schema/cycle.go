package schema

import (
	"strconv"

	"github.com/runcode-dev/runcode/registry/schema/internal/jsontext"
)

// maxCycles is how many references that lead back to themselves are taken out of a schema before it is refused.
const maxCycles = 100

// breakCycles takes out references by which a schema applies itself to the same value again, which no value could ever
// be checked against. (References to itself from a property or an item, as in trees, are no such cycles.)
func (b *builder) breakCycles() error {
	for range maxCycles {
		n := findCycle(b.nodes)
		if n == nil {
			return nil
		}
		b.fault(n, "$ref", jsontext.Quote(n.Ref())+" refers to itself without end", "read as any value")
		n.drop("$ref")
		n.loose = true
	}
	return b.whole("holds more than %s references to themselves without end", strconv.Itoa(maxCycles))
}

// applied are the nodes that a node applies to the same value, the target of its reference first.
func (n *Node) applied() []*Node {
	var nodes []*Node
	if target := n.Sub("$ref"); target != nil {
		nodes = append(nodes, target)
	}
	for i := range n.keywords {
		switch k := &n.keywords[i]; k.name {
		case "allOf", "anyOf", "oneOf":
			nodes = append(nodes, k.list...)
		case "not", "if", "then", "else":
			nodes = append(nodes, k.node)
		case "dependentSchemas", "dependencies":
			for _, p := range k.named {
				if p.Schema != nil {
					nodes = append(nodes, p.Schema)
				}
			}
		}
	}
	return nodes
}

// visit is a node on the path of the walk of findCycle.
type visit struct {
	node    *Node
	rest    []*Node // still to be visited from node
	through bool    // the walk goes on through the reference of node
}

// findCycle gives a node whose reference closes a cycle; nil if there is none, and then the height of each node is known.
// It walks depth first, without recursion.
func findCycle(nodes []*Node) *Node {
	const onPath = -1
	for _, n := range nodes {
		n.height = 0
	}
	for _, start := range nodes {
		if start.height != 0 {
			continue
		}
		path := []visit{{node: start, rest: start.applied()}}
		start.height = onPath
		for len(path) > 0 {
			top := &path[len(path)-1]
			if len(top.rest) == 0 {
				top.node.measure()
				path = path[:len(path)-1]
				continue
			}
			next := top.rest[0]
			top.rest = top.rest[1:]
			top.through = next == top.node.Sub("$ref")
			switch next.height {
			case onPath:
				return closing(path, next)
			case 0:
				next.height = onPath
				path = append(path, visit{node: next, rest: next.applied()})
			}
		}
	}
	return nil
}

// measure sets the height of a node: how many nodes apply each other to one value, from this one down.
func (n *Node) measure() {
	n.height = 1
	for _, x := range n.applied() {
		n.height = max(n.height, x.height+1)
	}
}

// closing is the last node of the cycle at the end of path, from node first on, that goes on through its reference.
// Every cycle has one, since nothing else leads out of the tree that the text of a schema is.
func closing(path []visit, first *Node) *Node {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i].through {
			return path[i].node
		}
		if path[i].node == first {
			break
		}
	}
	return first
}
