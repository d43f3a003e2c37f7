import type { Generation } from '@webfilter/appliance-client'
import type { DeclaredSites } from '@webfilter/appliance-declarations/declared-list'
import { noExceptions } from '@webfilter/appliance-declarations/declared-list'
import { parseSite, type Site } from '@webfilter/appliance-names'
import type { InheritedLimit } from '@webfilter/appliance-names/settings'
import { FewSites, type SiteSet, sitesWithout } from '@webfilter/site-lists'
import { Diagnostics, ProviderError, unknown } from '@webfilter/terraform-plugin'
import fc from 'fast-check'
import { inventedMarker } from '../../../packages/client/src/categories/change/change'
import { type CategoryChange, stepsOf } from '../../../packages/client/src/categories/change/steps'
import { sitesOfSuccessor } from '../../../src/resources/category/deletion'
import { type Difference, diagnoseDifference } from '../../../src/resources/category/difference'
import { listPrivateData } from '../../../src/resources/category/memory'
import type { PlannedList } from '../../../src/resources/category/planned'
import { plannedList } from '../../../src/resources/category/planned'
import { plannedCompiled } from '../../../src/resources/category/planned-change'
import { noPackedList, packedList } from '../../../src/resources/category/stored'
import type { ListPlace } from '../../../src/run/place'
import { times } from '../../lanes/extent'

import { contextOf, contextOfPlan, storedList } from './context'

/** The first of the letters as sites. */
const sites = (names: string) => new FewSites([...names].map((name) => `${name}.example` as Site))
const many = (count: number) =>
  new FewSites(Array.from({ length: count }, (_, n) => `ad-${n}.example` as Site))

interface Given {
  readonly before: SiteSet
  readonly after: SiteSet
  readonly was?: 'inline' | 'file'
  readonly is?: 'inline' | 'file'
  readonly inherited?: InheritedLimit | 'not known'
  readonly generation?: 'older' | 'autonomous'
}

async function said(
  { before, after, was = 'file', is = 'file', inherited = noLimit, generation }: Given,
  { isReplaced = false, ...further }: Partial<Difference> & { readonly isReplaced?: boolean } = {},
  on_destroy: 'remove' | 'keep' = 'remove',
): Promise<readonly (readonly [string | undefined, string])[]> {
  const diagnostics = new Diagnostics()
  const prior =
    was === 'file'
      ? { sites: null, sites_file: 'old.txt', sites_files: null, ...(await packedList(before, null)) }
      : { sites: [...before], sites_file: null, sites_files: null, ...noPackedList }
  const list: PlannedList = {
    before: async () => before,
    attributes: { ...noPackedList, sites_file: is === 'file' ? 'new.txt' : null, sites_files: null },
    added: sitesWithout(after, before),
    leaving: sitesWithout(before, after),
    planned: async () => after,
    isUncertain: false,
  }
  const difference: Difference = {
    category: 'ads',
    list,
    on_remove: 'remove',
    compile: true,
    removal_limit: null,
    ...further,
  }
  const appliance = generation && ({ categories: { generation: async () => generation } } as never)
  await diagnoseDifference(
    difference,
    storedList({ ...prior, on_destroy }),
    !isReplaced,
    contextOfPlan({
      diagnostics,
      ...(appliance === undefined ? {} : { appliance }),
      ...(inherited !== 'not known' && { removalLimit: inherited }),
    }),
  )
  return diagnostics.all.map(({ code, message }) => [code, message] as const)
}

const noLimit: InheritedLimit = { text: null, variable: undefined }

describe('the change of a list from a file', () => {
  it('is one warning, with numbers and names', async () => {
    expect(await said({ before: new FewSites(sites('abc')), after: new FewSites(sites('bcde')) })).toEqual([
      [
        'sites-file-changed',
        'The list of "new.txt" in category "ads" changes. 2 sites will be added: d.example, e.example. ' +
          '1 site will be removed from the category unless another list of it declares them: a.example.',
      ],
    ])
    expect(
      await said(
        { before: new FewSites(sites('ab')), after: new FewSites(sites('b')) },
        { on_remove: 'keep' },
      ),
    ).toEqual([
      [
        'sites-file-changed',
        'The list of "new.txt" in category "ads" changes. 1 site will no longer be managed, but will stay in the category: a.example.',
      ],
    ])
  })

  it('is reported if it becomes inline, since Terraform does not print what it was', async () => {
    expect(
      await said({ before: new FewSites(sites('abc')), after: new FewSites(sites('b')), is: 'inline' }),
    ).toMatchObject([['sites-file-changed', expect.stringContaining('The list of "old.txt"')]])
    expect(
      await said({ before: new FewSites(sites('abc')), after: new FewSites(sites('abc')), is: 'inline' }),
    ).toEqual([])
    expect(
      await said({ before: new FewSites(sites('abc')), after: new FewSites(sites('abc')), was: 'inline' }),
    ).toEqual([])
  })

  it('is nothing besides what Terraform prints where the list is inline', async () => {
    expect(
      await said({
        before: new FewSites(sites('abc')),
        after: new FewSites(sites('bd')),
        was: 'inline',
        is: 'inline',
      }),
    ).toEqual([])
  })

  it.each([
    [{}, 'older', 'and removes it again. The placeholder name stays active until the next compile.'],
    [{}, 'autonomous', 'The placeholder name stays in the category, and stays active.'],
    [{}, undefined, 'depends on the generation of the category routes'],
    [{ compile: false }, 'older', 'so they stay active until the next compile.'],
    [{ on_remove: 'keep' }, 'older', 'so they stay in the category and stay active.'],
  ] as const)('that empties it says what stays active: %j, %s', async (further, generation, stays) => {
    const given = { before: sites('ab'), after: sites(''), ...(generation && { generation }) }
    expect(await said(given, further)).toEqual([
      [
        'sites-file-emptied',
        expect.stringContaining('The list in category "ads" loses 2 managed sites: a.example, b.example. '),
      ],
    ])
    expect(await said(given, further)).toMatchObject([[expect.anything(), expect.stringContaining(stays)]])
  })
})

describe('a change that takes out more than removal_limit', () => {
  const half = { before: many(2_000), after: many(999) }

  it('is refused, with both numbers and the way to allow it', async () => {
    await expect(said(half)).rejects.toMatchObject({
      diagnostic: {
        code: 'removal-limit-exceeded',
        message: expect.stringMatching(
          /^The change would remove 1,001 of the 2,000 sites that this resource manages in category "ads", but the default limit for files with more than 1,000 managed sites allows 1,000 \("50%"\)\. Sites that would be removed: ad-/,
        ),
        advice: expect.stringContaining('set removal_limit = "1001" in this resource, apply,'),
      },
      path: ['sites_file'],
    })
    expect(await said({ ...half, after: new FewSites(many(1_000)) })).toMatchObject([
      ['removal-near-limit', expect.stringContaining('The default limit for files with more than 1,000')],
      ['sites-file-changed', expect.anything()],
    ])
    for (const removal_limit of ['1500', '75%', '100%']) {
      expect(await said(half, { removal_limit })).toEqual([['sites-file-changed', expect.anything()]])
    }
  })

  it('is refused for inline lists too, by a limit that is written somewhere', async () => {
    const inline = { before: sites('abc'), after: sites('c'), was: 'inline', is: 'inline' } as const
    expect(await said(inline)).toEqual([])
    await expect(said(inline, { removal_limit: '1' })).rejects.toMatchObject({
      diagnostic: { message: expect.stringContaining('but removal_limit of the resource allows 1 ("1")') },
      path: ['sites'],
    })
    const inherited = { text: '50%', variable: 'APPLIANCE_REMOVAL_LIMIT' }
    await expect(said({ ...inline, inherited })).rejects.toMatchObject({
      diagnostic: {
        message: expect.stringContaining('the environment variable APPLIANCE_REMOVAL_LIMIT allows 1'),
      },
    })
    expect(await said({ ...inline, inherited }, { removal_limit: '3' })).toEqual([])
  })

  it('is warned of where it is near the limit, with the numbers and where the limit stands', async () => {
    const change = { before: many(100), after: sites('a'), was: 'inline', is: 'inline' } as const
    const removing = (count: number) => ({
      ...change,
      after: sitesWithout(new FewSites(many(100)), many(count)),
    })
    expect(await said(removing(16), { removal_limit: '20' })).toEqual([
      [
        'removal-near-limit',
        'The change will remove 16 of the 100 sites that this resource manages in category "ads". The removal_limit of the resource ' +
          'allows 20 ("20").',
      ],
    ])
    const inherited = { text: '20%', variable: 'APPLIANCE_REMOVAL_LIMIT' }
    expect(await said({ ...removing(20), inherited })).toEqual([
      [
        'removal-near-limit',
        expect.stringContaining('The environment variable APPLIANCE_REMOVAL_LIMIT allows'),
      ],
    ])
    expect(await said(removing(15), { removal_limit: '20' })).toEqual([])
    expect(await said(removing(100), { removal_limit: '100' })).toEqual([])
    expect(await said(removing(16), { removal_limit: '20', on_remove: 'keep' })).toEqual([])
  })

  it('holds where a file becomes an inline list, and not where both have the same sites', async () => {
    await expect(said({ ...half, is: 'inline' })).rejects.toMatchObject({
      diagnostic: { code: 'removal-limit-exceeded' },
      path: ['sites'],
    })
    expect(
      await said(
        { before: new FewSites(many(2_000)), after: new FewSites(many(2_000)), is: 'inline' },
        { removal_limit: '0' },
      ),
    ).toEqual([])
  })

  it('is not refused where nothing is taken out, nor before it is known what is', async () => {
    expect(await said(half, { on_remove: 'keep', removal_limit: '0' })).toHaveLength(1)
    expect(await said(half, { on_remove: unknown })).toHaveLength(1)
    expect(await said(half, { removal_limit: unknown })).toHaveLength(1)
    expect(await said({ ...half, inherited: 'not known' })).toHaveLength(1)
    await expect(said({ ...half, inherited: 'not known' }, { removal_limit: '1' })).rejects.toThrow()
  })
})

describe('the replacement of a resource', () => {
  it('warns of all that it takes out, whatever the limit', async () => {
    const replaced = { isReplaced: true, removal_limit: '0' }
    expect(
      await said({ before: new FewSites(sites('ab')), after: new FewSites(sites('ab')) }, replaced),
    ).toEqual([
      [
        'sites-removed',
        '2 managed sites will be removed from category "ads" because the resource is replaced, unless another list of the category declares them: a.example, b.example. The replacement declares 2 of them, and the apply adds them to its category.',
      ],
    ])
    const [one] = await said(
      { before: new FewSites(sites('abcde')), after: new FewSites(sites('a')) },
      replaced,
    )
    expect(one?.[1]).toContain('The replacement declares 1 of them, and the apply adds it to its category.')
    const [none] = await said({ before: new FewSites(sites('a')), after: new FewSites(sites('b')) }, replaced)
    expect(none?.[1]).not.toContain('The replacement')
    expect(
      await said({ before: new FewSites(sites('ab')), after: new FewSites(sites('')) }, replaced, 'keep'),
    ).toEqual([])
  })
})

const siteOf = (text: string): readonly Site[] => {
  const parsed = parseSite(text)
  return parsed.ok ? [parsed.site] : []
}

const inline = (sites: readonly string[]) => ({
  sites,
  sites_file: null,
  sites_files: null,
  ...noPackedList,
  on_invalid_line: 'skip',
})

const listFrom = (before: readonly string[], after: DeclaredSites) =>
  plannedList(
    {
      sites: after,
      sites_file: null,
      sites_files: null,
      ...noExceptions,
      on_invalid_line: 'skip',
      allow_empty: false,
      writtenOnInvalidLine: null,
    },
    inline(before),
    {
      askGeneration: async () => 'older',
      askTable: async () => undefined,
      diagnostics: new Diagnostics(),
      signal: new AbortController().signal,
    },
  )

const compiled = { compiled: true, file_sites: null }

const someSites = fc.subarray(['a.example', 'b.example', 'c.example', 'd.example'])

function endsCompiled(generation: Generation, change: CategoryChange): boolean {
  const last = stepsOf(generation, change, [inventedMarker(), inventedMarker()]).findLast(
    ({ step }) => step !== 'unmark',
  )
  if (last?.step === 'add') return last.compile && generation === 'older'
  return last?.step === 'compile'
}

const alone = { isShared: false, isChanged: false } as const

describe('what the plan of a change says of compiled', () => {
  it('is what the change then does, in either generation', async () => {
    await fc.assert(
      fc.asyncProperty(
        someSites,
        someSites,
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom('older' as const, 'autonomous' as const),
        fc.constantFrom('remove' as const, 'keep' as const),
        async (before, after, compile, wasCompiled, generation, on_remove) => {
          const prior = { ...compiled, compiled: wasCompiled }
          const planned = plannedCompiled(prior, await listFrom(before, after), { compile, on_remove }, alone)

          const [there, wanted] = [before.flatMap(siteOf), after.flatMap(siteOf)]
          const add = wanted.filter((site) => !there.includes(site))
          const remove = on_remove === 'remove' ? there.filter((site) => !wanted.includes(site)) : []
          const changes = add.length + remove.length > 0
          const repairs = !wasCompiled && planned !== false
          const compiles = endsCompiled(generation, {
            moves: [],
            marked: [],
            add: new FewSites(add),
            remove: new FewSites(remove),
            siteThatStays: wanted.find((site) => there.includes(site)),
            compile: compile && (changes || repairs),
            pending: !wasCompiled,
            isNew: false,
            last: undefined,
            holdsOthers: false,
          })
          const isCompiled = compiles || (wasCompiled && !changes)
          if (planned !== unknown) expect(planned).toBe(isCompiled)
          else expect([compile, changes, wanted.length < there.length]).toEqual([false, false, true])
        },
      ),
      { numRuns: times(500) },
    )
  })

  const removing = { compile: true, on_remove: 'remove' } as const
  const keeping = { compile: true, on_remove: 'keep' } as const
  const before = ['a.example', 'b.example']

  it('is what was where nothing comes and nothing goes, whatever the spelling', async () => {
    const same = await listFrom(before, ['b.example', 'A.example.'])
    expect(plannedCompiled(compiled, same, removing, alone)).toBe(true)
    const list = await listFrom(before, ['b.example', 'c.example'])
    expect(plannedCompiled(compiled, list, { ...removing, compile: false }, alone)).toBe(false)
  })

  it('is no change where only such sites leave the list that stay in the category', async () => {
    const list = await listFrom(before, ['a.example'])
    expect(plannedCompiled(compiled, list, keeping, alone)).toBe(true)
    const emptied = await listFrom(before, [])
    expect(plannedCompiled(compiled, emptied, { ...keeping, on_remove: unknown }, alone)).toBe(unknown)
  })

  it.each([
    ['nothing else changes', compiled, false, true, unknown],
    ['nothing else changes, and nothing is to be compiled', compiled, false, false, unknown],
    ['something else changes', compiled, true, true, true],
    ['something else changes, and nothing is to be compiled', compiled, true, false, unknown],
    ['something else may change', compiled, unknown, true, unknown],
    ['the last change was not compiled', { ...compiled, compiled: false }, false, true, true],
    ['the last change is not to be compiled', { ...compiled, compiled: false }, true, false, false],
  ])(
    'does not depend on other lists unless nothing else changes: %s',
    async (_, prior, isChanged, compile, known) => {
      const list = await listFrom(before, before)
      const planned = (isShared: boolean) =>
        plannedCompiled(prior, list, { ...removing, compile }, { isShared, isChanged })
      expect(planned(true)).toBe(known)
      if (isChanged !== false || !prior.compiled) expect(planned(false)).toBe(known)
    },
  )

  it('is left to the apply while a site is not known', async () => {
    const list = await listFrom(['a.example'], ['a.example', unknown])
    expect(plannedCompiled(compiled, list, removing, alone)).toBe(unknown)
  })
})

describe('the deletion of a list that is replaced', () => {
  const managed = many(10)
  const place = { category: { id: '250', name: 'ads' }, list: null }
  const notAsked = { appliance: undefined as never }

  async function refused(noted: unknown, where: ListPlace = place): Promise<string | undefined> {
    const context = contextOf({ ...notAsked, removalLimit: { text: '50%', variable: undefined } })
    const note = listPrivateData.note(JSON.parse(JSON.stringify(noted))) ?? {}
    return await sitesOfSuccessor(where, { managed: new FewSites(managed), files: null }, note, context).then(
      () => undefined,
      (error: unknown) => (error instanceof ProviderError ? error.diagnostic.code : String(error)),
    )
  }

  const successor = { place: 'ADS', removal_limit: null, sites: ['ad-0.example'] }

  it('leaves what the list in its place declares', async () => {
    const note = { successor: { ...successor, removal_limit: '100%' } }
    const found = await sitesOfSuccessor(
      place,
      { managed: new FewSites(managed), files: null },
      note,
      contextOf(notAsked),
    )
    expect([...found]).toEqual(['ad-0.example'])
  })

  it('is refused if the list in its place declares too few of its sites', async () => {
    expect(await refused({ successor })).toBe('removal-limit-exceeded')
    expect(await refused({ successor: { ...successor, removal_limit: '100%' } })).toBeUndefined()
    expect(await refused({ successor: { ...successor, sites: [...managed] } })).toBeUndefined()
  })

  it.each([
    ['a category of another name', { successor: { ...successor, place: 'news' } }],
    ['a plan that noted nothing', {}],
    ['a file that the plan did not know', { successor: { ...successor, sites: null } }],
    ['what another release noted', { successor: { ...successor, sites: [1] } }],
  ])('is not compared with %s', async (_, noted) => {
    expect(await refused(noted)).toBeUndefined()
  })

  it('leaves what a list of another name in the category declares, without a limit', async () => {
    const named = (at: string) => ({ successor: { ...successor, place: at } })
    const feed = { category: { id: '25', name: 'ads' }, list: 'feed' }
    const leaves = async (at: string) =>
      await sitesOfSuccessor(
        feed,
        { managed: new FewSites(managed), files: null },
        named(at),
        contextOf(notAsked),
      )
    expect([...(await leaves('25/desk'))]).toEqual(['ad-0.example'])
    expect([...(await leaves('250/feed'))]).toEqual([])
    expect(await refused(named('25/desk'), feed)).toBeUndefined()
  })

  it('knows a list in a category by number and name if it is limited', async () => {
    const feed = { ...place, list: 'feed' }
    expect(await refused({ successor: { ...successor, place: '250/feed' } }, feed)).toBe(
      'removal-limit-exceeded',
    )
    expect(await refused({ successor: { ...successor, place: '251/feed' } }, feed)).toBeUndefined()
    expect(await refused({ successor }, feed)).toBeUndefined()
  })
})
