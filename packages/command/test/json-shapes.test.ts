import { z } from 'zod'
import { arrayOf, recordOf } from '../src/json-shapes'

const name = z.object({ name: z.string() })

describe('what others wrote', () => {
  it('is read if it is right', () => {
    const right = [{ name: 'a', further: 1 }, { name: 'b' }]
    expect(arrayOf(name).parse(right)).toEqual([{ name: 'a' }, { name: 'b' }])
    expect(recordOf(name).parse({ one: right[0], __other__: right[1] })).toEqual({
      one: { name: 'a' },
      __other__: { name: 'b' },
    })
    expect(z.object({ all: arrayOf(name).default([]) }).parse({})).toEqual({ all: [] })
  })

  it('is read no further than to the first item that is wrong, of which the place is told', () => {
    const seen: unknown[] = []
    const watched = name.refine(({ name: each }) => seen.push(each) > 0)
    const wrong = [{ name: 'a' }, {}, { name: 'c' }, { name: 4 }]
    for (const [shape, value] of [
      [arrayOf(watched), wrong],
      [recordOf(watched), { ...wrong }],
    ] as const) {
      seen.length = 0
      const { error } = z.object({ all: shape }).safeParse({ all: value })
      expect(error?.issues.map(({ path }) => path.map(String))).toEqual([['all', '1', 'name']])
      expect(seen).toEqual(['a'])
    }
  })

  it('is wrong where it is something else', () => {
    for (const value of ['text', 4, null, {}]) expect(arrayOf(name).safeParse(value).success).toBe(false)
    for (const value of ['text', 4, null, []]) expect(recordOf(name).safeParse(value).success).toBe(false)
  })
})
