import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beginList, longestArchive, readList } from '@webfilter/site-lists'

const guide = readFileSync(resolve(__dirname, '../../docs/guides/lists.md'), 'utf8')
const [, section = ''] = /^## List files\n(.*?)^## /ms.exec(guide) ?? []
const rows = [...section.matchAll(/^\| (?!Format)(\w.*?) \| (`.*?) \| ?(.*?) ?\|$/gm)].map(
  ([, format = '', taken = '', leftOut = '']) =>
    ({ format, taken: linesIn(taken), leftOut: linesIn(leftOut) }) as const,
)

const rules = [...section.matchAll(/^\| (`.*`) \| ([\w[!].*?) \|$/gm)].map(
  ([, lines = '', readAs = '']) =>
    ({ lines: linesIn(lines), readAs: readAs.replace(/[[\]]|\(.*?\)/gu, '') }) as const,
)

/** Begins of what rules are read as that are left out, with the kinds of these. */
const kinds = [
  ['exception', 'exception'],
  ['pattern', 'pattern'],
  ['path', 'path'],
  ['port', 'port'],
  ['request-specific rule', 'requests'],
  ['element hiding rule', 'element-hiding'],
  ['!#include line', 'include'],
  ['!#if line', 'condition'],
] as const

const networks = [
  ...section.matchAll(/^\| Address (that reaches nothing|of a sinkhole): (.*?) \|/gm),
].flatMap(([, reaches = '', cell = '']) => linesIn(cell).map((network) => [network, reaches] as const))

describe('the table of formats of list files', () => {
  it('has the formats that are read', () => {
    expect(rows.map(({ format }) => format)).toEqual([
      'Plain list',
      'Wildcards',
      'Hosts file',
      'Browser rules (Adblock)',
      'dnsmasq',
      'unbound',
      'Response policy zone (RPZ)',
    ])
  })

  it.each(rows.flatMap(({ taken }) => taken))('has a line that is read: %s', (line) => {
    const { table, invalid } = readList(Buffer.from(line))
    expect({ sites: table.size > 0, invalid: invalid.count }).toEqual({ sites: true, invalid: 0 })
  })

  it.each(rows.flatMap(({ leftOut }) => leftOut))(
    'has a line that is left out under its kind: %s',
    (line) => {
      const { table, invalid } = readList(Buffer.from(line))
      expect({ sites: table.size, invalid: invalid.count }).toEqual({ sites: 0, invalid: 1 })
      if (!line.startsWith('local-zone')) expect([...invalid.kinds.keys()]).not.toContain('other')
    },
  )

  it.each(rules.filter(({ readAs }) => readAs === 'site').flatMap(({ lines }) => lines))(
    'has a rule that is a site: %s',
    (line) => {
      const { table, invalid } = readList(Buffer.from(line))
      expect({ sites: [...table], invalid: invalid.count }).toEqual({ sites: ['example.com'], invalid: 0 })
    },
  )

  it.each(
    rules.flatMap(({ readAs, lines }) => {
      const [, kind] = kinds.find(([begin]) => readAs.startsWith(begin)) ?? []
      return kind === undefined ? [] : lines.map((line) => [kind, line, readAs] as const)
    }),
  )('has a rule that is left out as %s: %s', (kind, line, readAs) => {
    const reading = beginList(Buffer.from(line), 'take')
    while (reading.readOn());
    const { table, ownExceptions, invalid } = reading.result()
    const isException = readAs === 'exception of the site'
    expect({ sites: table.size, exceptions: [...ownExceptions] }).toEqual({
      sites: 0,
      exceptions: isException ? ['example.com'] : [],
    })
    expect([...invalid.kinds.keys()]).toEqual(isException ? [] : [kind])
  })

  it('has the rules that leave out others', () => {
    const others = rules.filter(({ readAs }) => !kinds.some(([begin]) => readAs.startsWith(begin)))
    expect(others.map(({ lines }) => lines)).toEqual([
      ...rules.filter(({ readAs }) => readAs === 'site').map(({ lines }) => lines),
      ['||example.com^$badfilter', '@@||example.com^$badfilter'],
      ['!#if false'],
    ])
    const lines = [
      '||example.com^',
      '@@||example.com^',
      '||example.com^$badfilter',
      '@@||example.com^$badfilter',
    ]
    const hidden = ['!#if false', '||example.com^', '!#endif']
    const { table, invalid } = readList(Buffer.from([...lines, ...hidden].join('\n')))
    expect({ sites: table.size, invalid: invalid.count }).toEqual({ sites: 0, invalid: 0 })
  })

  it.each(networks)('says of the address %s what a line with it is: %s', (network, reaches) => {
    const { table, sinkholes } = readList(Buffer.from(`${network.replace(/\/.*/u, '')} example.com`))
    expect(table.size).toBe(1)
    expect(sinkholes.size).toBe(reaches === 'of a sinkhole' ? 1 : 0)
  })

  it('has the limit of an archive', () => {
    expect(section).toContain(`| Archive | ${longestArchive / 2 ** 20} MiB |`)
  })

  it('says which lines are comments, and which tell of the machine or the zone', () => {
    const ignored = [
      '# a',
      '! a',
      '; a',
      '127.0.0.1 localhost',
      '@ SOA ns.example. admin.example. 1 2 3 4 5',
      'a.example # b',
      'b.example ; c',
    ]
    const { table, invalid } = readList(Buffer.from(ignored.join('\n')))
    expect({ sites: table.size, invalid: invalid.count }).toEqual({ sites: 2, invalid: 0 })
  })
})

/** The lines in a cell, each as code. */
function linesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, line = '']) => line.replaceAll('\\|', '|'))
}
