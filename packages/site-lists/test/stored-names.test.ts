import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parseSite } from '@webfilter/appliance-names'
import fc from 'fast-check'
import { times } from '../../../test/lanes/extent'
import { readList } from '../src/published/read-list'
import { isCutByAutonomousService } from '../src/spelling'

// What the services make of a name, written from docs/appliance and not from the code that is tried here.
const olderStores = (name: string) => name.toLowerCase().replace(/^www\./, '')
const autonomousStores = (name: string) => name.toLowerCase().replace(/^.*?www\./s, '')
const withoutLeadingWww = olderStores

/** Whether a name without anything around it is refused, or stored as it is declared by all that it is sent to. */
function isStoredAsDeclared(declared: string): boolean {
  const parsed = parseSite(declared)
  if (!parsed.ok) return true
  const { site } = parsed
  const isKept = site === withoutLeadingWww(declared) && olderStores(site) === site
  return isKept && (isCutByAutonomousService(site) || autonomousStores(site) === site)
}

describe('what is stored is what was declared, one leading www. aside, or it is refused', () => {
  test('for random names full of www', () => {
    const label = fc.oneof(
      fc.constantFrom('www', 'WWW', 'awww', 'www2', 'ww', 'co', 'uk', 'gov', 'com', 'github', 'io', 'a', '1'),
      fc.stringMatching(/^[a-z0-9-]{1,5}$/),
    )
    const name = fc.array(label, { minLength: 1, maxLength: 6 }).map((labels) => labels.join('.'))
    fc.assert(fc.property(name, isStoredAsDeclared), { numRuns: times(5_000) })
  })

  /** Lists as they are published, where they lie beside the checkout: they are not ours to copy. */
  const published = join(__dirname, '../../../../shared/data/lists')
  const isThere = existsSync(published)
  if (!isThere) process.stderr.write('No published lists are at hand: their names with www. are not tried.\n')
  const lists = ['adaway.adblock.txt', 'adaway.hosts.txt', 'stevenblack.domains.txt'] as const

  ;(isThere ? test : test.skip).each(lists)('for every line of %s with a www. in it', (list) => {
    const bytes = readFileSync(join(published, list))
    const lines = bytes.toString().split('\n')
    const named = lines.filter((line) => /^[^#!]*www\./i.test(line))
    const names = named.flatMap((line) => line.split(/[\s|^]+/).filter((word) => /www\./i.test(word)))
    if (list !== 'adaway.adblock.txt') expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !isStoredAsDeclared(name))).toEqual([])

    const declared = new Set(names.map(withoutLeadingWww))
    const stored = readList(Buffer.from(named.join('\n'))).table.list()
    expect(stored.filter((site) => !declared.has(site))).toEqual([])
  })
})
