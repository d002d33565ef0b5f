package program

// searchTable holds the programs that look for text in files. What they look for is no file name.
var searchTable = map[string]*grammar{
	"grep": grep, "egrep": grep, "fgrep": grep,

	"rg": {
		short:    "A:B:C:ce:E:f@Fg@HiIj:lLm:M:nNoPqr:sSt:T:uUvVwxp.0",
		long:     "after-context: before-context: context: count count-matches regexp: encoding: file@ fixed-strings glob@ iglob@ with-filename no-filename ignore-case ignore-file@ threads: files files-with-matches files-without-match max-count: max-columns: max-depth: max-filesize: line-number no-line-number only-matching pcre2 quiet replace: no-messages smart-case case-sensitive type: type-not: type-list unrestricted multiline multiline-dotall invert-match word-regexp line-regexp hidden no-ignore no-ignore-vcs no-ignore-parent no-config no-heading heading json color: colors: column no-column vimgrep passthru pretty sort: sortr: stats text trim null null-data one-file-system follow no-follow crlf engine: glob-case-insensitive version help debug trace line-buffered block-buffered",
		operands: textFirst,
	},
}

var grep = &grammar{
	short:    "A:B:C:D:d:abcEe:f@FGHhIiLlm:noPqRrsTUuvwxyzZ",
	long:     "after-context: before-context: context: text byte-offset count extended-regexp regexp: file@ fixed-strings basic-regexp with-filename no-filename ignore-case no-ignore-case files-without-match files-with-matches max-count: line-number only-matching perl-regexp quiet silent recursive dereference-recursive no-messages initial-tab binary binary-files: devices: directories: exclude: exclude-from@ exclude-dir: include@ line-buffered null null-data invert-match word-regexp line-regexp label: color= colour=" + gnu,
	operands: textFirst, number: true,
}
