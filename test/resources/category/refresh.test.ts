import type { EmulatorOptions } from '@webfilter/appliance-emulator'
import type { Site } from '@webfilter/appliance-names'
import { asTable, FewSites, sampleSize, tableOf, type Verify } from '@webfilter/site-lists'
import { Diagnostics } from '@webfilter/terraform-plugin'
import fc from 'fast-check'
import {
  connectTo,
  requestsOf,
  setUp,
  signal,
  sitesOf,
} from '../../../packages/client/test/categories/categories-emulated'
import { questionsFor, refreshList } from '../../../src/resources/category/refresh'
import {
  type ManagedList,
  managedSites,
  noPackedList,
  packedList,
} from '../../../src/resources/category/stored'
import { Run } from '../../../src/run/run'
import { contextOf } from './context'

const beginning = { compiled: true }

async function fileOf(sites: ReturnType<typeof sitesOf>, verify: Verify = 'auto') {
  const packed = await packedList(asTable(new Set(sites)), 'digest of the file')
  return { sites: null, sites_file: 'ads.txt', sites_files: null, ...packed, ...beginning, verify }
}

interface Listed extends ManagedList {
  readonly compiled: boolean
  readonly verify: Verify
}

const inline = (...sites: readonly string[]) => ({
  sites,
  sites_file: null,
  sites_files: null,
  ...noPackedList,
  ...beginning,
  verify: 'auto' as Verify,
})

/** An appliance with a category of these sites, and refreshes of it, each by a provider of its own. */
async function withSites(sites: readonly string[], options: EmulatorOptions = {}) {
  const { emulator } = await setUp(options)
  const { id } = emulator.store.create({ name: 'ads', description: '' })
  emulator.store.addSites(id, sites)
  return {
    remove: (gone: readonly string[]) => emulator.store.removeSites(id, gone),
    add: (more: readonly string[]) => emulator.store.addSites(id, more),
    async refresh(
      state: Listed,
      lastAdded = sitesOf(),
      isCounted = true,
      left?: number,
      inherited: Verify = 'auto',
    ) {
      emulator.journal.clear()
      const appliance = connectTo(emulator, {})
      const diagnostics = new Diagnostics()
      const run = new Run()
      const read = run.lists.read(
        { category: { id: String(id), name: 'ads' }, list: null },
        await managedSites(state),
        false,
      )
      const listed = await appliance.categories.findById(id, signal)
      if (!listed) throw new Error('the category is gone')
      const { items, ...uncounted } = listed
      const category = isCounted ? listed : uncounted
      const context = contextOf({ appliance, run, verify: inherited, diagnostics })
      const record = {
        first_added: lastAdded,
        ...(left !== undefined && { counted: { from: left, to: left } }),
      }
      const { list: found } = await refreshList(category, read, state, record, context)
      const said = diagnostics.toWire('appliance').map(({ detail }) => detail ?? '')
      const asked = requestsOf(emulator).filter((request) => request.includes('/query/')).length
      return { found, said: said.join('\n'), asked }
    },
  }
}

describe('the refresh of a list', () => {
  it('takes back what it had named, and only that, once it is there again', async () => {
    const sites = sitesOf('a.example', 'b.example', 'c.example')
    const state = await fileOf(sites)
    const appliance = await withSites(sites)
    appliance.remove(['a.example', 'b.example'])
    const { found } = await appliance.refresh(state)
    expect(found).toMatchObject({
      file_sites: { missing: ['a.example', 'b.example'], count: 1 },
      compiled: false,
    })
    appliance.add(['b.example', 'z.example'])
    const again = await appliance.refresh(found)
    expect(again.found).toMatchObject({ file_sites: { missing: ['a.example'], count: 2 }, compiled: false })
    appliance.add(['a.example'])
    const last = await appliance.refresh(again.found)
    expect(last.found).toMatchObject({ file_sites: { missing: null, digest: state.file_sites?.digest } })
  })

  it('is no contradiction where all that is asked for was missing before', async () => {
    const sites = sitesOf('a.example', 'b.example')
    const appliance = await withSites(sites)
    appliance.remove(sites)
    const { found } = await appliance.refresh(await fileOf(sites))
    expect(found).toMatchObject({ file_sites: { missing: ['a.example', 'b.example'], count: 0 } })
    appliance.add(['x.example', 'y.example', 'z.example'])
    expect((await appliance.refresh(found)).found).toEqual(found)
  })

  it('drops what is missing from an inline list, and names it nowhere else', async () => {
    const appliance = await withSites(['a.example', 'b.example'])
    appliance.remove(['a.example'])
    const { found, said } = await appliance.refresh(inline('A.example.', 'b.example'))
    expect(found).toMatchObject({ sites: ['b.example'], file_sites: null })
    expect(said).toBe('')
  })

  it('with verify "none" asks for nothing, and leaves the state as it is', async () => {
    const list = await fileOf(sitesOf('a.example'), 'none')
    const state = { ...list, file_sites: { ...list.file_sites, missing: ['b.example'] } }
    const appliance = await withSites([])
    const { found, asked } = await appliance.refresh(state)
    expect(asked).toBe(0)
    expect(found).toEqual(state)
  })

  it('says that nobody can tell where the appliance counts sites only', async () => {
    const state = await fileOf(sitesOf('a.example', 'b.example'))
    const appliance = await withSites(['a.example', 'b.example', 'of-others.example'], {
      generation: 'autonomous',
      list: 'autonomous',
    })
    const { found, said } = await appliance.refresh(state)
    expect(found).toEqual(state)
    expect(said).toContain('[appliance:sites-not-asked-for]')
    expect(said).toContain('contains 3 sites in total')
    const fewer = await appliance.refresh(state, [], true, 5)
    expect(fewer.found).toEqual(state)
    expect(fewer.said).toContain('contains 3 sites, 2 fewer than the applies of its lists left there')
    expect(fewer.said).toContain('[appliance:fewer-sites-than-left]')
    const uncounted = await appliance.refresh(state, [], false)
    expect(uncounted.found).toEqual(state)
    expect(uncounted.said).toContain('[appliance:sites-not-counted]')
    expect(said).toContain('The category contains 3 sites in total')
    appliance.remove(['a.example', 'of-others.example'])
    const short = await appliance.refresh(state)
    expect(short.said).toContain('[appliance:fewer-sites-than-managed]')
    expect(short.found).toMatchObject({ file_sites: { count: 0, missing: null } })
  })
})

const list = (size: number) => Array.from({ length: size }, (_, index) => `site${index}.example` as Site)
const unknown = { isShort: false, lastAdded: [], random: Math.random }

describe('what a read asks', () => {
  it.each([
    ['auto', 5_000, 'full', 5_000],
    ['auto', 5_001, 'sample', 2_000],
    ['full', 7_000, 'full', 7_000],
    ['sample', 2_000, 'full', 2_000],
    ['sample', 2_001, 'sample', 2_000],
    ['none', 10, 'none', 0],
  ] as const)('with verify "%s" and %d sites: %s, %d questions', (verify, size, mode, asked) => {
    for (const managed of [new FewSites(list(size)), tableOf(list(size))]) {
      const questions = questionsFor(verify, managed, unknown)
      expect(questions.mode).toBe(mode)
      expect(new Set(questions.sites).size).toBe(asked)
      expect([...questions.sites].every((site) => managed.has(site))).toBe(true)
    }
  })

  it('is everything where the category contains fewer sites than its lists manage, unless nothing is to be asked', () => {
    const managed = tableOf(list(6_000))
    const short = { ...unknown, isShort: true }
    expect(questionsFor('auto', managed, short).mode).toBe('full')
    expect(questionsFor('sample', managed, short).mode).toBe('full')
    expect(questionsFor('none', managed, short).mode).toBe('none')
  })

  it('begins with the sites of the last change that are still managed', () => {
    const lastAdded = ['site5999.example', 'gone.example', 'site17.example'] as Site[]
    const { sites } = questionsFor('auto', tableOf(list(6_000)), { ...unknown, lastAdded })
    expect(sites.slice(0, 2)).toEqual(['site5999.example', 'site17.example'])
    expect(new Set(sites).size).toBe(sampleSize)
  })

  it('can reach every site', () => {
    const managed = tableOf(list(6_000))
    const asked = new Set<Site>()
    for (let night = 0; night < 30; night += 1) {
      for (const site of questionsFor('sample', managed, unknown).sites) asked.add(site)
    }
    // After thirty samples of a third each a site is left out with a chance of five in a million.
    expect(asked.size).toBeGreaterThan(5_900)
  })

  it('is a sample without repetitions whatever the dice say', () => {
    const managed = tableOf(list(5_500))
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (die) => {
        const { sites } = questionsFor('auto', managed, { ...unknown, random: () => die })
        expect(new Set(sites).size).toBe(sampleSize)
      }),
      { numRuns: 20 },
    )
  })
})
