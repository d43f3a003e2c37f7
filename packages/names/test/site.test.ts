import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { anyText } from '../../../test/any-text'
import { times } from '../../../test/lanes/extent'
import {
  deletedEverywhere,
  deletedFromTable,
  isDeletedByCompile,
  isDeletedByCompileIn,
  isNeverActive,
  isPublicSuffix,
  isSite,
  parseSite,
  readSites,
  readStoredSites,
  tablesOfDeleted,
} from '../src/site'

function canonicalOf(text: string): string {
  const parsed = parseSite(text)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.site
}

function reasonOf(text: string): string {
  const parsed = parseSite(text)
  if (parsed.ok) throw new Error(`${text} was read as ${parsed.site}`)
  return parsed.reason
}

describe('what a person types becomes a site in its normal form', () => {
  test.each([
    ['example.com', 'example.com'],
    ['  Example.COM\t', 'example.com'],
    ['example.com.', 'example.com'],
    ['www.example.com', 'example.com'],
    ['WWW.Example.com.', 'example.com'],
    ['www.a.www.b.c', 'a.www.b.c'],
    ['login.WWW.gov.uk', 'login.www.gov.uk'],
    ['www.hmrc.gov.uk', 'hmrc.gov.uk'],
    ['stats.www.ibm.com', 'stats.www.ibm.com'],
    ['straße.de', 'xn--strae-oqa.de'],
    ['STRASSE.de', 'strasse.de'],
    ['Bücher。example', 'xn--bcher-kva.example'],
    ['www.bücher.example', 'xn--bcher-kva.example'],
    ['ｅｘａｍｐｌｅ.com', 'example.com'],
    ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
    ['_dmarc.my_host.example.com', '_dmarc.my_host.example.com'],
    ['192.0.2.1', '192.0.2.1'],
    ['１９２.0.2.1', '192.0.2.1'],
    ['0.0.0.0', '0.0.0.0'],
    ['255.255.255.255', '255.255.255.255'],
    ['1.2.3.4.example.com', '1.2.3.4.example.com'],
    ['gov.uk', 'gov.uk'],
    ['a.co.uk', 'a.co.uk'],
    ['a1.addr', 'a1.addr'],
    ['example.0xg', 'example.0xg'],
    ['1.2.3a', '1.2.3a'],
    ['a.1-2', 'a.1-2'],
    ['0x7f.1.example', '0x7f.1.example'],
  ])('%s is written as %s', (text, site) => {
    expect(canonicalOf(text)).toBe(site)
  })

  test.each([
    'awww.b.c',
    'a.www.b.c',
    'a.www.b',
    'b.www',
    'a.b.www',
    'www2.example.com',
    'www-1.example.com',
    'mywww.example.com',
  ])('%s keeps its letters www, which are not its first label', (text) => {
    expect(canonicalOf(text)).toBe(text)
  })

  test('the longest label and the longest domain are accepted, one character more is not', () => {
    expect(canonicalOf(`${'a'.repeat(63)}.com`)).toHaveLength(67)
    expect(reasonOf(`${'a'.repeat(64)}.com`)).toContain('longer than 63 characters')
    const longest = `${`${'a'.repeat(62)}.`.repeat(4)}a`
    expect(canonicalOf(longest)).toHaveLength(253)
    expect(reasonOf(`${longest}a`)).toContain('longer than 253 characters')
  })

  test('the length is that of the stored form', () => {
    const longest = `${`${'a'.repeat(62)}.`.repeat(4)}a`
    expect(canonicalOf(`www.${longest}.`)).toBe(longest)
    expect(reasonOf(`${'é'.repeat(60)}${'ü'.repeat(30)}.com`)).toMatch(
      /longer than 63 characters|internationalised/,
    )
  })
})

describe('what is no site is refused with what to write instead', () => {
  test.each([
    ['', 'write a domain'],
    ['  ', 'write a domain'],
    ['.', 'write a domain'],
    ['localhost', 'no dot inside'],
    ['www.com', 'stored as "com"'],
    ['www.gov.uk', 'stored as "gov.uk", under which anyone can register a domain'],
    ['WWW.github.io.', 'stored as "github.io", under which anyone can register a domain'],
    ['www.xn--55qx5d.cn', 'stored as "xn--55qx5d.cn"'],
    ['16909060.addr', 'write the address'],
    ['www.www.example.com', 'begins with "www." twice'],
    ['www.www.gov.uk', 'begins with "www." twice'],
    ['co.uk', 'deletes with each compile'],
    ['CO.UK.', 'deletes with each compile'],
    ['com.au', 'deletes with each compile'],
    ['www.eu.gg', 'deletes with each compile'],
    ['https://example.com/path', 'begins with the scheme https://'],
    ['HTTP://example.com', 'begins with the scheme'],
    ['example.com/path', 'contains a path'],
    ['example.com?x=1', 'contains a path'],
    ['192.0.2.0/24', 'is a network'],
    ['2001:db8::/32', 'is a network'],
    ['bad.cafe/1', 'contains a path'],
    ['example.com:8080', 'contains a port'],
    ['192.0.2.1:80', 'contains a port'],
    ['::1', 'is an IPv6 address'],
    ['[2001:db8::1]', 'is an IPv6 address'],
    ['a.com b.com', 'write one site per entry'],
    ['a.com\nb.com', 'write one site per entry'],
    ['a.com,b.com', 'write one site per entry'],
    ['a.com;b.com', 'write one site per entry'],
    ['*.example.com', 'begins with a wildcard'],
    ['user@example.com', 'contains an @'],
    ['a..b.com', 'has an empty part'],
    ['.example.com', 'has an empty part'],
    ['example.com..', 'has an empty part'],
    ['256.1.1.1', 'not a valid IPv4 address'],
    ['1.2.3', 'not a valid IPv4 address'],
    ['01.2.3.4', 'not a valid IPv4 address'],
    ['１.２.３', 'not a valid IPv4 address'],
    ['1\u00ad.2.3', 'not a valid IPv4 address'],
    ['1..4', 'not a valid IPv4 address'],
    ['a.b.123', 'ends in a number'],
    ['0x7f.1', 'ends in a number'],
    ['0X7F.0.0.0x1.', 'ends in a number'],
    ['a.example.0x', 'ends in a number'],
    ['192.0.2.0x1', 'ends in a number'],
    ['www.a.1', 'ends in a number'],
    ['1.2.3.4-1.2.3.9', 'is a range of addresses'],
    ['1.2.3.0-9', 'is a range of addresses'],
    ['\u00ad', 'internationalised'],
    ['xn--a.é.com', 'internationalised'],
  ])('%j', (text, hint) => {
    expect(reasonOf(text)).toContain(hint)
  })

  test.each([...'$%!&<>[]()+`|"\'{}~=^'])('the character %s is named', (character) => {
    expect(reasonOf(`exa${character}mple.com`)).toContain(JSON.stringify(character))
  })

  test('a reason quotes the beginning of a very long text only', () => {
    expect(reasonOf('ä '.repeat(10_000)).length).toBeLessThan(300)
  })
})

describe('for every text', () => {
  const dottedText = fc
    .array(
      fc.oneof(
        fc.constantFrom('www', 'WWW', 'a', 'xn--a', '1', '255', 'é', 'ß', ' ', '', 'ﬁ', 'awww'),
        fc.string(),
      ),
    )
    .map((labels) => labels.join('.'))
  const anySite = fc.oneof(anyText(), dottedText, fc.domain())

  const ordinaryDomain = fc
    .domain()
    .filter((domain) => !domain.toLowerCase().startsWith('www.') && !isPublicSuffix(domain.toLowerCase()))

  test('normalizing twice is normalizing once, and the result looks like a site', () => {
    fc.assert(
      fc.property(anySite, (text) => {
        const parsed = parseSite(text)
        if (!parsed.ok) return parsed.reason.length > 0
        return (
          canonicalOf(parsed.site) === parsed.site &&
          isSite(parsed.site) &&
          /^[a-z0-9_.-]+$/.test(parsed.site) &&
          parsed.site.length <= 253 &&
          parsed.site.split('.').every((label) => label.length >= 1 && label.length <= 63) &&
          parsed.site.includes('.')
        )
      }),
      { numRuns: times(5000) },
    )
  })

  test('case, surrounding space, a trailing dot and a leading www. never make another site', () => {
    fc.assert(
      fc.property(ordinaryDomain, (domain) => {
        const site = canonicalOf(domain)
        expect(canonicalOf(`  ${domain.toUpperCase()}. `)).toBe(site)
        expect(canonicalOf(`www.${domain}`)).toBe(site)
      }),
    )
  })

  test('every IPv4 address is itself, and every address with an octet out of range is refused', () => {
    fc.assert(fc.property(fc.ipV4(), (address) => expect(canonicalOf(address)).toBe(address)))
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 256, max: 9999 }), (address, octet) => {
        expect(parseSite(address.replace(/[0-9]+$/, String(octet))).ok).toBe(false)
      }),
    )
  })

  test('none is an address to a browser but in its usual form', () => {
    const label = fc.oneof(
      fc.constantFrom(
        '0x',
        '0X7f',
        '0x1g',
        '08',
        '123',
        '4294967295',
        '0',
        'a',
        '1a',
        '-1',
        '1-2',
        'www',
        '',
      ),
      fc.string({ unit: fc.constantFrom(...'01x9af.-_'), maxLength: 4 }),
    )
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 5 }), (labels) => {
        const parsed = parseSite(labels.join('.'))
        if (!parsed.ok) return
        const { hostname } = new URL(`http://${parsed.site}/`)
        expect(hostname).toBe(parsed.site)
      }),
      { numRuns: times(5000) },
    )
  })

  test('a state keeps the sites of earlier releases, and no others', () => {
    const texts = [
      'a.com',
      '0x7f.1',
      'www.a.b.123',
      'A.com',
      'a.b.123.',
      '1.2.3',
      'www.co.uk',
      'localhost',
      'a.com:1',
    ]
    expect(readStoredSites(texts)).toEqual(['a.com', '0x7f.1', 'a.b.123'])
  })

  test('only a canonical text is a site already', () => {
    expect(isSite('example.com')).toBe(true)
    expect(isSite('Example.com')).toBe(false)
    expect(isSite('www.example.com')).toBe(false)
    expect(isSite('no site')).toBe(false)
  })
})

describe('reading a list', () => {
  test('names both spellings of a duplicate, and where they stand', () => {
    expect(readSites(['a.com', 'b.com', 'WWW.A.com.', 'a.com']).duplicates).toEqual([
      { site: 'a.com', first: { text: 'a.com', index: 0 }, again: { text: 'WWW.A.com.', index: 2 } },
      { site: 'a.com', first: { text: 'a.com', index: 0 }, again: { text: 'a.com', index: 3 } },
    ])
  })

  test('names what is no site, and where it stands', () => {
    const { sites, invalid } = readSites(['a.com', 'localhost'])
    expect(sites).toEqual(['a.com'])
    expect(invalid).toEqual([
      { text: 'localhost', index: 1, reason: expect.stringContaining('no dot inside') },
    ])
  })

  test('every entry is a site, a duplicate or invalid', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.domain(), fc.string(), fc.constantFrom('a.com', 'A.com'))),
        (texts) => {
          const { sites, duplicates, invalid } = readSites(texts)
          expect(sites.length + duplicates.length + invalid.length).toBe(texts.length)
          expect(new Set(sites).size).toBe(sites.length)
        },
      ),
    )
  })
})

/** The names that a compile deletes from all tables, and those that it deletes from some, as docs/appliance, "Deleted by a compile" has them. */
const page = readFileSync(join(__dirname, '../../../docs/appliance/sites.md'), 'utf8')
const [everywhere = '', fromTables = ''] = [...page.matchAll(/```text\n(.*?)```/gs)].map(([, block = '']) =>
  block.trim(),
)

describe('names that a compile deletes', () => {
  test('are known, all of them, and from which tables', () => {
    expect([...deletedEverywhere]).toEqual(everywhere.split(/\s+/))
    for (const name of deletedEverywhere) {
      expect([name, isDeletedByCompile(name)]).toEqual([name, true])
      expect(parseSite(name)).toMatchObject({ ok: false })
    }
    const byTable = fromTables.split('\n').map((line) => line.trim())
    expect(tablesOfDeleted.map(({ table, site }) => `${table} ${site}`).sort()).toEqual(byTable.sort())
    for (const { table, site } of tablesOfDeleted) {
      expect([...deletedFromTable(table)]).toContain(site)
      expect(parseSite(site)).toMatchObject({ ok: true })
    }
  })

  test('are others in other tables, however a table is written', () => {
    expect([...deletedFromTable('Category_Malware')]).toEqual(['fromsmash.com'])
    expect([...deletedFromTable('category_ads')]).toEqual([])
    expect([...deletedFromTable('')]).toEqual([])
  })

  test('are no names below or beside them', () => {
    for (const name of ['a.co.uk', 'gov.uk', 'xco.uk', 'com.net', 'example.com']) {
      expect(isDeletedByCompile(name)).toBe(false)
      expect(isDeletedByCompileIn(Buffer.from(` ${name} `), 1, name.length + 1)).toBe(false)
    }
  })

  test('are found within a buffer', () => {
    expect(isDeletedByCompileIn(Buffer.from('0.0.0.0 co.uk\n'), 8, 13)).toBe(true)
  })
})

test.each([
  ['ww1.example.com', true],
  ['www2.example.com', true],
  ['www12.example.com', true],
  ['www.example.com', false],
  ['ww.example.com', false],
  ['www1a.example.com', false],
  ['a.www2.example.com', false],
  ['w1.example.com', false],
])('whether a compile leaves %s inactive: %s', (site, isInactive) => {
  expect(isNeverActive(site)).toBe(isInactive)
})
