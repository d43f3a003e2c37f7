import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { longestArchive, readList } from '@webfilter/site-lists'

const guide = readFileSync(resolve(__dirname, '../../docs/guides/lists.md'), 'utf8')
const [, section = ''] = /^## List files\n(.*?)^## /ms.exec(guide) ?? []
const rows = [...section.matchAll(/^\| (?!Format)(\w.*?) \| (`.*?) \| ?(.*?) ?\|$/gm)].map(
  ([, format = '', taken = '', leftOut = '']) =>
    ({ format, taken: linesIn(taken), leftOut: linesIn(leftOut) }) as const,
)

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
