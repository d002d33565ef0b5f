// Prints emoji.txt, the code points that have each of the emoji properties, as Node knows them.
const names = ['Emoji', 'Emoji_Presentation', 'Emoji_Modifier', 'Emoji_Modifier_Base', 'Emoji_Component', 'Extended_Pictographic']
for (const name of names) {
  const re = new RegExp(`\\p{${name}}`, 'u'), ranges = []
  for (let c = 0; c <= 0x10ffff; c++) {
    if (!re.test(String.fromCodePoint(c))) continue
    const last = ranges.at(-1)
    if (last && last[1] === c - 1) last[1] = c
    else ranges.push([c, c])
  }
  console.log(name, ranges.map(([a, b]) => a === b ? a.toString(16) : `${a.toString(16)}-${b.toString(16)}`).join(' '))
}
