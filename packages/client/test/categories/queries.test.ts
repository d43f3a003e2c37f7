import { describe, expect, test } from '@jest/globals'
import { readSites } from '@webfilter/appliance-names'
import { FewSites } from '@webfilter/site-lists'
import fc from 'fast-check'
import { times } from '../../../../test/lanes/extent'
import { connect } from '../../src/appliance'
import type { PresenceOutcome } from '../../src/categories/category'
import { codeOf, messageOf } from '../caught'
import { json, serve } from '../server'

/** Questions to the query route, by their number in order of arrival, that are answered by an outage; nothing else fails. */
interface Outage {
  readonly from: number
  readonly to: number
  /** What is answered for every site meanwhile. */
  readonly said: string
}

interface Reading {
  readonly list: object
  /** Whether the category holds each of the sites that are asked for. */
  readonly held: readonly boolean[]
  readonly outage: Outage
  readonly concurrency: number
}

const entry = { category_id: 250, category_name: 'ads', table_name: 'category_ads' }
const lists = {
  older: { Status: true, Error: '', Categories: [entry] },
  autonomous: {
    status: true,
    info: 'List of available categories',
    categories: { 250: { table: 'category_ads', items: 5, name: 'ads', description: '' } },
  },
} as const
const absence = 'NOT_FOUND'

async function read({ list, held, outage, concurrency }: Reading): Promise<PresenceOutcome> {
  const names = held.map((_, n) => `site-${n}.example`)
  const stored = new Set(names.filter((_, n) => held[n]))
  let questions = 0
  const server = await serve(({ path }, response) => {
    if (path === '/categories/list') return json(response, list)
    const site = /^\/categories\/query\/(.*)$/.exec(path)?.[1]
    if (site === undefined) return json(response, { Status: false, Error: 'NO_ROUTE' }, 404)
    const number = questions++
    if (number >= outage.from && number < outage.to)
      return json(response, { Status: false, Error: outage.said })
    if (!stored.has(site)) return json(response, { Status: false, Error: absence })
    json(response, { Status: true, Info: '', Error: '', Categories: [entry] })
  })
  const appliance = connect({
    endpoints: { categories: { url: server.url } },
    retries: 0,
    maxConcurrentRequests: concurrency,
  })
  try {
    const { signal } = new AbortController()
    const outcome = await appliance.categories.present(
      { id: 250 },
      new FewSites(readSites(names).sites),
      signal,
    )
    const wrong = [...outcome.absent].filter((site) => stored.has(site))
    return { ...outcome, absent: new FewSites(wrong) }
  } finally {
    await appliance.close()
    await server.close()
  }
}

/** Of ten sites the first two are asked for before the outage begins. */
const tenSites = Array.from({ length: 10 }, () => true)
const forEver = Number.POSITIVE_INFINITY

describe.each(Object.entries(lists))('an outage of the query route alone, beside the %s list', (_, list) => {
  test.each([
    ['as an absence is', absence],
    ['in its own way', 'SERVER_BUSY'],
  ])('that begins during a read is no absence, answered %s', async (_manner, said) => {
    const { failure } = await read({
      list,
      held: tenSites,
      outage: { from: 2, to: forEver, said },
      concurrency: 1,
    })
    expect([failure?.kind, codeOf(failure)]).toEqual(['unreadable', 'absence-unproven'])
    expect(messageOf(failure)).toContain('site-0.example')
  })

  test('nor is one that has ended before the read does', async () => {
    const outage = { from: 2, to: 8, said: 'SERVER_BUSY' }
    const { failure } = await read({ list, held: tenSites, outage, concurrency: 1 })
    expect(codeOf(failure)).toBe('absence-unproven')
    expect(messageOf(failure)).toContain('returned it when it was asked again')
  })

  test('never makes a read miss a site that is there, whenever it begins and ends', async () => {
    await fc.assert(
      fc.asyncProperty(readings(list), async (reading) => {
        const { present, absent, failure } = await read(reading)
        // Where nothing was found, nothing tells the answers from those of an appliance that has lost all sites.
        if (failure === undefined && present.size > 0) expect(absent).toEqual([])
      }),
      { numRuns: times(60) },
    )
  })
})

function readings(list: object): fc.Arbitrary<Reading> {
  return fc.record({
    list: fc.constant(list),
    held: fc.array(fc.boolean(), { minLength: 2, maxLength: 12 }),
    outage: fc.oneof(lasting(absence, fc.constant(forEver)), lasting('SERVER_BUSY', spans)),
    concurrency: fc.integer({ min: 1, max: 4 }),
  })
}

const spans = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(forEver))

/** One that is answered as an absence, and is over, cannot be told from an absence. */
function lasting(said: string, span: fc.Arbitrary<number>): fc.Arbitrary<Outage> {
  return fc
    .record({ from: fc.nat(14), span })
    .map(({ from, span: length }) => ({ from, to: from + length, said }))
}
