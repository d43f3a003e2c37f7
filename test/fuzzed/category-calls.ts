import { categoryRoutes } from '@webfilter/appliance-client'
import { type Site, simplifyName } from '@webfilter/appliance-names'
import { FewSites } from '@webfilter/site-lists'
import type { SitesOutcome } from '../../packages/client/src/categories/category'
import { type ClientCall, invention, needsYes, neverEndsWell, omission, order } from './client-call'
import { fieldsNamed, type ReadAnswer } from './read-answer'
import {
  added,
  addedOne,
  autonomousList,
  heldByAds,
  heldByNone,
  olderList,
  olderListWithNews,
} from './usual-answers'

const ads = { id: 250 }
const sites = ['a.example', 'b.example'] as readonly string[] as readonly Site[]
const [site] = sites
const byAutonomous = { 'GET /categories/list': autonomousList }
const heldHere = { 'GET /categories/query/[domain]': heldByAds }

const list = { route: categoryRoutes.list.older, valid: [olderList, autonomousList] }
const query = { route: categoryRoutes.query.older, valid: [heldByAds, heldByNone] }

/** The methods of the category area. */
export const categoryCalls: readonly ClientCall[] = [
  { ...list, method: 'categories.list', call: (of, signal) => of.categories.list(signal), problem: ofList },
  {
    ...list,
    route: categoryRoutes.list.autonomous,
    method: 'categories.list',
    categoryApi: 'autonomous',
    call: (of, signal) => of.categories.list(signal),
    problem: ofList,
  },
  {
    ...list,
    method: 'categories.generation',
    call: (of, signal) => of.categories.generation(signal),
    problem: needsYes,
  },
  {
    ...list,
    method: 'categories.findById',
    call: (of, signal) => of.categories.findById(250, signal),
    problem: ofOneEntry,
  },
  {
    ...list,
    method: 'categories.recall',
    call: (of, signal) => of.categories.recall(250, signal),
    problem: ofOneEntry,
  },
  {
    ...list,
    method: 'categories.findByName',
    call: (of, signal) => of.categories.findByName('ads', signal),
    problem: ofOneEntry,
  },
  {
    ...list,
    method: 'categories.count',
    call: (of, signal) => of.categories.count(ads, signal),
    problem: ofOneEntry,
  },
  {
    ...list,
    method: 'categories.recount',
    call: (of, signal) => of.categories.recount(ads, signal),
    problem: ofOneEntry,
  },
  {
    ...list,
    method: 'categories.create',
    circumstances: 'where the list is odd',
    call: (of, signal) => of.categories.create('ads', '', signal),
    problem: ofOneEntry,
  },
  order({
    method: 'categories.create',
    route: categoryRoutes.create.older,
    circumstances: 'where the list never shows it',
    call: (of, signal) => of.categories.create('news', '', signal),
    problem: neverEndsWell,
  }),
  order({
    method: 'categories.create',
    route: categoryRoutes.create.older,
    circumstances: 'where the list shows it afterward',
    usual: { 'GET /categories/list': (asked: readonly string[]) => listAfter(asked) },
    call: (of, signal) => of.categories.create('news', '', signal),
    problem: (value) => (Object(value).category?.id === 252 ? undefined : 'it took another category'),
  }),

  order({
    method: 'categories.add',
    route: categoryRoutes.add.older,
    call: (of, signal) => of.categories.add(ads, new FewSites(sites), { compile: true }, signal),
    problem: ofOutcome,
  }),
  order({
    method: 'categories.add',
    route: categoryRoutes.addWithoutCompile.older,
    call: (of, signal) => of.categories.add(ads, new FewSites(sites), { compile: false }, signal),
    problem: ofOutcome,
  }),
  order({
    method: 'categories.add',
    route: categoryRoutes.add.autonomous,
    usual: byAutonomous,
    valid: [added],
    call: (of, signal) => of.categories.add(ads, new FewSites(sites), { compile: true }, signal),
    problem: ofOutcome,
  }),
  {
    ...query,
    method: 'categories.add',
    circumstances: 'where only a query can tell',
    usual: { 'PUT /categories/quick/[ID]': addedOne },
    call: (of, signal) => of.categories.add(ads, new FewSites(sites), { compile: true }, signal),
    problem: (value, reading) =>
      ofOutcome({ ...Object(value), failure: undefined }, reading) && namedAds(value, reading),
  },
  order({
    method: 'categories.remove',
    route: categoryRoutes.delete.older,
    call: (of, signal) => of.categories.remove(ads, new FewSites(sites), signal),
    problem: ofOutcome,
  }),
  order({
    method: 'categories.move',
    route: categoryRoutes.move.older,
    call: (of, signal) => of.categories.move(ads, { id: 251 }, new FewSites(sites), signal),
    problem: ofOutcome,
  }),

  {
    ...query,
    method: 'categories.remaining',
    call: (of, signal) => {
      const removed = {
        sites: new FewSites(sites),
        first: new FewSites(sites),
        isDeclared: () => false,
        between: 0,
      }
      return of.categories.remaining({ id: 250, name: 'ads' }, removed, signal)
    },
    problem: (found, reading) => (Number(Object(found).size) > 0 ? needsYes(found, reading) : undefined),
  },
  {
    ...query,
    method: 'categories.query',
    call: async (of, signal) => (site === undefined ? [] : await of.categories.query(site, signal)),
    problem: ofHolders,
  },
  {
    ...query,
    valid: [heldByNone],
    method: 'categories.findManaged',
    usual: { 'GET /categories/list': { ...olderList, Categories: [] } },
    call: (of, signal) => of.categories.findManaged({ ...ads, name: 'ads', sites }, signal),
    problem: (value, reading) => (value === undefined ? ofHolders([], reading) : 'it believed an empty list'),
  },
  {
    ...query,
    method: 'categories.holders',
    call: (of, signal) => of.categories.holders(new FewSites(sites), signal),
    problem: (value, reading) => firstOf(Object(value).holders.values(), (held) => ofHolders(held, reading)),
  },
  {
    ...query,
    method: 'categories.present',
    call: (of, signal) => of.categories.present(ads, new FewSites(sites), signal),
    problem: (value, reading) =>
      Object(value).present.size > 0
        ? namedAds({ confirmed: new FewSites(sites) }, reading)
        : absent([...Object(value).absent], reading),
  },
  {
    ...query,
    method: 'categories.hasOlderRoutes',
    usual: byAutonomous,
    call: (of, signal) => of.categories.hasOlderRoutes(signal),
    problem: (value, { status, says }) =>
      (value === false ? [404, 405, 501].includes(status) : says !== 'nothing')
        ? undefined
        : `it said ${value} of the older routes`,
  },

  order({
    method: 'categories.compile',
    route: categoryRoutes.compile.autonomous,
    usual: byAutonomous,
    call: (of, signal) => of.categories.compile(ads, undefined, signal),
    problem: ofCompile,
  }),
  order({
    method: 'categories.compile',
    route: categoryRoutes.add.older,
    call: (of, signal) => of.categories.compile(ads, site, signal),
    problem: ofCompile,
  }),
  order({
    method: 'categories.backup',
    route: categoryRoutes.backup.older,
    call: (of, signal) => of.categories.backup(signal),
  }),
  order({
    method: 'categories.backup',
    route: categoryRoutes.backup.autonomous,
    usual: byAutonomous,
    call: (of, signal) => of.categories.backup(signal),
  }),

  order({
    method: 'categoryChanges.begin',
    route: categoryRoutes.delete.older,
    usual: heldHere,
    call: (of, signal) => changed(of, [], sites, signal),
    problem: ofChange,
  }),
  order({
    method: 'categoryChanges.begin',
    route: categoryRoutes.add.autonomous,
    usual: { ...byAutonomous, 'GET /categories/query/[domain]': heldByNone },
    valid: [added],
    call: (of, signal) => changed(of, sites, [], signal),
    problem: ofChange,
  }),
]

type Client = Parameters<ClientCall['call']>[0]

async function changed(of: Client, add: readonly Site[], remove: readonly Site[], signal: AbortSignal) {
  const change = of.categoryChanges.begin({
    category: ads,
    add: new FewSites(add),
    remove: new FewSites(remove),
  })
  try {
    // Nothing but the sites is added.
    return await change.carryOut(ads, { siteThatStays: undefined, compile: true, isNew: true }, signal)
  } finally {
    change.end()
  }
}

function listAfter(asked: readonly string[]): unknown {
  return asked.some((each) => each.endsWith('/categories/create')) ? olderListWithNews : olderList
}

function ofList(value: unknown, reading: ReadAnswer): string | undefined {
  const { categories, unreadable } = Object(value)
  const entries = [...categories, ...Array(unreadable?.count ?? 0)]
  const isOmitted = entries.length < distinctEntries(reading)
  return (
    needsYes(value, reading) ??
    (isOmitted ? omission(entries, reading, 'categories') : undefined) ??
    invention(categories, reading)
  )
}

/** How many entries a list has that differ in number or name: those that are equal are one. */
function distinctEntries({ content }: ReadAnswer): number {
  const entries = fieldsNamed(content, 'categories').flatMap((list) => Object.entries(Object(list)))
  const fields = ([key, entry]: [string, unknown]) => {
    const { category_id: id = key, category_name: older, name = older } = Object(entry)
    return JSON.stringify([String(id).trim(), simplifyName(String(name))])
  }
  return new Set(entries.map(fields)).size
}

function ofOneEntry(value: unknown, reading: ReadAnswer): string | undefined {
  return needsYes(value, reading) ?? invention(value, reading, ['adopted'])
}

function ofOutcome(value: unknown, reading: ReadAnswer): string | undefined {
  const { confirmed, failure, doubt } = value as SitesOutcome
  if (doubt !== undefined && failure === undefined) return ofDoubt(reading)
  return confirmed.size > 0 || failure === undefined ? needsYes(value, reading) : undefined
}

function ofChange(value: unknown, reading: ReadAnswer): string | undefined {
  const { added: gained, removed, failure, doubt } = Object(value)
  return ofOutcome({ confirmed: new FewSites([...gained, ...removed]), failure, doubt }, reading)
}

/** A compile leaves nothing behind that could be asked for. */
function ofCompile(doubt: unknown, reading: ReadAnswer): string | undefined {
  return doubt === undefined ? needsYes(doubt, reading) : ofDoubt(reading)
}

/** What cannot be read may be passed over with a doubt; what says no may not. */
function ofDoubt({ says }: ReadAnswer): string | undefined {
  return says === 'no' ? 'it took a failure for a doubt' : undefined
}

function ofHolders(value: unknown, reading: ReadAnswer): string | undefined {
  const held = value as readonly unknown[]
  if (held.length === 0) return absent([site], reading)
  return needsYes(value, reading) ?? omission(held, reading, 'categories') ?? invention(held, reading)
}

/** Sites may be said to be in no category only where nothing in the answer speaks of anything else. */
function absent(said: readonly unknown[], { says, content }: ReadAnswer): string | undefined {
  if (said.length === 0) return undefined
  const held = fieldsNamed(content, 'categories').some((each) => Object.keys(Object(each)).length > 0)
  const failed = fieldsNamed(content, 'error').some(saysAnything)
  return says === 'nothing' || (held && says === 'no') || (failed && says === 'no')
    ? 'it said that no category holds the site'
    : undefined
}

/** An error of false, of the number 0 or of nothing is none; releases write numbers as texts, too. */
function saysAnything(error: unknown): boolean {
  if (typeof error === 'object') return Object.keys(error ?? {}).length > 0
  return !['', '0', 'false'].includes(String(error ?? '').trim())
}

function namedAds(value: unknown, reading: ReadAnswer): string | undefined {
  if (Object(value).confirmed.size === 0) return undefined
  return needsYes(value, reading) ?? invention([250], reading)
}

function firstOf<T>(values: Iterable<T>, problem: (value: T) => string | undefined): string | undefined {
  return [...values].map(problem).find((each) => each !== undefined)
}
