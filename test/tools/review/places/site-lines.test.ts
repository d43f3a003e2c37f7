import { firstLineLeftOut, linesOfEntries, linesOfSites } from '../../../../src/tools/review/placed'

function linesIn(text: string, ...sites: string[]) {
  return Object.fromEntries(linesOfSites(Buffer.from(text), new Set(sites)))
}

describe('the lines of sites in the file of a list', () => {
  it('are the first that name them, in each of the formats', () => {
    const text = [
      '\ufeff# a.example',
      'a.example',
      '0.0.0.0 b.example c.example # d.example',
      '||d.example^',
      '*.e.example',
      'address=/f.example/0.0.0.0',
      'WWW.Münster.example',
      'A.EXAMPLE',
      'ab.example',
    ].join('\r\n')
    const sites = ['a', 'b', 'c', 'd', 'e', 'f', 'xn--mnster-3ya'].map((name) => `${name}.example`)
    expect(linesIn(text, ...sites, 'missing.example')).toEqual({
      'a.example': 2,
      'b.example': 3,
      'c.example': 3,
      'd.example': 4,
      'e.example': 5,
      'f.example': 6,
      'xn--mnster-3ya.example': 7,
    })
  })

  it('are those of a long list too', () => {
    const count = 1_000_000
    const text = Array.from({ length: count }, (_, index) => `site-${index}.example`).join('\n')
    expect(linesIn(text, `site-${count - 1}.example`, 'site-5.example')).toEqual({
      [`site-${count - 1}.example`]: count,
      'site-5.example': 6,
    })
  })

  it.each([
    ['nothing', ''],
    ['bytes', '\u0000\u0001\n\ud800\n'],
    ['a page', '<!doctype html>\n<html></html>'],
  ])('are none in %s', (_, text) => {
    expect(linesIn(text, 'a.example')).toEqual({})
  })
})

it('finds sites in a list of the configuration, in their normal form and as they are written', () => {
  const entries = [
    { text: 'A.example', line: 3 },
    { text: 'com', line: 4 },
    { text: 'a.example', line: 5 },
    { text: '', line: 6 },
  ]
  expect(Object.fromEntries(linesOfEntries(entries, new Set(['a.example', 'com', 'b.example'])))).toEqual({
    'a.example': 3,
    com: 4,
  })
})

describe('the first line of a list that is left out', () => {
  it.each([
    ['\ufeffa.example\nno site\n', 2],
    ['# comment\r\n\r\na.example\r\n1.2.3\r\n', 4],
    ['0.0.0.0 a.example co.uk\nb.example', 1],
    ['a.example\nB.EXAMPLE # comment\n', undefined],
    ['', undefined],
  ])('of %j is %s', (text, line) => {
    expect(firstLineLeftOut(Buffer.from(text))).toBe(line)
  })
})
