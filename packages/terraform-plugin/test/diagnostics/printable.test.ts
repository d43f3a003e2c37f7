import { Diagnostics, printable, warning } from '@webfilter/terraform-plugin'

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

it('is what every diagnostic has that the host prints', () => {
  const named = warning('thing-named', 'A thing has a name', ({ name }: { readonly name: string }) => [
    `The name is ${JSON.stringify(name)}.`,
    `Do not use ${name}.`,
  ])
  const diagnostics = new Diagnostics()
  diagnostics.raise(named({ name: 'n\u202e evil' }))
  expect(diagnostics.toWire('doors')).toEqual([
    {
      severity: 'warning',
      summary: 'A thing has a name',
      detail: 'The name is "n\\u{202e} evil".\n\nDo not use n\\u{202e} evil.\n\n[doors:thing-named]',
    },
  ])
})
