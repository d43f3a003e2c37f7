/** The value of `on_destroy` in a state or a configuration; null if it is not set. */
export type OnDestroy = 'delete' | 'keep' | null

/** What the state says of an account. States of older releases have neither value: then `false` and null. */
export interface AccountInState {
  /** Whether the account existed before the resource was created. An imported account is not adopted: `false`. */
  readonly adopted: boolean
  readonly on_destroy: OnDestroy
  /** A replacement deleted the account and could not create it again. */
  readonly isGone?: boolean
}

/** What a plan makes of the resource that has the account in the state. */
export type AccountChange =
  /** An update, or nothing, or only another address (`moved`): the same login stays managed. */
  | { readonly change: 'kept' }
  /** Only removed from the state: `removed` with `destroy = false`, `terraform state rm`. */
  | { readonly change: 'forgotten' }
  /** Destroyed without a successor: the block or an element of `for_each` is gone, `terraform destroy`, a deposed object. */
  | { readonly change: 'destroyed' }
  | Replaced

/** The resource is replaced, so the configuration still has it. */
export interface Replaced {
  readonly change: 'replaced'
  /** Whether the configuration has the login of the state, compared as `canonicalUid` compares them. */
  readonly login: 'same' | 'other' | 'unknown'
  /** Whether `organization` or `gid` cause the replacement, which `on_move = "replace"` allows. */
  readonly isMove: boolean
  /** Whether the object in the state is tainted: the provider is then not shown it in the plan. */
  readonly isTainted: boolean
  /** `lifecycle { create_before_destroy = true }`. The provider cannot see it in a plan; a plan as JSON has it in its actions. */
  readonly createsFirst: boolean
  /** `on_destroy` of the configuration. */
  readonly on_destroy: OnDestroy | 'unknown'
}

/** What becomes of the account. */
export type AccountOutcome =
  /** The appliance has it as before, and the resource manages it. */
  | { readonly account: 'managed' }
  /** Deleted, and nothing comes in its place. */
  | { readonly account: 'deleted' }
  /** An account with another login is created and linked to its groups first. Only then is this one deleted. */
  | { readonly account: 'deleted-after-successor' }
  /** Deleted first and then created with the same login. What the appliance stores beyond the attributes is lost. */
  | { readonly account: 'deleted-and-created' }
  /** An earlier apply has deleted it already. What has its login now, or gets it, is another account. */
  | { readonly account: 'gone' }
  /** Stays, and the resource takes the same account over again. Its password is set if one is configured. */
  | { readonly account: 'adopted-again'; readonly because: StayReason | 'created-first' }
  /** Stays, and this resource no longer manages it. A successor with another login is created beside it. */
  | { readonly account: 'stays'; readonly because: StayReason | 'forgotten' | 'declared-elsewhere' }
  /** Stays, because the plan or the apply ends with an error instead of this change. */
  | { readonly account: 'refused'; readonly because: RefusalReason }

/** Why an account is not deleted. */
export type StayReason =
  /** `on_destroy` is `keep`. */
  | 'keep'
  /** It was adopted, and `on_destroy` is not set. */
  | 'adopted'
  /** `on_destroy` is known only after apply. */
  | 'unknown'

export type RefusalReason =
  /** A move needs the deletion of an account that is to stay. */
  | 'move-of-kept-account'
  /** A move of an account that its successor would find, because the successor is created first. */
  | 'move-created-first'
  /** An account would be deleted for a login that is known only after apply. */
  | 'unknown-login'

/**
 * What becomes of the account of an `appliance_ldap_member`. The provider acts by it, the review reports by it, and the registry page
 * has its table.
 *
 * `on_destroy` of the *state* decides when a resource is destroyed, because a destroy has no configuration. That of the *configuration*
 * decides when it is replaced. Both must let the account go if the object is tainted, or replaced by a successor that is created first:
 * the provider then sees the state and the configuration in calls that do not know of each other.
 *
 * @param isDeclaredElsewhere whether another resource of the same run declares the login: no destroy deletes it then
 */
export function accountOutcome(
  state: AccountInState,
  change: AccountChange,
  isDeclaredElsewhere = false,
): AccountOutcome {
  if (state.isGone) return { account: 'gone' }
  switch (change.change) {
    case 'kept':
      return { account: 'managed' }
    case 'forgotten':
      return { account: 'stays', because: 'forgotten' }
    case 'destroyed': {
      if (isDeclaredElsewhere) return { account: 'stays', because: 'declared-elsewhere' }
      const because = stayReason(state.adopted, state.on_destroy)
      return because ? { account: 'stays', because } : { account: 'deleted' }
    }
    case 'replaced':
      return ofReplaced(state, change, isDeclaredElsewhere)
  }
}

function ofReplaced(state: AccountInState, change: Replaced, isDeclaredElsewhere: boolean): AccountOutcome {
  const { login, isMove, isTainted, createsFirst, on_destroy } = change
  const because =
    stayReason(state.adopted, on_destroy) ??
    (isTainted || createsFirst ? stayReason(state.adopted, state.on_destroy) : undefined)
  if (login === 'same') {
    // The successor is created while the account exists, so it finds it.
    if (createsFirst && isMove) return { account: 'refused', because: 'move-created-first' }
    if (because && isMove) return { account: 'refused', because: 'move-of-kept-account' }
    if (because) return { account: 'adopted-again', because }
    if (createsFirst) return { account: 'adopted-again', because: 'created-first' }
    return { account: 'deleted-and-created' }
  }
  if (isDeclaredElsewhere) return { account: 'stays', because: 'declared-elsewhere' }
  if (because) return { account: 'stays', because }
  if (login === 'unknown') return { account: 'refused', because: 'unknown-login' }
  return { account: 'deleted-after-successor' }
}

/** Why an account is not deleted; undefined if it is: `on_destroy` decides, otherwise an adopted account stays and others are deleted. */
export function stayReason(adopted: boolean, onDestroy: OnDestroy | 'unknown'): StayReason | undefined {
  if (onDestroy === 'unknown') return 'unknown'
  if (onDestroy === 'keep') return 'keep'
  return onDestroy === null && adopted ? 'adopted' : undefined
}

/** Whether the account is on the appliance after the apply, under its login, with what the appliance stores of it. */
export function isKept({ account }: AccountOutcome): boolean {
  return !(
    account === 'deleted' ||
    account === 'deleted-after-successor' ||
    account === 'deleted-and-created'
  )
}

const inTable: readonly { readonly when: string; readonly change: AccountChange }[] = [
  { when: 'The resource is removed or destroyed', change: { change: 'destroyed' } },
  { when: 'Another `uid`', change: replaced({ login: 'other' }) },
  { when: '`on_move = "replace"` moves the member', change: replaced({ isMove: true }) },
  { when: '`terraform apply -replace`, the same `uid`', change: replaced({}) },
  {
    when: '`-replace` with `create_before_destroy`, the same `uid`',
    change: replaced({ createsFirst: true }),
  },
  { when: 'A `removed` block with `destroy = false`', change: { change: 'forgotten' } },
  { when: 'A `moved` block', change: { change: 'kept' } },
]

function replaced(differs: Partial<Replaced>): Replaced {
  return {
    change: 'replaced',
    login: 'same',
    isMove: false,
    isTainted: false,
    createsFirst: false,
    on_destroy: null,
    ...differs,
  }
}

/** The account as the columns of the table have it. */
const columns: readonly { readonly heading: string; readonly state: AccountInState }[] = [
  { heading: 'Created or imported', state: { adopted: false, on_destroy: null } },
  { heading: 'Adopted', state: { adopted: true, on_destroy: null } },
  { heading: '`on_destroy = "delete"`', state: { adopted: true, on_destroy: 'delete' } },
  { heading: '`on_destroy = "keep"`', state: { adopted: false, on_destroy: 'keep' } },
]

/** The table of the registry page, as Markdown: each cell is what {@link accountOutcome} returns. */
export function accountTable(): string {
  const rows = inTable.map(({ when, change }) => [
    when,
    ...columns.map(({ state }) =>
      inWords(
        accountOutcome(
          state,
          change.change === 'replaced' ? { ...change, on_destroy: state.on_destroy } : change,
        ),
      ),
    ),
  ])
  const heading = ['', ...columns.map((column) => column.heading)]
  return [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function inWords({ account }: AccountOutcome): string {
  switch (account) {
    case 'managed':
      return 'stays managed'
    case 'deleted':
      return '**deleted**'
    case 'deleted-after-successor':
      return '**deleted** after the new account is created'
    case 'deleted-and-created':
      return '**deleted**, then created'
    case 'gone':
      return 'already deleted'
    case 'adopted-again':
      return 'stays, adopted again'
    case 'stays':
      return 'stays'
    case 'refused':
      return 'plan rejected'
  }
}
