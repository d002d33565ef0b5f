package schema

// settleLoose takes back what depends on a schema to refuse values that it no longer refuses. A keyword that is passed
// over makes a schema of others looser, which is meant; but where such a schema is turned around it would make the whole
// stricter: "not" would refuse everything, and several branches of "oneOf" would fit.
func (b *builder) settleLoose() {
	for _, n := range b.nodes {
		if k := n.find("not"); k != nil && k.node.alias().loose {
			b.fault(n, "not", "holds a schema that was not fully understood", "passed over")
			n.drop("not")
		}
		if k := n.find("if"); k != nil && k.node.alias().loose {
			b.fault(n, "if", "holds a schema that was not fully understood", "passed over, with then and else")
			for _, name := range []string{"if", "then", "else"} {
				n.drop(name)
			}
		}
		b.settleOneOf(n)
	}
}

// settleOneOf makes anyOf of a oneOf with a loose branch.
func (b *builder) settleOneOf(n *Node) {
	k := n.find("oneOf")
	if k == nil {
		return
	}
	loose := false
	for _, branch := range k.list {
		loose = loose || branch.alias().loose
	}
	switch {
	case !loose:
	case n.find("anyOf") == nil:
		b.fault(n, "oneOf", "holds a schema that was not fully understood", "read as anyOf")
		k.name = "anyOf"
	default:
		b.fault(n, "oneOf", "holds a schema that was not fully understood", "passed over")
		n.drop("oneOf")
	}
}
