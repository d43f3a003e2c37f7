import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { EOL, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { builtLoader, compileBuilt, filesIn } from '../../src/load-built'

const built = resolve(__dirname, '../../dist/provider/late')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'built-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe("V8's code cache of a built file", () => {
  it.each(['hosted-mode.cjs', 'service.cjs'])('is accepted for %s', (name) => {
    expect(rejectedByNode(name)).toBe('false')
  })

  it('is rejected if the file has changed', () => {
    cpSync(built, folder, { recursive: true })
    writeFileSync(join(folder, 'service.cjs'), 'exports.answer = 42')
    expect(compileBuilt('service.cjs', filesIn(folder)).cachedDataRejected).toBe(true)
    expect(builtLoader(filesIn(folder))('service.cjs')).toEqual({ answer: 42 })
  })

  it('may be missing', () => {
    expect(compileBuilt('debug-mode.cjs', filesIn(built)).cachedDataRejected).toBeUndefined()
  })
})

describe('built files', () => {
  it('require each other, and modules of Node', () => {
    writeFileSync(join(folder, 'one.cjs'), 'module.exports = [require("./two.cjs"), require("node:os").EOL]')
    writeFileSync(join(folder, 'two.cjs'), 'module.exports = 2')
    expect(builtLoader(filesIn(folder))('one.cjs')).toEqual([2, EOL])
  })

  it('are loaded once, even if they require each other in a circle', () => {
    writeFileSync(join(folder, 'one.cjs'), 'exports.first = {}; exports.two = require("./two.cjs")')
    writeFileSync(join(folder, 'two.cjs'), 'exports.one = require("./one.cjs")')
    const load = builtLoader(filesIn(folder))
    const one = load('one.cjs')
    expect(load('two.cjs')).toEqual({ one })
    expect(load('one.cjs')).toBe(one)
  })

  it('are reported by name if they are missing', () => {
    expect(() => builtLoader(filesIn(folder))('service.cjs')).toThrow(
      'service.cjs is missing in this build. Install the provider again.',
    )
  })
})

/** In a process of its own, with the flags of a user's: V8 refuses code that was made with others. */
function rejectedByNode(name: string): string {
  const loader = JSON.stringify(resolve(__dirname, '../../src/load-built'))
  const [file, folder] = [JSON.stringify(name), JSON.stringify(built)]
  const script = `
    const { compileBuilt, filesIn } = require(${loader})
    console.log(String(compileBuilt(${file}, filesIn(${folder})).cachedDataRejected))
  `
  return execFileSync(process.execPath, ['--require', 'tsx/cjs', '-e', script], { encoding: 'utf8' }).trim()
}
