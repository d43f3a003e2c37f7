import { hasByteOrderMark, ListLines } from '../../src/published/list-lines'

function linesOf(bytes: Uint8Array) {
  const lines = new ListLines(bytes)
  const found: { readonly number: number; readonly text: string; readonly hasFeed: boolean }[] = []
  while (lines.next()) {
    const text = Buffer.from(bytes.subarray(lines.from, lines.to)).toString('utf8')
    found.push({ number: lines.number, text, hasFeed: lines.hasFeed })
  }
  expect(lines.isOver).toBe(true)
  expect(lines.next()).toBe(false)
  return found
}

describe('the lines of a list', () => {
  it('end at a line feed, or where the file ends', () => {
    expect(linesOf(Buffer.from('a.example\r\n\nb.example'))).toEqual([
      { number: 1, text: 'a.example\r', hasFeed: true },
      { number: 2, text: '', hasFeed: true },
      { number: 3, text: 'b.example', hasFeed: false },
    ])
  })

  it('do not include a last one without anything in it', () => {
    expect(linesOf(Buffer.from('a.example\n'))).toEqual([{ number: 1, text: 'a.example', hasFeed: true }])
    expect(linesOf(Buffer.from(''))).toEqual([])
  })

  it('begin behind a byte order mark', () => {
    const bytes = Buffer.from('\ufeffa.example\n')
    expect(hasByteOrderMark(bytes)).toBe(true)
    expect(linesOf(bytes)).toEqual([{ number: 1, text: 'a.example', hasFeed: true }])
    expect(linesOf(Buffer.from('\ufeff'))).toEqual([])
    expect(hasByteOrderMark(Buffer.from([0xef, 0xbb]))).toBe(false)
  })

  it('are those of a part of a buffer, where the bytes are one', () => {
    const whole = Buffer.from('x\na.example\nb.example\ny')
    expect(linesOf(new Uint8Array(whole.buffer, whole.byteOffset + 2, 10))).toEqual([
      { number: 1, text: 'a.example', hasFeed: true },
    ])
  })

  it('are read where they are asked what they hold', () => {
    const lines = new ListLines(Buffer.from('# comment\n0.0.0.0 a.example\nWWW.B.example c/d'))
    const held: unknown[] = []
    while (lines.next()) {
      const plain = lines.plainSite()
      held.push(plain === 'unclear' ? lines.names().leftOut.length : plain)
    }
    expect(held).toEqual(['nothing', { from: 18, to: 27 }, 1])
  })
})
