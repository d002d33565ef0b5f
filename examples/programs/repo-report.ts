// Reads this repository with three tools at once and prints a short report: what each package holds, and its tests.
interface Row { code: number; tests: number; files: number }

const { paths, truncated } = await tools.glob({ pattern: "**/*.go", limit: 5000 })
const [files, marks] = await Promise.all([
  Promise.all(paths.map(path => tools.read_file({ path, limit: 20_000 }))),
  tools.grep({ pattern: "^func (Test|Fuzz|Benchmark|Example)\\w*\\(", glob: "*_test.go", files_only: true }),
])

const packages = new Map<string, Row>()
for (const file of files) {
  const name = file.path.includes("/") ? file.path.slice(0, file.path.lastIndexOf("/")) : "."
  const row = packages.get(name) ?? { code: 0, tests: 0, files: 0 }
  row.files++
  row[file.path.endsWith("_test.go") ? "tests" : "code"] += file.total_lines
  packages.set(name, row)
}

const rows = [...packages].sort(([, a], [, b]) => b.code - a.code)
const sum = (pick: (row: Row) => number) => rows.reduce((n, [, row]) => n + pick(row), 0)
const width = Math.max(...rows.map(([name]) => name.length))
const line = (name: string, ...numbers: number[]) =>
  name.padEnd(width) + numbers.map(n => n.toLocaleString("en-US").padStart(9)).join("")

return [
  `${files.length} Go files in ${rows.length} packages, ${marks.total} tests, fuzz targets, benchmarks and examples`,
  ...(truncated ? ["(there are more files than were read)"] : []),
  "",
  " ".repeat(width) + ["files", "code", "tests"].map(title => title.padStart(9)).join(""),
  ...rows.slice(0, 12).map(([name, row]) => line(name, row.files, row.code, row.tests)),
  ...(rows.length > 12 ? [`… and ${rows.length - 12} more`] : []),
  line("all", sum(r => r.files), sum(r => r.code), sum(r => r.tests)),
].join("\n")
