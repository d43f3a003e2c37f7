import fc from 'fast-check'
import { autonomousSiteLines } from '../../src/categories/autonomous'
import { olderSiteName } from '../../src/categories/older'

describe('the older add', () => {
  test.each([
    ['example.com', 'example.com'],
    ['  Example.COM ', 'example.com'],
    ['http://example.com', 'example.com'],
    ['https://www.example.com/some/path?with=query', 'example.com'],
    ['www.example.com', 'example.com'],
    ['a.www.example.com', 'a.www.example.com'],
    ['www.www.d.example', 'www.d.example'],
    ['awww.example.com', 'awww.example.com'],
    ['müller.de', 'xn--mller-kva.de'],
    ['192.0.2.7', '192.0.2.7'],
  ])('stores %p as %p', (given, stored) => {
    expect(olderSiteName(given)).toBe(stored)
  })

  test.each([...';,$%!&<>[]()+?'])('refuses a name with %p', (character) => {
    expect(olderSiteName(`exam${character}ple.com`)).toBeUndefined()
  })

  test.each(['', '   ', 'www.', 'http://', '/path'])('refuses %p, because nothing is left of it', (given) => {
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
    ['\x1fexample.com\u3000', 'example.com'],
    ['\ufeffexample.com', '\ufeffexample.com'],
    ['www.example.com', 'example.com'],
    ['a.www.b.c', 'b.c'],
    ['www.www.d.example', 'www.d.example'],
    ['awww.x.com', 'x.com'],
    ['x.www.localhost', 'localhost'],
    ['müller.de', 'müller.de'],
    ['http://example.com/path', 'http://example.com/path'],
  ])('stores %j as %j', (line, stored) => {
    expect(autonomousSiteLines(line)).toEqual({ sites: [stored] })
  })

  test.each([
    ['1.2.3.4', '16909060.addr'],
    ['192.0.2.7', '3221225991.addr'],
    ['255.255.255.255', '4294967295.addr'],
    ['0.0.0.0', '0.addr'],
    ['1.2.3', '16908291.addr'],
    ['1.2', '16777218.addr'],
    ['1.2.770', '16909058.addr'],
    ['010.0.0.1', '134217729.addr'],
  ])('stores the address %s as %s', (line, stored) => {
    expect(autonomousSiteLines(line)).toEqual({ sites: [stored] })
  })

  test.each(['1.2.3.4.5', '256.1.1.1', '1.2.3.256', '1.2.65536', '1..2', '.1.2', '1.2.', '08.1.1.1', '...'])(
    'cannot read %s as an address',
    (line) => {
      expect(autonomousSiteLines(`a.com\n${line}\nb.com`)).toEqual({ sites: ['a.com'], unreadable: line })
    },
  )

  test('stores any address as its number', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const bytes = address.split('.').map(Number)
        const stored = `${Buffer.from(bytes).readUInt32BE()}.addr`
        expect(autonomousSiteLines(address)).toEqual({ sites: [stored] })
      }),
    )
  })

  test.each(['localhost', '', '.com', 'com.', '   ', '::1', '16909060', 'www.'])(
    'skips %j, which has no inner dot',
    (line) => {
      expect(autonomousSiteLines(line)).toEqual({ sites: [] })
    },
  )

  test('counts a line as often as it comes', () => {
    expect(autonomousSiteLines('a.com\nlocalhost\nb.com\nA.com')).toEqual({
      sites: ['a.com', 'b.com', 'a.com'],
    })
  })

  test('ends a line at every line break of Unicode', () => {
    const lineBreak = fc.constantFrom(...['\n', '\r\n', '\r', ...'\v\f\x1c\x1d\x1e\x85\u2028\u2029'])
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.domain(), lineBreak)), (lines) => {
        const read = autonomousSiteLines(lines.flat().join(''))
        const each = lines.flatMap(([domain]) => autonomousSiteLines(domain).sites)
        expect(read).toEqual({ sites: each })
      }),
    )
  })

  test('stores any domain as it is, or as what follows a www.', () => {
    fc.assert(
      fc.property(
        fc.domain(),
        fc.constantFrom('', 'www.', 'www.www.', 'a.www.', 'awww.'),
        (domain, prefix) => {
          const [site = ''] = autonomousSiteLines(prefix + domain).sites
          const whole = (prefix + domain).toLowerCase()
          expect(whole.endsWith(site)).toBe(true)
          expect(whole.slice(0, whole.length - site.length)).toMatch(/^(?:|(?:(?!www\.).)*www\.)$/)
          expect(site === whole).toBe(!whole.includes('www.'))
        },
      ),
    )
  })
})
