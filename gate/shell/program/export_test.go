package program

import "strings"

// Lines gives a command line for every option of every program in the tables, and one without options, for tests that run
// them: with value for text, and the first of the files for the name of a file.
func Lines(value string, files ...string) [][]string {
	var lines [][]string
	add := func(g *grammar, names ...string) {
		lines = append(lines, append(append([]string{}, names...), operandsOf(g, value, files)...))
		for _, option := range optionsOf(g, value, files[0]) {
			lines = append(lines, append(append(append([]string{}, names...), option...), operandsOf(g, value, files)...))
		}
	}
	for _, table := range []map[string]*grammar{textTable, filesTable, searchTable, systemTable, languageTable} {
		for name, g := range table {
			add(g, name)
		}
	}
	for name, g := range gitTable {
		add(g, "git", name)
	}
	for test, sign := range findTable {
		line := []string{"find", ".", test}
		if sign != 0 {
			line = append(line, value)
		}
		lines = append(lines, line)
	}
	return lines
}

func optionsOf(g *grammar, value, file string) [][]string {
	var options [][]string
	for i := 0; i < len(g.short); i++ {
		sign, ok := Letter(g.short, g.short[i])
		if ok {
			options = append(options, withValue("-"+g.short[i:i+1], sign, value, file, ""))
		}
	}
	for field := range strings.FieldsSeq(g.long) {
		name := strings.TrimRight(field, ":@=")
		sign, _ := Long(g.long, name)
		options = append(options, withValue("--"+name, sign, value, file, "="))
		if sign == '=' {
			options = append(options, []string{"--" + name})
		}
	}
	return options
}

func withValue(option string, sign byte, value, file, equals string) []string {
	switch sign {
	case ':':
		return []string{option, value}
	case '@':
		return []string{option, file}
	case '=':
		return []string{option + equals + value}
	}
	return []string{option}
}

func operandsOf(g *grammar, value string, files []string) []string {
	switch {
	case g.none:
		return nil
	case g.operands == textFirst:
		return append([]string{value}, files...)
	case g.operands == texts:
		return nil
	case g.most > 0:
		return files[:min(g.most, len(files))]
	}
	return files
}
