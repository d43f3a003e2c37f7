import fc from 'fast-check'
import { readJson } from '../../src/protocol/answer'

describe('a text of JSON', () => {
  it('is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(readJson(text)).toEqual({ value: JSON.parse(text), problem: undefined, repeatsStatus: false })
        expect(readJson(`\ufeff${text}`).value).toEqual(JSON.parse(text))
      }),
    )
  })

  it('is no JSON where JSON.parse fails', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((text) => text.slice(1)),
        ),
        (text) => {
          const { value, problem } = readJson(text)
          expect(problem).toBe(isJson(text) ? undefined : 'not JSON')
          expect(value === undefined).toBe(problem !== undefined)
        },
      ),
    )
  })

  it('has as many values as it may have, or it is not read', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = JSON.stringify(value)
        const count = countOf(value)
        // An opening and the values in it are counted each, so of lists one more than there is.
        expect(readJson(text, 2 * count).problem).toBeUndefined()
        if (count > 1) expect(readJson(text, count - 1).problem).toBe('too many values')
      }),
    )
  })

  it.each([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":', '}]'],
  ])('is not read where %s is nested too deeply', (open, close) => {
    const levels = (count: number) => `${open.repeat(count)}1${close.repeat(count)}`
    expect(readJson(levels(50)).problem).toBeUndefined()
    expect(readJson(levels(101)).problem).toBe('nested too deeply')
    expect(readJson(open.repeat(5_000_000)).problem).toMatch(/nested too deeply/)
  })

  it('is no deeper and no longer for what stands in its texts', () => {
    const text = JSON.stringify({ a: '[{,'.repeat(300_000), '\\"[': '\\' })
    expect(readJson(text, 10)).toMatchObject({ problem: undefined, value: JSON.parse(text) })
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, each) => sum + countOf(each), 1)
}
