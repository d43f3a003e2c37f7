import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
    expect(usesOfCode(name, built)).toEqual(['used'])
  })

  it('is not used if the file has changed, not even if it is as long as before', () => {
    cpSync(built, folder, { recursive: true })
    const file = join(folder, 'service.cjs')
    const text = readFileSync(file, 'utf8')
    const edited = text.replace('The appliance cannot be reached', 'The appliance is out of reach  ')
    expect([edited === text, edited.length]).toEqual([false, text.length])
    writeFileSync(file, edited)
    expect(usesOfCode('service.cjs', folder)).toEqual(['unused'])
  })

  it('is not used if a bit of it has changed, or its end is missing', () => {
    cpSync(built, folder, { recursive: true })
    expect(usesOfCode('service.cjs', folder, 30)).toEqual(Array.from({ length: 30 }, () => 'unused'))
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

/**
 * Whether V8 takes the compiled code of a file: as it is, or damaged in a number of ways, in each of which the file then runs. In a
 * process of its own, with the flags of a user's: V8 refuses code that was made with others, and code that is damaged can end the
 * process.
 */
function usesOfCode(name: string, folder: string, damages = 0): readonly string[] {
  const script = `
    const { builtLoader, compileBuilt, filesIn } = require(${JSON.stringify(resolve(__dirname, '../../src/load-built'))})
    const files = filesIn(${JSON.stringify(folder)})
    const isCode = (path) => path.startsWith('code/')
    const uses = (files) => {
      const { cachedDataRejected } = compileBuilt(${JSON.stringify(name)}, files)
      return cachedDataRejected === undefined ? 'unused' : cachedDataRejected ? 'rejected' : 'used'
    }
    const damaged = (code, nth) => {
      // Every fifth is cut, and the others have one bit that differs; all are spread over the whole.
      const at = Math.floor((code.length * (nth + 0.5)) / ${damages})
      if (nth % 5 === 0) return code.subarray(0, at)
      const copy = Buffer.from(code)
      copy[at] ^= 1 << nth % 8
      return copy
    }
    const ways = ${damages} === 0 ? [files] : Array.from({ length: ${damages} }, (_, nth) => (path) => {
      const content = files(path)
      return content && isCode(path) ? damaged(content, nth) : content
    })
    for (const way of ways) {
      console.log(uses(way))
      builtLoader(way)(${JSON.stringify(name)})
    }
  `
  const printed = execFileSync(process.execPath, ['--require', 'tsx/cjs', '-e', script], { encoding: 'utf8' })
  return printed.trim().split('\n')
}
