import fc from 'fast-check'
import { changeOf, type WrittenChange } from '../review/plans'

/** A plan of some objects, and what its apply does to them, as sentences. */
export interface Mutation {
  readonly changes: readonly WrittenChange[]
  readonly drift: readonly WrittenChange[]
  readonly truth: readonly string[]
}

const flag = fc.boolean()
const seldom = fc.integer({ min: 0, max: 3 }).map((number) => number === 3)

/* Certificates: the appliance orders one unless it has the name, and never withdraws one. */

const certificateRecipe = fc.record({
  before: fc.option(fc.record({ name: fc.constantFrom(0, 1, 2), sans: fc.constantFrom(0, 1, 2) }), {
    nil: undefined,
  }),
  after: fc.option(
    fc.record({ name: fc.constantFrom(0, 1, 2), sans: fc.constantFrom(0, 1, 2), isLoud: seldom }),
    {
      nil: undefined,
    },
  ),
  onExisting: fc.constantFrom('adopt', 'fail', undefined),
  isMadeAgain: seldom,
})
const commonNames = ['a.example', 'b.example', 'c.example']
const alternativeNames = [
  ['x.example', 'y.example'],
  ['y.example', 'z.example', 'x.example'],
  ['y.example', 'x.example'],
] as const

export function certificates(): fc.Arbitrary<Mutation> {
  return fc.tuple(certificateRecipe, certificateRecipe, certificateRecipe).map((recipes) => {
    const declared = withDistinctNames(recipes)
    const existing = new Set(declared.flatMap(({ before }) => (before ? [before.name] : [])))
    const parts = declared.map((recipe, index) => certificateChange(recipe, index, existing))
    return {
      changes: parts.flatMap(({ change }) => change ?? []),
      drift: [],
      truth: parts.flatMap(({ truth }) => truth),
    }
  })
}

type CertificateRecipe = typeof certificateRecipe extends fc.Arbitrary<infer R> ? R : never

/** No two resources have the same certificate. */
function withDistinctNames(recipes: readonly CertificateRecipe[]): readonly CertificateRecipe[] {
  const [had, has] = [new Set<number>(), new Set<number>()]
  return recipes.map((recipe) => {
    const { before, after } = recipe
    const isFree = (of: { readonly name: number } | undefined, taken: Set<number>) =>
      of !== undefined && !taken.has(of.name) && taken.add(of.name) !== undefined
    return {
      ...recipe,
      before: isFree(before, had) ? before : undefined,
      after: isFree(after, has) ? after : undefined,
    }
  })
}

interface CertificateNames {
  readonly name: number
  readonly sans: number
  readonly isLoud?: boolean
}

function certificateChange(
  recipe: CertificateRecipe,
  index: number,
  existing: ReadonlySet<number>,
): { readonly change?: WrittenChange; readonly truth: readonly string[] } {
  const { before, after, onExisting } = recipe
  const action = actionOnCertificate(recipe)
  if (!action) return { truth: [] }
  const { on_existing: _, ...planned } = certificateValues(after)
  const change = changeOf(
    `appliance_certificate.c[${index}]`,
    before ? certificateValues(before) : null,
    after ? { ...planned, ...(onExisting && { on_existing: onExisting }) } : null,
    {
      index,
      change: {
        actions: action === 'replace' ? ['delete', 'create'] : [action],
        after_unknown: after && !onExisting ? { on_existing: true } : {},
      },
    },
  )
  return { change, truth: certificateTruth(recipe, action, existing) }
}

function certificateValues({ name, sans, isLoud }: CertificateNames = { name: 0, sans: 0 }) {
  const written = commonNames[name] ?? ''
  const common_name = isLoud ? written.toUpperCase() : written
  return {
    id: `self_signed/0/${common_name}`,
    on_existing: 'adopt',
    outcome_unknown: null,
    self_signed: { common_name, alternative_names: alternativeNames[sans] },
    server: null,
    signing_request: null,
  }
}

type Action = 'create' | 'delete' | 'replace' | 'update' | 'no-op'

function actionOnCertificate({
  before,
  after,
  onExisting,
  isMadeAgain,
}: CertificateRecipe): Action | undefined {
  if (!before) return after && 'create'
  if (!after) return 'delete'
  const isSame = before.name === after.name && sansOf(before) === sansOf(after) && !after.isLoud
  if (!isSame || isMadeAgain) return 'replace'
  return onExisting === 'adopt' && before.sans === after.sans ? 'no-op' : 'update'
}

/** In whatever order. */
function sansOf({ sans }: CertificateNames): string {
  return [...(alternativeNames[sans] ?? [])].sort().join(' ')
}

function certificateTruth(
  { before, after, onExisting }: CertificateRecipe,
  action: Action,
  existing: ReadonlySet<number>,
): readonly string[] {
  const [from, to] = [before && commonNames[before.name], after && commonNames[after.name]]
  switch (action) {
    case 'no-op':
      return []
    case 'update':
      return [`${to}: recorded, and nothing is sent`]
    case 'delete':
      return [`${from}: stays, unmanaged`]
    default: {
      if (after && !existing.has(after.name)) return [`${to}: created${from ? `, ${from} stays` : ''}`]
      const outcomes = { adopt: 'taken over', fail: 'refused', undecided: 'undecided' }
      return [`${to}: ${outcomes[onExisting ?? 'undecided']}`]
    }
  }
}

/* Accounts: one is deleted only if its block goes, unless the state says that it is to stay, or another block declares it. */

const accountRecipe = fc.record({
  before: fc.option(
    fc.record({
      login: fc.constantFrom(0, 1, 2),
      adopted: flag,
      on_destroy: fc.constantFrom('delete', 'keep', null),
    }),
    { nil: undefined },
  ),
  after: fc.option(fc.record({ title: fc.constantFrom('Clerk', 'Editor'), isLoud: seldom }), {
    nil: undefined,
  }),
  login: fc.constantFrom(0, 1, 2),
  isMadeAgain: seldom,
  isForgotten: seldom,
  hasPassword: flag,
})
const logins = ['ann.lee', 'bob.ray', 'cid.may']

export function accounts(): fc.Arbitrary<Mutation> {
  return fc.tuple(accountRecipe, accountRecipe, accountRecipe).map((recipes) => {
    const had = new Set<number>()
    const has = new Set<number>()
    const all = recipes.map((recipe, index) => {
      const before = recipe.before && !had.has(recipe.before.login) ? recipe.before : undefined
      if (before) had.add(before.login)
      // The login of a resource changes only by another address, as a plan with another one is refused.
      const login = before?.login ?? recipe.login
      const after = recipe.after && !has.has(login) ? recipe.after : undefined
      if (after) has.add(login)
      return { ...recipe, before, after, login, address: `appliance_ldap_member.m[${index}]`, index }
    })
    return {
      changes: all.flatMap((each) => accountChange(each)),
      drift: [],
      truth: all.flatMap((each) => accountTruth(each, has)),
    }
  })
}

type Account = Pick<
  typeof accountRecipe extends fc.Arbitrary<infer R> ? R : never,
  'before' | 'after' | 'login' | 'isMadeAgain' | 'isForgotten' | 'hasPassword'
> & {
  readonly address: string
  readonly index: number
}

function accountChange(account: Account): readonly WrittenChange[] {
  const { before, after, hasPassword, isMadeAgain, address, index } = account
  if (!before && !after) return []
  const shared = { organization: 'acme', on_destroy: before?.on_destroy ?? null }
  const prior = before && {
    ...shared,
    uid: loginOf(account),
    title: 'Clerk',
    password: null,
    adopted: before.adopted,
  }
  const planned = after && {
    ...shared,
    uid: loginOf(account),
    title: after.title,
    password: hasPassword ? 'hunter2' : null,
    ...(before && !isMadeAgain && { adopted: before.adopted }),
  }
  const action = actionOnAccount(account)
  const isNew = action === 'create' || action === 'replace'
  return [
    changeOf(address, prior ?? null, planned ?? null, {
      index,
      ...(action === 'replace' && { action_reason: 'replace_because_tainted' }),
      change: {
        actions: action === 'replace' ? ['delete', 'create'] : [action],
        after_unknown: isNew ? { adopted: true, gid: true } : {},
        before_sensitive: { password: true },
        after_sensitive: { password: true },
      },
    }),
  ]
}

function loginOf({ login, after }: Account): string {
  const uid = logins[login] ?? ''
  return after?.isLoud ? uid.toUpperCase() : uid
}

function actionOnAccount(account: Account): Action | 'forget' {
  const { before, after, isForgotten, isMadeAgain } = account
  if (!before) return 'create'
  if (!after) return isForgotten ? 'forget' : 'delete'
  if (isMadeAgain) return 'replace'
  return isAccountChanged(account) ? 'update' : 'no-op'
}

function isAccountChanged({ after, hasPassword }: Account): boolean {
  return after !== undefined && (after.title !== 'Clerk' || hasPassword)
}

function accountTruth(account: Account, declared: ReadonlySet<number>): readonly string[] {
  const { before, login, hasPassword } = account
  const uid = loginOf(account)
  switch (actionOnAccount(account)) {
    case 'create':
      return account.after ? [`${uid}: created`] : []
    case 'replace':
      return [`${uid}: made again${hasPassword ? ', with its password' : ''}`]
    case 'update':
      return [`${uid}: changed`]
    case 'forget':
      return [`${uid}: ${declared.has(login) ? 'of another' : 'stays'}`]
    case 'delete': {
      const isKept = before?.on_destroy === 'keep' || (before?.on_destroy === null && before.adopted)
      return [`${uid}: ${declared.has(login) || isKept ? 'stays' : 'deleted'}`]
    }
    default:
      return []
  }
}

/* Lists: what others took away and the configuration still has is restored; what the configuration adds or drops is a change. */

const elements = ['p', 'q', 'r', 's', 't']
const threeLists = fc.record({
  applied: fc.subarray(elements),
  found: fc.subarray(elements),
  planned: fc.subarray(elements),
})
type ThreeLists = typeof threeLists extends fc.Arbitrary<infer R> ? R : never

function causesOf({ applied, found, planned }: ThreeLists): readonly string[] {
  const differing = elements.filter((each) => found.includes(each) !== planned.includes(each))
  const isRepair = (each: string) => applied.includes(each) === planned.includes(each)
  return [
    ...(differing.some(isRepair) ? ['drift'] : []),
    ...(differing.some((each) => !isRepair(each)) ? ['change'] : []),
  ]
}

export function lists(): fc.Arbitrary<Mutation> {
  return fc.record({ top: threeLists, nested: threeLists }).map(({ top, nested }) => {
    const values = (of: keyof ThreeLists) => ({ name: 'w', labels: top[of], within: { labels: nested[of] } })
    const isFound = JSON.stringify(values('applied')) === JSON.stringify(values('found'))
    const isDone = JSON.stringify(values('found')) === JSON.stringify(values('planned'))
    const address = 'appliance_widget.w'
    return {
      changes: isDone ? [] : [changeOf(address, values('found'), values('planned'))],
      drift: isFound ? [] : [changeOf(address, values('applied'), values('found'))],
      truth: [
        ...causesOf(top).map((cause) => `${cause}: ${address} labels`),
        ...causesOf(nested).flatMap((cause) => [`${cause}: ${address} within.labels`]),
      ],
    }
  })
}

/** What others list again leaves the state, and the apply takes it out again. */
export function delistings(): fc.Arbitrary<Mutation> {
  const addressOf = (each: string) => `10.0.0.${elements.indexOf(each)}`
  return threeLists.map(({ applied, found: others, planned }) => {
    const found = applied.filter((each) => others.includes(each))
    const values = (of: readonly string[]) => ({
      database: '1270002',
      id: '1270002',
      addresses: of.map(addressOf),
      compiled: true,
    })
    const isFound = found.length === applied.length
    const isDone = JSON.stringify(found) === JSON.stringify(planned)
    const address = 'appliance_rbl_delisting.d'
    return {
      changes: isDone ? [] : [changeOf(address, values(found), values(planned))],
      drift: isFound ? [] : [changeOf(address, values(applied), values(found))],
      truth: [
        ...planned
          .filter((each) => !found.includes(each))
          .map((each) => `${applied.includes(each) ? 'drift' : 'change'}: + ${addressOf(each)}`),
        ...found.filter((each) => !planned.includes(each)).map((each) => `state: - ${addressOf(each)}`),
      ],
    }
  })
}

/* Operations: one runs when it is created or made anew, whatever else a plan does to members and links. */

const effects: Readonly<Record<string, string>> = {
  category_backup: 'archives all category data',
  records_compile: 'compiles all record databases',
  directory_restart: 'restarts the directory service',
  directory_backup: 'backs up the user directory',
  directory_import: 'replaces the content of the user directory with the backup monday.tgz',
}

export function operations(): fc.Arbitrary<Mutation> {
  const recipe = fc.record({
    name: fc.constantFrom(...Object.keys(effects)),
    action: fc.constantFrom('create', 'replace', 'delete', 'no-op'),
    link: fc.constantFrom('create', 'delete', 'no-op'),
  })
  return fc.tuple(recipe, recipe).map((recipes) => ({
    changes: recipes.flatMap(({ name, action, link }, index) => {
      const values = {
        name,
        id: name,
        arguments: name === 'directory_import' ? { filename: 'monday.tgz' } : null,
        triggers: { run: '1' },
      }
      const uid = logins[index] ?? ''
      const membership = { uid, gid: 5001 }
      const actions = action === 'replace' ? ['delete', 'create'] : [action]
      return [
        changeOf(
          `appliance_operation.o[${index}]`,
          action === 'create' ? null : values,
          action === 'delete' ? null : { ...values, ...(action === 'replace' && { triggers: { run: '2' } }) },
          { index, change: { actions } },
        ),
        changeOf(
          `appliance_ldap_group_membership.l[${index}]`,
          link === 'create' ? null : membership,
          link === 'delete' ? null : membership,
          { index },
        ),
      ]
    }),
    drift: [],
    truth: recipes.flatMap(({ name, action, link }, index) => [
      ...(action === 'create' ? [`runs once and ${effects[name]}`] : []),
      ...(action === 'replace' ? [`runs again and ${effects[name]}`] : []),
      ...(action === 'delete' ? ['removed from the state; its effects remain'] : []),
      ...(link === 'no-op' ? [] : [`${link === 'create' ? '+' : '-'} ${logins[index]}`]),
    ]),
  }))
}
