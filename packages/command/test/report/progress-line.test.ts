import { ProgressLine } from '../../src/report/terminal'

describe('a progress line', () => {
  it('is written over on a terminal, never wraps, and is gone at the end', () => {
    const written: string[] = []
    const line = new ProgressLine({ isTTY: true, columns: 20, write: (text) => written.push(text) })
    line.show('short')
    line.show(`long${'g'.repeat(100)}`)
    line.end()
    expect(written.every((text) => text.startsWith('\r\u001b[K'))).toBe(true)
    const shown = written.map((text) => text.replace('\r\u001b[K', ''))
    expect(shown[0]).toMatch(/^\d+ s: short$/)
    expect(shown[1]).toMatch(/^\d+ s: long/)
    expect(shown[1]).toHaveLength(19)
    expect(shown.at(-1)).toBe('')
  })

  it('is not there elsewhere', () => {
    const written: string[] = []
    const line = new ProgressLine({ write: (text) => written.push(text) })
    line.show('anything')
    line.end()
    expect(written).toEqual([])
  })
})
