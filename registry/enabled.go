package registry

// answer is what a tool said when it was asked whether it is enabled.
type answer struct {
	on     bool
	reason string // why it is off
}

// Refresh asks every tool again whether it is enabled, since keys and channels come and go without the registry's
// knowledge. It counts as a change only if an answer is not what it was.
func (r *Registry) Refresh() {
	entries := r.conditional()
	round, answers := r.askAll(entries)
	r.mu.Lock()
	changed := make(map[*Scope]bool)
	for i, e := range entries {
		if e.round > round { // a later round has already answered
			continue
		}
		e.round = round
		if e.answer != answers[i] {
			e.answer = answers[i]
			changed[e.scope] = true
		}
	}
	if len(changed) > 0 {
		r.changedLocked(changed)
	}
	r.mu.Unlock()
	r.deliver()
}

// conditional gives the entries whose tools need to be asked.
func (r *Registry) conditional() []*entry {
	r.mu.Lock()
	defer r.mu.Unlock()
	var entries []*entry
	for _, s := range *r.scopes.Load() {
		for _, e := range s.tools {
			if e.tool.Enabled != nil {
				entries = append(entries, e)
			}
		}
	}
	return entries
}

// askAll asks the tools of the entries whether they are enabled. Rounds of asking are numbered in the order in which they
// begin, so that the answers of a slow one do not replace later ones.
func (r *Registry) askAll(entries []*entry) (round uint64, answers []answer) {
	r.mu.Lock()
	r.round++
	round = r.round
	r.mu.Unlock()
	answers = make([]answer, len(entries))
	for i, e := range entries {
		answers[i] = ask(e.tool, r.env)
	}
	return round, answers
}

// ask asks a tool whether it is enabled. A tool that panics is off.
func ask(t *Tool, env Env) (a answer) {
	if t.Enabled == nil {
		return answer{on: true}
	}
	defer func() {
		if recover() != nil {
			a = answer{reason: "its check whether it is enabled panicked"}
		}
	}()
	on, reason := t.Enabled(env)
	switch {
	case on:
		return answer{on: true}
	case reason == "":
		return answer{reason: "it is not enabled here"}
	}
	return answer{reason: reason}
}
