import type { Site } from '@webfilter/appliance-names'
import {
  emptyTable,
  FewSites,
  noFiles,
  type SiteSet,
  sitesInBoth,
  sitesInEither,
  sitesWithout,
} from '@webfilter/site-lists'
import fc from 'fast-check'
import { createOrKeepReleased } from '../../../src/resources/category/apply'
import { nothingDone, remaining } from '../../../src/resources/category/left-behind'
import { Run } from '../../../src/run/run'

const sites: fc.Arbitrary<SiteSet> = fc
  .subarray([...'abcdefgh'])
  .map((names) => new FewSites(names.map((name) => `${name}.example` as Site)))

/**
 * A change of a list that fails somewhere. The category is what the requests have made of it: those of other lists of the run, and those of
 * this change, of which some were answered and some may have been carried out.
 */
const changes = fc
  .record({
    before: sites,
    wanted: sites,
    others: sites,
    taken: sites,
    there: sites,
    cut: sites,
    done: sites,
  })
  .map(({ before, wanted, others, taken, there, cut, done }) => {
    const takenOver = sitesInBoth(sitesWithout(before, wanted), others)
    // What another list has removed is declared by nobody but this one.
    const lost = sitesWithout(sitesInBoth(sitesInBoth(before, wanted), taken), others)
    const coming = sitesWithout(wanted, before)
    const found = sitesInBoth(coming, there)
    const toAdd = sitesInEither(sitesWithout(coming, found), lost)
    const toRemove = sitesWithout(sitesWithout(before, wanted), takenOver)
    // Another list may have taken over by now what is in doubt.
    const unsure = sitesInBoth(sitesInEither(sitesInEither(toAdd, toRemove), takenOver), cut)
    const added = sitesWithout(sitesInBoth(toAdd, done), unsure)
    const removed = sitesWithout(sitesInBoth(toRemove, done), unsure)
    const initially = sitesInEither(sitesInEither(sitesWithout(before, lost), found), others)
    const category = sitesInEither(
      sitesWithout(initially, sitesInBoth(toRemove, done)),
      sitesInEither(added, sitesInBoth(sitesInBoth(toAdd, unsure), done)),
    )
    const account = { before, takenOver, lost, found, outcome: { added, unsure, removed } }
    return { account, category, others, unsure }
  })

describe('what a state keeps of a change that has failed', () => {
  it('is all that is in the category and nobody else declares: otherwise no plan would remove it any more', () => {
    fc.assert(
      fc.property(changes, ({ account, category, others }) => {
        expect([...sitesWithout(sitesWithout(category, others), remaining(account))]).toEqual([])
      }),
    )
  })

  it('is nothing that is not there, but for what may have been added and is asked for', () => {
    fc.assert(
      fc.property(changes, ({ account, category, unsure }) => {
        expect([...sitesWithout(sitesWithout(remaining(account), category), unsure)]).toEqual([])
      }),
    )
  })

  it('is nothing that other lists have taken over', () => {
    fc.assert(
      fc.property(changes, ({ account }) => {
        expect([...sitesInBoth(remaining(account), account.takenOver)]).toEqual([])
      }),
    )
  })

  it('is what it had, where nothing was sent and no other list was at work', () => {
    fc.assert(
      fc.property(sites, (before) => {
        const none = new FewSites([])
        const account = { before, takenOver: none, lost: none, found: none, outcome: nothingDone }
        expect([...remaining(account)]).toEqual([...before])
      }),
    )
  })
})

it('a creation that fails after another list has left it a site declares only that, and what others give up from then on they keep', async () => {
  const run = new Run()
  const ads = { id: '250', name: 'ads' }
  const [x, y] = [new FewSites(['x.example' as Site]), new FewSites(['y.example' as Site])]
  run.lists.change({ category: 'ads', list: 'first' }, emptyTable).releases(ads, () => x)
  run.lists.change({ category: 'ads', list: 'new' }, sitesInEither(x, y))
  const plan = { ...noFiles, sites: ['x.example', 'y.example'], sites_packed: null, file_sites: null }
  const creation = createOrKeepReleased(
    { category: { id: '250' }, list: 'new' },
    plan as unknown as Parameters<typeof createOrKeepReleased>[1],
    { run },
    () => Promise.reject(new Error('refused')),
    (_, { sites }) => ({ sites }),
  )
  await expect(creation).rejects.toMatchObject({ state: { sites: ['x.example'] } })
  const second = run.lists.change({ category: 'ads', list: 'second' }, emptyTable)
  expect([...second.declaredByNone(y)]).toEqual(['y.example'])
  expect([...(await second.declaredByFailed(ads, y))]).toEqual(['y.example'])
})
