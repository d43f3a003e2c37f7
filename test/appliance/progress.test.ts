import { progressOf } from '../../src/appliance/progress'

function recorded() {
  const lines: object[] = []
  const log = {
    debug() {},
    warn() {},
    info: (message: string, fields = {}) => void lines.push({ message, ...fields }),
  }
  return { lines, log }
}

describe('progress of a long work', () => {
  it('is told every five seconds, with what is done by then', () => {
    const { lines, log } = recorded()
    let now = 1_000
    const advance = progressOf('adding sites', { category: 250 }, 100, log, () => now)
    advance(10)
    now += 4_999
    advance(10)
    expect(lines).toEqual([])
    now += 1
    advance(10)
    advance(10)
    now += 5_000
    advance(10)
    expect(lines).toEqual([
      { message: 'adding sites', category: 250, done: 30, total: 100 },
      { message: 'adding sites', category: 250, done: 50, total: 100 },
    ])
  })

  it('is not told at the end, which has a line of its own', () => {
    const { lines, log } = recorded()
    let now = 0
    const advance = progressOf('adding sites', {}, 10, log, () => now)
    now = 60_000
    advance(10)
    expect(lines).toEqual([])
  })
})
