// Runs each program NAME.js of a directory as the body of an async function, and prints what it logs as NAME.out of a
// txtar archive.
const fs = require('fs'), path = require('path'), { Writable } = require('stream'), { Console } = console
const AsyncFunction = (async () => {}).constructor
const dir = process.argv[2]
const write = s => fs.writeSync(1, s)
;(async () => {
  for (const file of fs.readdirSync(dir)) {
    let out = ''
    const stream = new Writable({ write(chunk, _, done) { out += chunk; done() } })
    globalThis.console = new Console({ stdout: stream, stderr: stream, colorMode: false })
    try {
      await new AsyncFunction(fs.readFileSync(path.join(dir, file), 'utf8'))()
    } catch (e) {
      out += 'throws ' + (e instanceof Error ? `${e.name}: ${e.message}` : String(e)) + '\n'
    }
    write(`-- ${file.replace(/\.js$/, '.out')} --\n${out}`)
  }
})()
