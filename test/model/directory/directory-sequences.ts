import type { Fault } from '@webfilter/appliance-emulator'
import fc from 'fast-check'
import type { Address } from '../resource-types'
import {
  type Configuration,
  type Declared,
  type DeclaredMember,
  type DeclaredMembership,
  declarableGroups,
  type GroupName,
  groupAddresses,
  groupsByHand,
  logins,
  memberAddresses,
  membershipAddresses,
  organizations,
  refusedLogins,
} from './directory-configuration'

/** One thing that happens. Each makes sense whatever went before, so that any of them can be left out. */
export type DirectoryStep = ApplyStep | HandStep

/** Somebody edits the configuration, then plans and applies it. */
export interface ApplyStep {
  readonly kind: 'apply'
  readonly edits: readonly Edit[]
  /** What is given as -replace, as far as it is in the state. */
  readonly replaced: readonly Address[]
  readonly faults: readonly Fault[]
  readonly faultsDuring: 'plan' | 'apply'
  /** After how many requests of the apply the provider is killed, the last of which the appliance may still have done. */
  readonly kill: { readonly after: number; readonly isDone: boolean } | null
  /** By how many places the list of resources is turned. */
  readonly turned: number
  readonly parallelism: 1 | 10
}

export const applyAgain: ApplyStep = {
  kind: 'apply',
  edits: [],
  replaced: [],
  faults: [],
  faultsDuring: 'apply',
  kill: null,
  turned: 0,
  parallelism: 10,
}

export type Edit =
  | { readonly edit: 'declare'; readonly address: Address; readonly declared: Declared }
  | { readonly edit: 'remove'; readonly address: Address }
  | { readonly edit: 'set'; readonly address: Address; readonly values: Partial<DeclaredMember> }
  /** The resource gets another name, without a moved block. */
  | { readonly edit: 'rename'; readonly from: Address; readonly to: Address }

/** Somebody changes the directory or the state by hand. Does nothing where what it is about is not there. */
export type HandStep =
  | { readonly kind: 'delete' | 'create'; readonly uid: string }
  | {
      readonly kind: 'move'
      readonly uid: string
      readonly organization: string | null
      readonly group: string | null
    }
  | { readonly kind: 'link' | 'unlink'; readonly uid: string; readonly group: string }
  | { readonly kind: 'remove group' | 'make group'; readonly group: string }
  | { readonly kind: 'taint'; readonly address: Address }

export function edited(configuration: Configuration, edits: readonly Edit[]): Configuration {
  const result = new Map(configuration)
  for (const edit of edits) {
    if (edit.edit === 'declare') result.set(edit.address, edit.declared)
    else if (edit.edit === 'remove') result.delete(edit.address)
    else if (edit.edit === 'set') {
      const before = result.get(edit.address)
      if (before?.kind === 'member') result.set(edit.address, { ...before, ...edit.values })
    } else {
      const moved = result.get(edit.from)
      if (moved && edit.from !== edit.to) {
        result.delete(edit.from)
        result.set(edit.to, moved)
      }
    }
  }
  return result
}

const memberAddress = fc.constantFrom(...memberAddresses)
const login = fc.constantFrom(...logins)
const anyGroup = fc.constantFrom<GroupName[]>(...groupsByHand, ...declarableGroups)
const group = fc.oneof(
  { weight: 6, arbitrary: anyGroup },
  { weight: 2, arbitrary: fc.constant('none' as const) },
  { weight: 1, arbitrary: fc.constant('nowhere' as const) },
)
/** Neither is part of an error code of the appliance: what is like a password is hidden in its answers. */
const password = mostly<string | null>('first-phrase', fc.constantFrom('second-phrase', null), 4)
const organization = mostly<string>('acme', fc.constantFrom(...organizations), 4)

/** Mostly each resource has the login that belongs to its place; any other is rejected, an adoption, or declared twice. */
const title = fc.constantFrom('Editor', 'Rédactrice')

const declaredMember: fc.Arbitrary<Edit> = fc
  .record({
    place: fc.nat(memberAddresses.length - 1),
    otherLogin: fc.option(login, { freq: 6 }),
    organization,
    group,
    password,
    title: fc.option(title),
    onExisting: mostly<'adopt' | 'fail'>('adopt', fc.constant('fail'), 4),
    onDestroy: mostly<'delete' | 'keep' | null>(null, fc.constantFrom('delete', 'keep'), 2),
  })
  .map(({ place, otherLogin, ...rest }) => ({
    edit: 'declare',
    address: memberAddresses[place] ?? 'appliance_ldap_member.one',
    declared: { kind: 'member', uid: otherLogin ?? logins[place] ?? '', ...rest },
  }))

const declaredGroup: fc.Arbitrary<Edit> = fc
  .record({
    place: fc.nat(groupAddresses.length - 1),
    onExisting: mostly<'adopt' | 'fail'>('adopt', fc.constant('fail'), 5),
  })
  .map(({ place, onExisting }) => ({
    edit: 'declare',
    address: groupAddresses[place] ?? 'appliance_ldap_group.staff',
    declared: { kind: 'group', name: declarableGroups[place] ?? '', onExisting },
  }))

const declaredMembership: fc.Arbitrary<Edit> = fc.record({
  edit: fc.constant('declare' as const),
  address: fc.constantFrom(...membershipAddresses),
  declared: fc.record<DeclaredMembership>({ kind: fc.constant('membership'), uid: login, group: anyGroup }),
})

const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 5, arbitrary: declaredMember },
  { weight: 2, arbitrary: declaredGroup },
  { weight: 2, arbitrary: declaredMembership },
  {
    weight: 2,
    arbitrary: fc.record({
      edit: fc.constant('remove' as const),
      address: fc.constantFrom(...memberAddresses, ...groupAddresses, ...membershipAddresses),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      edit: fc.constant('set' as const),
      address: memberAddress,
      values: fc.oneof(
        {
          weight: 3,
          arbitrary: fc.record({
            group,
          }),
        },
        { weight: 2, arbitrary: fc.record({ organization }) },
        { weight: 2, arbitrary: fc.record({ uid: login }) },
        fc.record({ uid: fc.constantFrom(...refusedLogins) }),
        fc.record({ password }),
        fc.record({ onDestroy: fc.constantFrom('delete' as const, 'keep' as const, null) }),
        fc.record({ title: fc.option(title) }),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ edit: fc.constant('rename' as const), from: memberAddress, to: memberAddress }),
  },
)

const operations = [
  'member-create',
  'member-get',
  'member-save',
  'member-delete',
  'member-password',
  'member-groups',
  'group-create',
  'group-link',
  'group-list',
  'organization-list',
]

const fault: fc.Arbitrary<Fault> = fc
  .record({
    operation: fc.constantFrom(...operations),
    effect: fc.constantFrom(
      'refused',
      'refused after work',
      'emptied',
      'dropped',
      'dropped after work',
      'failed',
      'cut',
      'filtered',
      'paged',
      'unreadable',
      'repeated',
      'two names',
      'closed',
      'cached',
      'latin1',
      'stale',
      'stale for long',
    ),
    skip: fc.nat(2),
    times: fc.constantFrom(1, 2, 9),
  })
  .map(({ effect, ...aim }): Fault => {
    if (effect === 'refused') return { ...aim, effect: 'refuse', error: 'DISK_FULL' }
    if (effect === 'refused after work')
      return { ...aim, effect: 'refuse', error: 'DISK_FULL', afterWork: true }
    if (effect === 'emptied') return { ...aim, effect: 'nothing-listed' }
    if (effect === 'failed') return { ...aim, effect: 'status', status: 500 }
    if (effect === 'cut') return { ...aim, effect: 'truncate' }
    const list = { ...aim, operation: 'group-list' }
    if (effect === 'filtered') return { ...list, effect: 'entries-missing', without: ['staff', 'day'] }
    if (effect === 'paged') return { ...list, effect: 'entries-missing', first: 1 + aim.skip }
    if (effect === 'unreadable') return { ...list, effect: 'entry-unreadable', lacks: 'small-number' }
    if (effect === 'repeated') return { ...list, effect: 'entries-repeated' }
    if (effect === 'two names') return { ...list, effect: 'second-name', name: 'spare' }
    if (effect === 'closed') return { ...aim, effect: 'closed-silently' }
    if (effect === 'cached' || effect === 'latin1') return { ...aim, effect }
    // A change is not answered late, so this is aimed at all reads.
    if (effect === 'stale') return { effect: 'stale', milliseconds: 100 }
    if (effect === 'stale for long') return { effect: 'stale', milliseconds: 3_000 }
    return { ...aim, effect: 'drop', afterWork: effect === 'dropped after work' }
  })

/** Nothing is deleted, although each answer says so. */
const nothingIsDeleted: Fault[] = ['member-delete', 'group-unlink'].map((operation) => ({
  operation,
  effect: 'pretend',
}))

/** Each lookup is answered in one way, while the lists answer as ever. */
const lookupsFailAlike: fc.Arbitrary<Fault[]> = fc.constantFrom(200, 400, 404, 500).map((status) =>
  ['member-get', 'member-groups'].map((operation) => ({
    operation,
    effect: 'refuse',
    status,
    error: 'database is locked',
  })),
)

const death = fc.record({ after: fc.nat(12), isDone: fc.boolean() })

const apply: fc.Arbitrary<DirectoryStep> = fc.record({
  kind: fc.constant('apply' as const),
  edits: fc.array(edit, { maxLength: 4 }),
  replaced: mostly<Address[]>([], fc.subarray([...memberAddresses], { minLength: 1, maxLength: 2 }), 4),
  faults: mostly<Fault[]>(
    [],
    fc.oneof(
      { weight: 4, arbitrary: fc.array(fault, { minLength: 1, maxLength: 2 }) },
      lookupsFailAlike,
      fc.constant(nothingIsDeleted),
    ),
    2,
  ),
  faultsDuring: fc.constantFrom<('plan' | 'apply')[]>('apply', 'apply', 'plan'),
  kill: mostly<ApplyStep['kill']>(null, death, 3),
  turned: fc.nat(6),
  parallelism: mostly<1 | 10>(10, fc.constant(1), 2),
})

const byHand: fc.Arbitrary<DirectoryStep> = fc.oneof(
  fc.record({ kind: fc.constantFrom('delete' as const, 'create' as const), uid: login }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      uid: login,
      organization: fc.option(fc.constantFrom(...organizations)),
      group: fc.option(fc.constantFrom(...groupsByHand, ...declarableGroups)),
    }),
  },
  fc.record({
    kind: fc.constantFrom('link' as const, 'unlink' as const),
    uid: login,
    group: fc.constantFrom(...groupsByHand, ...declarableGroups),
  }),
  fc.record({
    kind: fc.constantFrom('remove group' as const, 'make group' as const),
    group: fc.constantFrom(...groupsByHand, ...declarableGroups),
  }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('taint' as const), address: memberAddress }) },
)

/**
 * Somebody changes the login of a member: to a free one, to one that may be taken, or to one that the appliance refuses. Of a tainted
 * object, the plan does not see that. Mostly something goes wrong meanwhile.
 */
const changedLogin: fc.Arbitrary<readonly DirectoryStep[]> = fc
  .record({
    group: fc.constantFrom<GroupName[]>(...groupsByHand),
    onDestroy: mostly<'delete' | 'keep' | null>(null, fc.constantFrom('delete', 'keep'), 4),
    linked: fc.boolean(),
    other: fc.option(fc.constantFrom(...logins), { freq: 2 }),
    uid: fc.oneof(
      { weight: 4, arbitrary: fc.constant('bob.lee') },
      fc.constantFrom<string[]>(...logins, ...refusedLogins),
    ),
    faults: mostly<Fault[]>([], fc.array(fault, { minLength: 1, maxLength: 2 }), 1),
    kill: mostly<ApplyStep['kill']>(null, death, 1),
    isTainted: mostly(false, fc.constant(true), 4),
  })
  .map(({ group, onDestroy, linked, other, uid, faults, kill, isTainted }) => {
    const address: Address = 'appliance_ldap_member.one'
    const declared: DeclaredMember = {
      kind: 'member',
      uid: 'ann.lee',
      organization: 'acme',
      group,
      password: 'first-phrase',
      title: 'Editor',
      onExisting: 'adopt',
      onDestroy,
    }
    const taken: DirectoryStep[] = other ? [{ kind: 'create', uid: other }] : []
    const linkedTo = groupsByHand.find((each) => each !== group) ?? 'night'
    return [
      { ...applyAgain, edits: [{ edit: 'declare', address, declared }] },
      ...(linked ? [{ kind: 'link', uid: 'ann.lee', group: linkedTo } as const] : []),
      ...taken,
      ...(isTainted ? [{ kind: 'taint', address } as const] : []),
      { ...applyAgain, edits: [{ edit: 'set', address, values: { uid } }], faults, kill },
    ]
  })

/** Begins with members, as nothing can happen to none. */
const anything: fc.Arbitrary<readonly DirectoryStep[]> = fc
  .tuple(
    fc.array(fc.oneof({ weight: 2, arbitrary: declaredMember }, declaredGroup, declaredMembership), {
      minLength: 1,
      maxLength: 5,
    }),
    fc.array(fc.oneof({ weight: 3, arbitrary: apply }, { weight: 2, arbitrary: byHand }), { maxLength: 6 }),
  )
  .map(([edits, steps]) => [{ ...applyAgain, edits }, ...steps])

export const directorySequence: fc.Arbitrary<readonly DirectoryStep[]> = fc.oneof(
  { weight: 3, arbitrary: anything },
  { weight: 2, arbitrary: changedLogin },
)

/** Shrinks to the usual value. */
function mostly<T>(usual: T, other: fc.Arbitrary<T>, times: number): fc.Arbitrary<T> {
  return fc.oneof({ weight: times, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other })
}
