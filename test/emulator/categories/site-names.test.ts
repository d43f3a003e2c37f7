import fc from 'fast-check'
import { autonomousSiteLines } from '../../../src/emulator/categories/autonomous-site-lines'
import { olderSiteName } from '../../../src/emulator/categories/older-site-name'

describe('the older add', () => {
  test.each([
    ['example.com', 'example.com'],
    ['  Example.COM ', 'example.com'],
    ['http://example.com', 'example.com'],
    ['https://www.example.com/some/path?with=query', 'example.com'],
    ['www.example.com', 'example.com'],
    ['a.www.example.com', 'a.www.example.com'],
    ['müller.de', 'xn--mller-kva.de'],
    ['192.0.2.7', '192.0.2.7'],
  ])('stores %p as %p', (given, stored) => {
    expect(olderSiteName(given)).toBe(stored)
  })

  test.each([...';,$%!&<>[]()+?'])('refuses a name with %p', (character) => {
    expect(olderSiteName(`exam${character}ple.com`)).toBeUndefined()
  })

  test.each(['', '   ', 'www.', 'http://', '/path'])('refuses %p, of which nothing is left', (given) => {
    expect(olderSiteName(given)).toBeUndefined()
  })

  test('stores any domain without scheme, path and leading www.', () => {
    fc.assert(
      fc.property(fc.domain(), (domain) => {
        const stored = olderSiteName(`https://${domain}/path`)
        expect(stored).toBe(domain.toLowerCase().replace(/^www\./, ''))
      }),
    )
  })
})

describe('the autonomous add', () => {
  test.each([
    ['Example.COM', 'example.com'],
    [' example.com \r', 'example.com'],
    ['www.example.com', 'example.com'],
    ['a.www.b.c', 'b.c'],
    ['www.a.www.b.c', 'b.c'],
    ['192.0.2.7', '192.0.2.7'],
    ['müller.de', 'müller.de'],
  ])('stores %p as %p', (line, stored) => {
    expect(autonomousSiteLines(line)).toEqual([stored])
  })

  test.each(['localhost', '', '.com', 'com.', '   ', '::1'])('skips %p, which has no inner dot', (line) => {
    expect(autonomousSiteLines(line)).toEqual([])
  })

  test('counts a line as often as it comes', () => {
    expect(autonomousSiteLines('a.com\nlocalhost\nb.com\nA.com')).toEqual(['a.com', 'b.com', 'a.com'])
  })
})
