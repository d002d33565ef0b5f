package builtin

// PretendCaseBlind makes the workspace take its file system for one on which names that differ only in case are one file.
func (w *Workspace) PretendCaseBlind() { w.blind = true }
