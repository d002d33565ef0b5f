// Writes a table of contents of the documentation. Writing asks first: answer y at the terminal, or run with --yes.
const { matches } = await tools.grep({ pattern: "^#{1,2} ", glob: "*.md" })
const lines = matches.map(m => {
  const depth = m.text.indexOf(" ")
  return `${"  ".repeat(depth - 1)}- ${m.text.slice(depth + 1)} (${m.path}:${m.line})`
})
const path = input.args[0] ?? "CONTENTS.md"
await tools.write_file({ path, content: lines.join("\n") + "\n" })
return `${lines.length} headings written to ${path}`
