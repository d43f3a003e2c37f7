// Writes what V8 makes of the provider's files beside them, where the provider looks for it (src/load-built.ts), for the Node that
// runs this, behind a SHA-256 digest of the file and of what V8 made of it: node scripts/code-cache.cjs FOLDER
// Every function is compiled and none is run: which of them had run by some time would follow from how busy the machine is, and the
// same commit would not give the same bytes.
const { execFileSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const v8 = require('node:v8')
const { Script } = require('node:vm')

/** Of V8's hash tables, else another one in each process. They are taken only where a process starts. */
const seeds = ['--hash-seed=1', '--random-seed=1']

/** What each plan loads after the handshake. */
const names = ['hosted-mode.cjs', 'service.cjs']

const [folder] = process.argv.slice(2)
if (seeds.every((seed) => process.execArgv.includes(seed))) keepCode(folder)
else execFileSync(process.execPath, [...seeds, __filename, folder], { stdio: 'inherit' })

function keepCode(folder) {
  // Else the garbage collector may drop again what was compiled.
  setFlags(['--no-lazy', '--no-flush-bytecode'])
  const compiled = names.map((name) => compile(name, readFileSync(join(folder, name))))
  // What was made with other flags than a user's process has would be refused there.
  setFlags(['--lazy', '--flush-bytecode', '--hash-seed=0', '--random-seed=0'])
  const { versions, platform, arch } = process
  const code = join(folder, 'code', `${versions.v8}-${platform}-${arch}`)
  mkdirSync(code, { recursive: true })
  for (const { name, text, script } of compiled) {
    const cachedData = script.createCachedData()
    const digest = createHash('sha256').update(text).update(cachedData).digest()
    writeFileSync(join(code, name), Buffer.concat([digest, cachedData]))
  }
}

/** The very text that the provider compiles. */
function compile(name, text) {
  const source = `(function (exports, require, module) {${text.toString('utf8')}\n})`
  return { name, text, script: new Script(source, { filename: name }) }
}

function setFlags(flags) {
  for (const flag of flags) v8.setFlagsFromString(flag)
}
