import { describe, expect, it } from '@jest/globals'
import {
  countText,
  entriesLeftOut,
  hasFewerSites,
  type ListCount,
  sitesCounted,
} from '../../src/published/list-count'
import { readList } from '../../src/published/read-list'

/** The count of a list without exceptions. */
function counted(...lines: readonly string[]): ListCount {
  const { entries, table } = readList(Buffer.from(lines.join('\n')))
  return { ...entries, excepted: 0, skipped: 0, sites: table.size }
}

describe('the count of a list', () => {
  it('says on one line how its lines come to its sites', () => {
    const count = counted(
      '# comment',
      '',
      'server:',
      '127.0.0.1 localhost',
      'a.example',
      'A.example',
      'www.a.example',
      'WWW.A.example.',
      '0.0.0.0 b.example c.example c.example',
      '@@||c.example^',
      'no site',
      'www.d.example',
    )
    expect(countText(count)).toBe(
      '12 lines - 4 without an entry + 2 further entries - 2 that are not sites - 3 duplicates - 1 merged with "www." = 4 sites',
    )
    expect(sitesCounted(count)).toBe(4)
  })

  it('names what is left out of the list, and one of each thing as one', () => {
    const one = {
      further: 1,
      leftOut: 1,
      exceptionRules: 1,
      duplicates: 1,
      merged: 1,
      excepted: 1,
      skipped: 1,
    }
    const count = { lines: 1_007, withoutEntry: 1, ...one, sites: 1_001 }
    expect(countText(count)).toBe(
      '1,007 lines - 1 without an entry + 1 further entry - 1 that is not a site - 1 exception rule - 1 duplicate - 1 merged with ' +
        '"www." - 1 left out by exceptions - 1 that the appliance would change or delete = 1,001 sites',
    )
    expect(sitesCounted(count)).toBe(1_001)
  })

  it('counts the entries that were left out, but not duplicates', () => {
    const of = (...lines: readonly string[]) => entriesLeftOut(counted(...lines))
    expect(of('a.example', 'a.example', 'www.a.example', '# that are not sites')).toBe(0)
    expect(of('a.example', 'no site')).toBe(1)
    const none = { ...counted('a.example'), lines: 3 }
    for (const further of [{ leftOut: 2 }, { exceptionRules: 2 }, { excepted: 2 }, { skipped: 2 }])
      expect(entriesLeftOut({ ...none, ...further })).toBe(2)
  })

  it('is short if each line is a site', () => {
    expect(countText(counted('a.example'))).toBe('1 line = 1 site')
    expect(countText(counted(''))).toBe('0 lines = 0 sites')
  })

  it('has fewer sites than entries only if an entry is not a site of its own', () => {
    expect(hasFewerSites(counted('# comment', '0.0.0.0 a.example b.example'))).toBe(false)
    expect(hasFewerSites(counted('a.example', 'www.a.example'))).toBe(true)
    expect(hasFewerSites(counted('a.example', 'no site'))).toBe(true)
  })

  it('merges each name once, in whichever order and spelling it is there', () => {
    expect(counted('www.a.example', 'a.example', 'www.a.example', 'A.example')).toMatchObject({
      duplicates: 2,
      merged: 1,
    })
    expect(counted('WWW.b.example', 'www.b.example', '||www.b.example^')).toMatchObject({
      duplicates: 2,
      merged: 0,
    })
    expect(counted('ｗｗｗ.b.example', 'b.example')).toMatchObject({ duplicates: 0, merged: 1 })
  })

  it('takes no end of a file for a "www." in front of a name from elsewhere', () => {
    expect(counted('A.example', 'a.example', 'x www.')).toMatchObject({ duplicates: 1, merged: 0 })
  })
})
