import { shownLines, showsColors } from '../../src/report/terminal'

/** What a terminal or a runner would act on: an override of the direction, a C1 control, a color, commands of runners. */
const hostile = 'a\u202eb\u0085c\u001b[31md##[error]e##vso[task]f'

describe('a text for a terminal or a log', () => {
  it('has escapes for what would not show, and no command for a runner', () => {
    expect(shownLines(`${hostile}\n  ::error::g\nh::i : j\n`)).toBe(
      'a\\u{202e}b\\u{85}c\\u{1b}[31md#\\u{23}[error]e#\\u{23}vso[task]f\n  \\u{3a}:error::g\nh::i : j\n',
    )
  })

  it('keeps its own commands and colors', () => {
    expect(shownLines('::error title=x::y ##[z]\n', 'commands')).toBe('::error title=x::y #\\u{23}[z]\n')
    expect(shownLines('\u001b[31mred\u001b[0m \u001b[2J', 'lines', true)).toBe(
      '\u001b[31mred\u001b[0m \\u{1b}[2J',
    )
  })

  it('is the same for readers of JSON', () => {
    const value = { file: `${hostile}😀\u{e0001}`, escaped: '\\u{202e}' }
    const text = shownLines(JSON.stringify(value, null, 2), 'json')
    expect(JSON.parse(text)).toEqual(value)
    expect(text).not.toMatch(/[^\P{C}\n]|##\w*\[/u)
  })
})

describe('colors', () => {
  const former = { ...process.env }
  afterEach(() => {
    process.env = { ...former }
  })

  it.each([
    [{ TERM: 'xterm-256color' }, true, true],
    [{ TERM: 'xterm-256color' }, false, false],
    [{ TERM: 'dumb' }, true, false],
    [{ TERM: 'xterm-256color', NO_COLOR: '1' }, true, false],
  ])('with %j and a terminal %s are shown: %s', (variables, isTTY, expected) => {
    process.env = { ...variables }
    expect(showsColors({ isTTY })).toBe(expected)
  })
})
