import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { compileBuilt, loadBuilt } from '../../src/load-built'

const built = resolve(__dirname, '../../dist/provider/late')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'built-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('what V8 made of a file when it was built', () => {
  it.each(['hosted-mode.cjs', 'service.cjs'])('is taken for %s', (name) => {
    expect(rejectedByNode(name)).toBe('false')
  })

  it('is refused where the file is another one', () => {
    cpSync(built, folder, { recursive: true })
    writeFileSync(join(folder, 'service.cjs'), 'exports.answer = 42')
    expect(compileBuilt('service.cjs', folder).cachedDataRejected).toBe(true)
    expect(loadBuilt('service.cjs', folder)).toEqual({ answer: 42 })
  })

  it('need not be there', () => {
    expect(compileBuilt('debug-mode.cjs', built).cachedDataRejected).toBeUndefined()
  })
})

it('loads a file as Node would: it knows its place, and requires what lies beside it', () => {
  mkdirSync(join(folder, 'late'))
  writeFileSync(
    join(folder, 'late', 'one.cjs'),
    'module.exports = [require("./two.cjs"), __dirname, __filename]',
  )
  writeFileSync(join(folder, 'late', 'two.cjs'), 'module.exports = 2')
  const late = join(folder, 'late')
  expect(loadBuilt('one.cjs', late)).toEqual([2, late, join(late, 'one.cjs')])
})

/** In a process of its own: V8 refuses code that was made with other flags, and other tests' modules set some in this process. */
function rejectedByNode(name: string): string {
  const loader = JSON.stringify(resolve(__dirname, '../../src/load-built'))
  const [file, folder] = [JSON.stringify(name), JSON.stringify(built)]
  const script = `console.log(String(require(${loader}).compileBuilt(${file}, ${folder}).cachedDataRejected))`
  return execFileSync(process.execPath, ['--require', 'tsx/cjs', '-e', script], { encoding: 'utf8' }).trim()
}
