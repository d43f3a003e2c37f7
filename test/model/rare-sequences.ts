import type { Fault } from '@webfilter/appliance-emulator'
import { chance, isFull } from '../lanes/extent'
import type { DeclaredList } from './configuration'
import type { Address } from './resource-types'
import { type ApplyStep, applyAgain, type Edit, type Step } from './steps'

const list: DeclaredList = {
  category: '',
  list: null,
  sites: [],
  writing: 'inline',
  onInvalidLine: 'skip',
  onConflict: 'keep',
  compile: true,
  onDestroy: 'remove',
  onRemove: 'remove',
  verify: 'auto',
  removalLimit: null,
  replacedWith: null,
}

const desk: Address = 'appliance_category_sites.desk'

const feed: Address = 'appliance_category_sites.feed'

const takenOver: readonly (readonly Edit[])[] = [
  [{ edit: 'remove', address: desk }, declareList('team', 'news', ['a.example', 'b.example'])],
  [{ edit: 'toggle', site: 'a.example', address: desk }, declareList('team', 'news', ['a.example'])],
]

/** A category with its own list, and two that share a site. */
const threeLists: readonly Step[] = [
  applied([
    declare('three', 'news', ['e.example']),
    declareList('desk', 'news', ['a.example', 'b.example']),
    declareList('feed', 'news', ['b.example', 'c.example']),
  ]),
]

/** A category with its own list, and one beside it. */
const deskAlone: Step = applied([
  declare('three', 'news', ['e.example']),
  declareList('desk', 'news', ['a.example', 'b.example']),
])

/** Each of the three takes what another one had, or gives up what another one has. */
const exchanged: readonly Edit[] = [
  { edit: 'toggle', site: 'a.example', address: desk },
  { edit: 'toggle', site: 'd.example', address: desk },
  { edit: 'toggle', site: 'b.example', address: feed },
  { edit: 'swap', one: 'appliance_category.three', other: feed },
]

/**
 * The first of two lists of a declared category is planned and applied first, or the second one is. The provider comes before both, and in a plan
 * the category does.
 */
const orders: readonly ApplyStep['places'][] = [[], [0, 0, 1]].flatMap((plan) =>
  [[], [0, 1]].map((apply) => ({ plan, apply })),
)

/** Sequences that chance rarely makes, and that found mistakes: they are tried before the random ones. */
export const rareSequences: readonly (readonly Step[])[] = [
  // Who is to let go of a category fails, and must not take out later what its successor has declared.
  handedOverWhile({ operation: 'delete', times: 4, effect: 'refuse', error: 'DISK_FULL' }),
  handedOverWhile({ operation: 'list', times: 2, effect: 'queue-full' }),
  // The successor comes first.
  [
    applied([declare('three', 'ads', ['c.example']), declare('one', 'news', ['a.example'])]),
    {
      ...applied([
        { edit: 'remove', address: 'appliance_category.three' },
        declare('four', 'ads', ['c.example']),
      ]),
      parallelism: 1,
    },
  ],
  // One site comes and the compile fails, another one goes: the number of sites is what it was at the last compile.
  [
    applied([declare('one', 'ads', ['a.example'])]),
    applied([declare('one', 'ads', ['a.example', 'b.example'])], [{ effect: 'compile-fails' }]),
    applied([declare('one', 'ads', ['b.example'])]),
  ],
  // Two lists of one category have the same site, and one of them goes: the other one is to put the site back, in the same apply.
  [
    applied([declare('three', 'news', ['e.example'])]),
    applied([declareList('desk', 'news', ['e.example'])]),
    applied([{ edit: 'remove', address: 'appliance_category.three' }]),
  ],
  // One list puts back what another one has taken out and not compiled, and gives up what that has taken out too: the number of sites is what it was
  // at the last compile, before and after.
  [
    ...threeLists,
    {
      ...applied([
        { edit: 'set', address: feed, values: { sites: ['a.example', 'b.example'] } },
        { edit: 'set', address: desk, values: { compile: false } },
      ]),
      refresh: false,
    },
    {
      ...applied([
        { edit: 'set', address: desk, values: { sites: [] } },
        { edit: 'set', address: feed, values: { sites: ['a.example', 'c.example'] } },
      ]),
      refresh: false,
      parallelism: 1,
      keepsPlannedPrivate: false,
    },
  ],
  // A list is shortened by what another one still declares, while it is replaced, or nothing is read.
  ...([1, 10] as const).flatMap((parallelism) =>
    [
      { tainted: desk },
      { replaced: [desk] },
      { refresh: false },
      { refresh: false, keepsPlannedPrivate: false },
    ].flatMap((how) => orders.map((places) => shortened('desk', { places, parallelism, ...how }))),
  ),
  // What is to replace a list, or to take over what it gives up, is not created, before or after that is given up.
  ...orders.flatMap((places) => [
    notCreated({ tainted: desk, places }),
    ...takenOver.map((edits) => notCreated({ edits, places })),
  ]),
  // What a list gives up, another one takes over.
  ...orders.flatMap((places) =>
    takenOver.flatMap((edits) =>
      [true, false].map((keepsPlannedPrivate): readonly Step[] => [
        deskAlone,
        { ...applied(edits), places, keepsPlannedPrivate, parallelism: 1 },
      ]),
    ),
  ),
  // A list is shortened by what another one still declares, planned before it or after it, and one at a time.
  ...(['desk', 'feed'] as const).flatMap((name) =>
    orders.flatMap((places) =>
      ([1, 10] as const).map((parallelism) => shortened(name, { places, parallelism })),
    ),
  ),
]

/**
 * Lists that share sites change, and their apply ends at any of its requests. Then the same configuration is applied, or the one from before it.
 * There are a few of these before a merge.
 */
export const endedSequences: readonly (readonly Step[])[] = aFew(
  (['kill', 'Ctrl-C'] as const).flatMap((by) =>
    [true, false].flatMap((isDone) =>
      Array.from({ length: 24 }, (_, after) => after).flatMap((after) =>
        [[], [{ edit: 'revert' } as const]].map((edits) => [
          ...threeLists,
          { ...applied(exchanged), parallelism: 2 as const, end: { by, after, isDone } },
          { ...applied(edits), keepsPlannedPrivate: false },
        ]),
      ),
    ),
  ),
)

function aFew<T>(all: readonly T[]): readonly T[] {
  const first = Math.floor(chance('ended sequences') * 24)
  return isFull ? all : all.filter((_, index) => index % 24 === first)
}

function shortened(name: 'desk' | 'feed', how: Partial<ApplyStep>): readonly Step[] {
  return [
    ...threeLists,
    {
      ...applied([{ edit: 'toggle', site: 'b.example', address: `appliance_category_sites.${name}` }]),
      ...how,
    },
    applyAgain,
  ]
}

function notCreated(how: Partial<ApplyStep>): readonly Step[] {
  return [
    deskAlone,
    {
      ...applied([], [{ operation: 'quick', effect: 'refuse', error: 'DISK_FULL', times: 9 }]),
      parallelism: 1,
      ...how,
    },
    applied([
      { edit: 'remove', address: desk },
      { edit: 'remove', address: 'appliance_category_sites.team' },
    ]),
  ]
}

function handedOverWhile(fault: Fault): readonly Step[] {
  return [
    applied([declare('three', 'ads', ['c.example'])]),
    applied([declare('three', 'Médias', []), declare('one', 'ads', ['c.example'])], [fault]),
    applyAgain,
  ]
}

export function applied(edits: readonly Edit[], faults: readonly Fault[] = []): ApplyStep {
  return { ...applyAgain, edits, faults }
}

export function declare(name: string, category: string, sites: readonly string[]): Edit {
  return { edit: 'declare', address: `appliance_category.${name}`, declared: { ...list, category, sites } }
}

/** A list from a file. */
export function declareList(name: string, category: string, sites: readonly string[]): Edit {
  const declared: DeclaredList = { ...list, category, list: name, sites, writing: 'file' }
  return { edit: 'declare', address: `appliance_category_sites.${name}`, declared }
}
