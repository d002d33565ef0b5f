package program

import (
	"strings"
)

// textTable holds the filters: they print what is in files or comes in, changed or counted.
var textTable = map[string]*grammar{
	"cat":  {short: "AbeEnstTuv", long: "show-all number-nonblank show-ends number squeeze-blank show-tabs show-nonprinting" + gnu, globs: contents},
	"tac":  {short: "brs:", long: "before regex separator:" + gnu, globs: contents},
	"rev":  {globs: contents},
	"nl":   {short: "b:d:f:h:i:l:n:ps:v:w:", long: "body-numbering: section-delimiter: footer-numbering: header-numbering: line-increment: join-blank-lines: number-format: no-renumber number-separator: starting-line-number: number-width:" + gnu, globs: contents},
	"head": {short: "c:n:qvz", long: "bytes: lines: quiet silent verbose zero-terminated" + gnu, number: true, globs: contents},
	"tail": {short: "c:fFn:qs:vz", long: "bytes: follow= lines: max-unchanged-stats: pid: quiet silent retry sleep-interval: verbose zero-terminated" + gnu, number: true, globs: contents},

	"wc":     {short: "cmlLw", long: "bytes chars lines words max-line-length total: files0-from@" + gnu, globs: names},
	"cut":    {short: "b:c:d:f:nsz", long: "bytes: characters: delimiter: fields: complement only-delimited output-delimiter: zero-terminated" + gnu, globs: contents},
	"paste":  {short: "d:sz", long: "delimiters: serial zero-terminated" + gnu, globs: contents},
	"join":   {short: "1:2:a:e:ij:o:t:v:z", long: "ignore-case check-order nocheck-order header zero-terminated" + gnu},
	"comm":   {short: "123z", long: "check-order nocheck-order output-delimiter: total zero-terminated" + gnu},
	"column": {short: "c:eJl:N:o:s:tx", long: "json table separator: output-separator: table-columns: fillrows", globs: contents},

	"fold":     {short: "bsw:", long: "bytes spaces width:" + gnu, number: true, globs: contents},
	"expand":   {short: "it:", long: "initial tabs:" + gnu, number: true, globs: contents},
	"unexpand": {short: "at:", long: "all first-only tabs:" + gnu, globs: contents},

	"sort": {short: "bcCdfghik:mMnrRsS:t:uVz", long: "ignore-leading-blanks dictionary-order ignore-case general-numeric-sort human-numeric-sort ignore-nonprinting key: merge month-sort numeric-sort reverse random-sort sort: stable buffer-size: field-separator: unique version-sort check= parallel: zero-terminated debug" + gnu},
	"uniq": {short: "cdDf:is:uw:z", long: "count repeated all-repeated= skip-fields: group= ignore-case skip-chars: unique check-chars: zero-terminated" + gnu, most: 1},
	"shuf": {short: "en:i:z", long: "echo head-count: input-range: zero-terminated" + gnu, most: 1},

	"od":      {short: "A:j:N:S=t:vw=abcdfilosx", long: "address-radix: skip-bytes: read-bytes: strings= format: output-duplicates width= endian:" + gnu, globs: contents},
	"hexdump": {short: "bcCdn:os:vx", long: "canonical length: skip: no-squeezing", globs: contents},
	"strings": {short: "adn:o:t:e:", long: "all bytes: radix: encoding: print-file-name", globs: contents, check: checkResponseFiles},
	"base64":  {short: "diw:", long: "decode ignore-garbage wrap:" + gnu, most: 1},
	"base32":  {short: "diw:", long: "decode ignore-garbage wrap:" + gnu, most: 1},

	"xxd": {short: "abc:eg:il:s:u", most: 1}, // a second operand is written to, and -r and -p are found in longer options too
	"fmt": {short: "cp:stuw:g:", long: "crown-margin prefix: split-only tagged-paragraph uniform-spacing width: goal:" + gnu, globs: contents},

	"tr":  {short: "cCdst", long: "complement delete squeeze-repeats truncate-set1" + gnu, operands: texts, most: 2},
	"awk": awk, "gawk": awk, "mawk": awk, "nawk": awk,

	"cksum": checksum, "md5sum": checksum, "sha1sum": checksum, "sha224sum": checksum, "sha256sum": checksum,
	"sha384sum": checksum, "sha512sum": checksum, "b2sum": checksum, "sum": {short: "rs", long: "sysv" + gnu},

	"cmp":  {short: "bi:ln:s", long: "print-bytes ignore-initial: verbose bytes: quiet silent" + gnu},
	"diff": {short: "abBC:cdEeF:iI:L:nNpqrsS:tTuU:wW:x:X@yZ", long: "normal brief report-identical-files context= unified= ed rcs side-by-side width: left-column suppress-common-lines show-c-function show-function-line: label: expand-tabs initial-tab tabsize: recursive no-dereference new-file unidirectional-new-file ignore-file-name-case exclude: exclude-from@ starting-file: from-file@ to-file@ ignore-case ignore-tab-expansion ignore-trailing-space ignore-space-change ignore-all-space ignore-blank-lines ignore-matching-lines: text strip-trailing-cr minimal speed-large-files color=" + gnu},

	"sed": {short: "nEre:suz", long: "quiet silent regexp-extended expression: separate unbuffered null-data posix debug" + gnu, operands: textFirst, check: checkSed},
	"jq":  {short: "aCcejMnrRsSf@", long: "ascii-output color-output compact-output exit-status join-output monochrome-output null-input raw-input raw-output slurp sort-keys tab indent: stream seq from-file@", operands: textFirst, check: checkJQ},
	"yq":  {short: "CMPre", long: "colors no-colors prettyPrint unwrapScalar raw-output exit-status", operands: textFirst, check: checkYQ},

	"printf": {operands: texts, data: true, check: checkPrintf},
	"seq":    {short: "f:s:w", long: "format: separator: equal-width" + gnu, operands: texts, number: true},
	"expr":   {operands: texts},
}

// gnu are the two options that every GNU program has.
const gnu = " help version"

var checksum = &grammar{
	short:    "a:bcl:tuwz",
	long:     "algorithm: binary check text length: tag untagged zero ignore-missing quiet status strict warn" + gnu,
	operands: files, globs: names,
}

// checkResponseFiles refuses words that begin with "@": the program replaces them by the words in the file of that name,
// before it looks for options, so also behind "--".
func checkResponseFiles(l *line) string {
	for _, w := range l.operands {
		if strings.HasPrefix(w.Text, "@") {
			return responseFile(w.Text)
		}
	}
	for _, o := range l.options {
		if !o.attached && strings.HasPrefix(o.value, "@") {
			return responseFile(o.value)
		}
	}
	return ""
}

func responseFile(word string) string {
	return "the words of the command are in the file of " + quote(word)
}

// checkPrintf requires that the format is known: one that looks like an option may set a variable.
func checkPrintf(l *line) string {
	if len(l.operands) > 0 && l.operands[0].Kind != Literal {
		return "the format is known only when it runs"
	}
	return ""
}

// checkJQ refuses filters that print the environment or load modules. A field of such a name is fine.
func checkJQ(l *line) string {
	if l.has("f", "from-file") {
		return "the filter is in a file"
	}
	for _, word := range []string{"env", "ENV", "import", "include", "get_search_list"} {
		if usesWord(l.text(0), word) {
			return "the filter uses " + quote(word)
		}
	}
	return ""
}

// usesWord reports whether an identifier stands in a filter other than as the name of a field.
func usesWord(filter, word string) bool {
	for from := 0; ; {
		i := strings.Index(filter[from:], word)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(word)
		from = end
		field := start > 0 && filter[start-1] == '.' && (start < 2 || filter[start-2] != '.')
		whole := (start == 0 || !identifier(filter[start-1])) && (end == len(filter) || !identifier(filter[end]))
		if whole && !field {
			return true
		}
	}
}

// checkYQ accepts paths only (".a.b[0]"): the programs of that name differ in everything else.
func checkYQ(l *line) string {
	filter := l.text(0)
	for i := range len(filter) {
		if c := filter[i]; !identifier(c) && strings.IndexByte(".[]-", c) < 0 {
			return "the filter is more than a path"
		}
	}
	if !strings.HasPrefix(filter, ".") {
		return "the filter is more than a path"
	}
	return ""
}

func identifier(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
