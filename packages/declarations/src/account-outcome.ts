/** The value of `on_destroy` in a state or a configuration; null if it is not set. */
export type OnDestroy = 'delete' | 'keep' | null

/** What the state says of an account. */
export interface AccountInState {
  /** Whether the account existed before the resource was created. An imported account is not adopted: `false`. */
  readonly adopted: boolean
  readonly on_destroy: OnDestroy
}

/** What a plan makes of the resource that has the account in the state. */
export type AccountChange =
  /** An update, or nothing, or only another address (`moved`): the same login stays managed. */
  | 'kept'
  /** The configuration has another `uid`, or an `organization` or `gid` that the directory does not show. */
  | 'moved'
  /** Only removed from the state: `removed` with `destroy = false`, `terraform state rm`. */
  | 'forgotten'
  /** The block is gone, or its element of `count` or `for_each`, or everything is destroyed. */
  | 'destroyed'
  /** `-replace`, a tainted object, `replace_triggered_by` and the like, with the same login. */
  | 'replaced'
  /** The same with another login, which only a tainted object can have: of any other one, the plan is rejected. */
  | 'replaced by another login'

/** What becomes of the account. */
export type AccountOutcome =
  /** The appliance has it as before, and the resource manages it. */
  | { readonly account: 'managed' }
  | { readonly account: 'deleted' }
  /** Stays, and the new object of the resource manages it. Its password is set if one is configured. */
  | { readonly account: 'taken over' }
  /** Stays, and no resource manages it any more. */
  | { readonly account: 'stays'; readonly because: StayReason | 'forgotten' | 'replaced' }
  /** Stays, and another resource of the run manages it. */
  | { readonly account: 'stays'; readonly because: 'declared elsewhere' }
  /** Stays, because the plan ends with an error. */
  | { readonly account: 'refused' }

/** Why a destroy does not delete an account: `on_destroy` is `keep`, or it was adopted and `on_destroy` is not set. */
export type StayReason = 'keep' | 'adopted'

/**
 * What becomes of the account of an `appliance_ldap_member`. The provider acts by it, the review reports by it, and the registry page
 * has its table. An account is deleted only if its block goes, or its element of `count` or `for_each`.
 *
 * @param isDeclaredElsewhere whether another resource of the same run declares the login: no destroy deletes it then
 */
export function accountOutcome(
  state: AccountInState,
  change: AccountChange,
  isDeclaredElsewhere = false,
): AccountOutcome {
  switch (change) {
    case 'kept':
      return { account: 'managed' }
    case 'moved':
      return { account: 'refused' }
    case 'forgotten':
      return { account: 'stays', because: 'forgotten' }
    case 'replaced':
      return { account: 'taken over' }
    case 'replaced by another login':
      return { account: 'stays', because: isDeclaredElsewhere ? 'declared elsewhere' : 'replaced' }
    case 'destroyed': {
      if (isDeclaredElsewhere) return { account: 'stays', because: 'declared elsewhere' }
      const because = stayReason(state.adopted, state.on_destroy)
      return because ? { account: 'stays', because } : { account: 'deleted' }
    }
  }
}

/** Why a destroy does not delete an account; undefined if it does. */
export function stayReason(adopted: boolean, onDestroy: OnDestroy): StayReason | undefined {
  if (onDestroy === 'keep') return 'keep'
  return onDestroy === null && adopted ? 'adopted' : undefined
}

const inTable: readonly (readonly [string, AccountChange])[] = [
  ['The block is removed, or its element of `count` or `for_each`', 'destroyed'],
  ['`terraform destroy`', 'destroyed'],
  ['Another `uid`, `organization` or `gid`', 'moved'],
  ['`-replace`, `terraform taint`, `replace_triggered_by`, also with `create_before_destroy`', 'replaced'],
  ['A tainted resource with another `uid`', 'replaced by another login'],
  ['A `removed` block with `destroy = false`, `terraform state rm`', 'forgotten'],
  ['A `moved` block', 'kept'],
]

/** The account as the columns of the table have it. */
const columns: readonly (readonly [string, AccountInState])[] = [
  ['Created or imported', { adopted: false, on_destroy: null }],
  ['Adopted', { adopted: true, on_destroy: null }],
  ['`on_destroy = "delete"`', { adopted: true, on_destroy: 'delete' }],
  ['`on_destroy = "keep"`', { adopted: false, on_destroy: 'keep' }],
]

/** The table of the registry page, as Markdown: each cell is what {@link accountOutcome} returns. */
export function accountTable(): string {
  const rows = inTable.map(([when, change]) => [
    when,
    ...columns.map(([, state]) => words[accountOutcome(state, change).account]),
  ])
  const heading = ['', ...columns.map(([text]) => text)]
  return [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const words: Readonly<Record<AccountOutcome['account'], string>> = {
  managed: 'stays managed',
  deleted: '**deleted**',
  'taken over': 'stays managed',
  stays: 'stays',
  refused: 'plan rejected',
}
