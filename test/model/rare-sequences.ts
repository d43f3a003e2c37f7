import type { Fault } from '@webfilter/appliance-emulator'
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

const takenOver: readonly (readonly Edit[])[] = [
  [{ edit: 'remove', address: desk }, declareList('team', 'news', ['a.example', 'b.example'])],
  [{ edit: 'toggle', site: 'a.example', address: desk }, declareList('team', 'news', ['a.example'])],
]

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
  // A list is shortened by what another one still declares, while it is replaced, or nothing is read.
  ...([1, 10] as const).flatMap((parallelism) =>
    [0, 1].flatMap((turned) =>
      [{ tainted: desk }, { replaced: [desk] }, { refresh: false }].map((how) =>
        shortened('desk', { turned, parallelism, ...how }),
      ),
    ),
  ),
  // What is to replace a list, or to take over what it gives up, is not created, before or after that is given up.
  ...[0, 5].flatMap((turned) => [
    notCreated({ tainted: desk, turned }),
    ...takenOver.map((edits) => notCreated({ edits, turned })),
  ]),
  // A list is shortened by what another one still declares, planned before it or after it, and one at a time.
  ...(['desk', 'feed'] as const).flatMap((name) =>
    [0, 1].flatMap((turned) =>
      ([1, 10] as const).map((parallelism) => shortened(name, { turned, parallelism })),
    ),
  ),
]

function shortened(name: 'desk' | 'feed', how: Partial<ApplyStep>): readonly Step[] {
  return [
    applied([
      declare('three', 'news', ['e.example']),
      declareList('desk', 'news', ['a.example', 'b.example']),
      declareList('feed', 'news', ['b.example', 'c.example']),
    ]),
    {
      ...applied([{ edit: 'toggle', site: 'b.example', address: `appliance_category_sites.${name}` }]),
      ...how,
    },
    applyAgain,
  ]
}

function notCreated(how: Partial<ApplyStep>): readonly Step[] {
  return [
    applied([
      declare('three', 'news', ['e.example']),
      declareList('desk', 'news', ['a.example', 'b.example']),
    ]),
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

function applied(edits: readonly Edit[], faults: readonly Fault[] = []): ApplyStep {
  return { ...applyAgain, edits, faults }
}

function declare(name: string, category: string, sites: readonly string[]): Edit {
  return { edit: 'declare', address: `appliance_category.${name}`, declared: { ...list, category, sites } }
}

/** A list from a file. */
function declareList(name: string, category: string, sites: readonly string[]): Edit {
  const declared: DeclaredList = { ...list, category, list: name, sites, writing: 'file' }
  return { edit: 'declare', address: `appliance_category_sites.${name}`, declared }
}
