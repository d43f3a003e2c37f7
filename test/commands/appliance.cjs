#!/usr/bin/env node
// Runs the command `appliance` as it was built, with what V8 has made of it in an earlier run. Tests start it some hundred times, and to compile
// it takes longer than most of them. That the file starts by itself, too, is what the tests of pages and packages show.
const {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs')
const Module = require('node:module')
const { dirname, join, resolve } = require('node:path')
const { Script } = require('node:vm')

const command = resolve(__dirname, '../../dist/cli/appliance.cjs')
const { mtimeMs, size } = statSync(command)
const cache = resolve(__dirname, '../../node_modules/.cache/terraform-provider-appliance')
const kept = join(cache, `command-${process.versions.v8}-${mtimeMs}-${size}`)

const isKept = existsSync(kept)
const text = readFileSync(command, 'utf8').replace(/^#!.*/, '')
const script = new Script(Module.wrap(text), {
  filename: command,
  ...(isKept && { cachedData: readFileSync(kept) }),
})
if (!isKept) process.once('exit', keep)

process.argv[1] = command
const built = new Module(command)
built.filename = command
const run = script.runInThisContext()
run.call(built.exports, built.exports, Module.createRequire(command), built, command, dirname(command))

/** Where that is not possible, as with a limit on the sizes of files, another run does it. */
function keep() {
  const written = `${kept}.${process.pid}`
  try {
    mkdirSync(cache, { recursive: true })
    writeFileSync(written, script.createCachedData())
    renameSync(written, kept)
  } catch {
    rmSync(written, { force: true })
  }
}
