package program

import "strings"

// findTable lists the words of a find expression that only look or print, with the sign of their value as in a grammar.
// Those that write (-fprint…), delete and run are not in it, and neither is what a later version may add.
var findTable = map[string]byte{
	"-H": 0, "-L": 0, "-P": 0, "-O0": 0, "-O1": 0, "-O2": 0, "-O3": 0,

	"-a": 0, "-and": 0, "-o": 0, "-or": 0, "-not": 0, "!": 0, "(": 0, ")": 0, ",": 0,

	"-daystart": 0, "-depth": 0, "-d": 0, "-follow": 0, "-ignore_readdir_race": 0, "-noignore_readdir_race": 0, "-noleaf": 0,
	"-nowarn": 0, "-warn": 0, "-mount": 0, "-xdev": 0, "-maxdepth": ':', "-mindepth": ':', "-regextype": ':',

	"-amin": ':', "-atime": ':', "-cmin": ':', "-ctime": ':', "-mmin": ':', "-mtime": ':', "-used": ':',
	"-empty": 0, "-executable": 0, "-readable": 0, "-writable": 0, "-false": 0, "-true": 0, "-nogroup": 0, "-nouser": 0,
	"-fstype": ':', "-gid": ':', "-group": ':', "-uid": ':', "-user": ':', "-perm": ':', "-size": ':', "-type": ':', "-xtype": ':',
	"-inum": ':', "-links": ':', "-samefile": '@', "-anewer": '@', "-cnewer": '@', "-newer": '@', "-newermt": ':', "-newerct": ':',
	"-name": ':', "-iname": ':', "-path": ':', "-ipath": ':', "-wholename": ':', "-iwholename": ':', "-regex": ':', "-iregex": ':',
	"-lname": ':', "-ilname": ':',

	"-print": 0, "-print0": 0, "-printf": ':', "-ls": 0, "-prune": 0, "-quit": 0,
}

// classifyFind judges find. The words before the expression are the directories where it starts; of what is not in the
// table, every word may name a file.
func classifyFind(args []Word) (paths []string, why string) {
	for i := 0; i < len(args); i++ {
		w := args[i]
		sign, ok := findTable[w.Text]
		switch {
		case w.Kind != Literal:
			return append(paths, Texts(args[i:])...), "the word " + quote(w.Text) + " is known only when it runs, and may be an action"
		case ok && sign == 0:
		case ok && i+1 < len(args) && args[i+1].Kind == Literal:
			if i++; sign == '@' {
				paths = append(paths, args[i].Text)
			}
		case ok || strings.HasPrefix(w.Text, "-"):
			return append(paths, Texts(args[i:])...), "the word " + quote(w.Text) + " is not known to only read"
		default:
			paths = append(paths, w.Text)
		}
	}
	return paths, ""
}
