import { describe, expect, it } from '@jest/globals'
import { isSite, type Site } from '@webfilter/appliance-names'
import fc from 'fast-check'
import {
  coveredExceptions,
  nothingAbove,
  publicSuffixesIn,
  withoutEffect,
  withoutExceptions,
} from '../src/exceptions'
import { emptyTable, minus, tableOf } from '../src/table/site-table'

/** Few letters, so that sites are often equal, below one another, or end with one another without being below. */
const site = fc
  .array(fc.stringMatching(/^[ab-]{1,2}$/), { minLength: 2, maxLength: 5 })
  .map((labels) => labels.join('.'))
  .filter((text): text is Site => isSite(text))
const sites = fc.array(site, { maxLength: 60 })

const isIn = (one: string, domain: string) => one === domain || one.endsWith(`.${domain}`)
const isBelow = (one: string, domain: string) => one.endsWith(`.${domain}`)
const unique = (list: readonly Site[]) => [...new Set(list)]

describe('a list without its exceptions', () => {
  it('has the sites that neither are an exception nor lie below one', () => {
    fc.assert(
      fc.property(sites, sites, (list, exceptions) => {
        const { table, leftOut } = withoutExceptions(tableOf(list), tableOf(exceptions))
        const left = list.filter((each) => !exceptions.some((exception) => isIn(each, exception)))
        expect(table).toEqual(tableOf(left))
        expect(table.size + leftOut).toBe(tableOf(list).size)
      }),
    )
  })

  it('counts for each exception what it leaves out', () => {
    fc.assert(
      fc.property(sites, sites, (list, exceptions) => {
        const table = tableOf(exceptions)
        const { counts } = withoutExceptions(tableOf(list), table)
        const expected = [...table].map(
          (exception) => unique(list).filter((each) => isIn(each, exception)).length,
        )
        expect([...counts]).toEqual(expected)
      }),
    )
  })

  it('still matches the exceptions that a domain above them covers, and the nearest one is named', () => {
    fc.assert(
      fc.property(sites, sites, (list, exceptions) => {
        const table = tableOf(exceptions)
        const excepted = withoutExceptions(tableOf(list), table)
        const expected = [...table].flatMap((exception) => {
          const above = [...excepted.table].filter((each) => isBelow(exception, each))
          const by = above.sort((one, other) => other.length - one.length)[0]
          return by === undefined ? [] : [{ exception, by }]
        })
        expect([...coveredExceptions(excepted, table)]).toEqual(expected)
      }),
    )
  })

  it('covers nothing with what else was left out of it', () => {
    fc.assert(
      fc.property(sites, sites, sites, (list, exceptions, others) => {
        const table = tableOf(exceptions)
        const excepted = withoutExceptions(tableOf(list), table)
        const rest = minus(excepted.table, tableOf(others))
        const again = withoutExceptions(rest, table)
        expect([...coveredExceptions(excepted, table, rest)]).toEqual([...coveredExceptions(again, table)])
      }),
    )
  })

  it('has exceptions without effect if it contains nothing at, below or above them', () => {
    fc.assert(
      fc.property(sites, sites, (list, exceptions) => {
        const table = tableOf(exceptions)
        const excepted = withoutExceptions(tableOf(list), table)
        const idle = exceptions.filter(
          (exception) =>
            !list.some((each) => isIn(each, exception)) &&
            !excepted.table.list().some((each) => isBelow(exception, each)),
        )
        expect(withoutEffect(excepted, table)).toEqual(tableOf(idle))
      }),
    )
  })

  it('is the same table if no exception concerns it', () => {
    const list = tableOf(['example.com', 'a.example.org'] as Site[])
    expect(withoutExceptions(list, emptyTable).table).toBe(list)
    const excepted = withoutExceptions(list, tableOf(['xample.com', 'example.net'] as Site[]))
    expect(excepted.table).toBe(list)
    expect([...excepted.above]).toEqual([nothingAbove, nothingAbove])
  })

  it('keeps what rules with the option important name against exceptions without it', () => {
    fc.assert(
      fc.property(sites, sites, sites, sites, (list, rules, weak, strong) => {
        const all = tableOf([...list, ...rules])
        const exceptions = tableOf([...weak, ...strong])
        const important = { sites: tableOf(rules), weak: minus(tableOf(weak), tableOf(strong)) }
        const left = [...all].filter((each) => {
          const against = rules.includes(each) ? strong : [...weak, ...strong]
          return !against.some((exception) => isIn(each, exception))
        })
        const { table, leftOut, counts } = withoutExceptions(all, exceptions, important)
        expect(table).toEqual(tableOf(left))
        expect(leftOut).toBe(all.size - table.size)
        const gone = minus(all, table).list()
        for (const [index, exception] of exceptions.list().entries()) {
          const against = strong.includes(exception) ? gone : gone.filter((each) => !rules.includes(each))
          expect(counts[index]).toBe(against.filter((each) => isIn(each, exception)).length)
        }
      }),
    )
  })

  it('leaves out no name that only ends alike', () => {
    const list = tableOf(['my-example.com', 'myexample.com', 'my.example.com'] as Site[])
    const { table } = withoutExceptions(list, tableOf(['example.com'] as Site[]))
    expect([...table].sort()).toEqual(['my-example.com', 'myexample.com'])
  })
})

it('knows exceptions that are public suffixes', () => {
  const exceptions = ['github.io', 'example.github.io', 'gov.uk', '192.0.2.1'] as Site[]
  expect(publicSuffixesIn(exceptions)).toEqual(['github.io', 'gov.uk'])
})
