import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { isDeletedByCompile, isDeletedByCompileIn, isNeverActive, parseSite } from '../src/site'

/** Names that a compile deletes, where they lie beside the checkout. */
const file = join(__dirname, '../../../../shared/data/compile-deletes.txt')
if (!existsSync(file))
  process.stderr.write('The names that a compile deletes are not at hand: they are not tried.\n')

describe('names that a compile deletes', () => {
  ;(existsSync(file) ? test : test.skip)('are known, all of them', () => {
    const names = readFileSync(file, 'utf8').trim().split('\n')
    expect(names.filter((name) => !isDeletedByCompile(name))).toEqual([])
    for (const name of names) expect(parseSite(name)).toMatchObject({ ok: false })
  })

  test('are no names below or beside them', () => {
    for (const name of ['a.co.uk', 'gov.uk', 'xco.uk', 'com.net', 'example.com']) {
      expect(isDeletedByCompile(name)).toBe(false)
      expect(isDeletedByCompileIn(Buffer.from(` ${name} `), 1, name.length + 1)).toBe(false)
    }
  })

  test('are found within a buffer', () => {
    expect(isDeletedByCompileIn(Buffer.from('0.0.0.0 co.uk\n'), 8, 13)).toBe(true)
  })
})

test.each([
  ['ww1.example.com', true],
  ['www2.example.com', true],
  ['www12.example.com', true],
  ['www.example.com', false],
  ['ww.example.com', false],
  ['www1a.example.com', false],
  ['a.www2.example.com', false],
  ['w1.example.com', false],
])('whether a compile leaves %s inactive: %s', (site, isInactive) => {
  expect(isNeverActive(site)).toBe(isInactive)
})
