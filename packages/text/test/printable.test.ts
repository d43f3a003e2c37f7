import { printable } from '@webfilter/text'

describe('a text for a terminal', () => {
  it.each([
    ['a character that turns the rest around', 'a\u202eb', 'a\\u{202e}b'],
    ['a character that controls the terminal', '\u001b[31mred', '\\u{1b}[31mred'],
    ['a return to the beginning of the line', 'a\rb', 'a\\u{d}b'],
    ['a separator of lines', 'a\u2028b', 'a\\u{2028}b'],
    ['a character that shows as nothing', 'a\u00adb\u{e0061}', 'a\\u{ad}b\\u{e0061}'],
    ['half a character', 'a\ud800b', 'a\\u{d800}b'],
  ])('shows %s', (_, text, shown) => {
    expect(printable(text)).toBe(shown)
  })

  it('keeps its lines, its backslashes, and letters of any language', () => {
    const text = 'a\\b\n  - bücher, книги, 本, \u{1f600}\n'
    expect(printable(text)).toBe(text)
  })
})
