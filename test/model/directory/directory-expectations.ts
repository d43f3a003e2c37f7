import type { Directory } from '@webfilter/appliance-emulator'
import type { ObjectValue } from '@webfilter/terraform-plugin'
import type { PlannedChange } from '../planned-change'
import type { Address } from '../resource-types'
import type { Plan } from '../terraform-core'
import { type DeclaredMember, membersIn, neverNamed } from './directory-configuration'
import { type Account, type DirectoryRun, passwordByHand } from './directory-world'

/** What holds after every run, whatever went wrong: no account is gone but for those that somebody wanted to be. */
export function expectNobodyLost(run: DirectoryRun, directory: Directory): void {
  for (const uid of run.before.keys()) if (!run.after.has(uid)) expectWished(uid, run)
  const never = run.after.get(neverNamed)
  if (!never || JSON.stringify(never) !== JSON.stringify(run.before.get(neverNamed)))
    throw new Error(`The account ${neverNamed}, which nobody named, was changed.`)
  if (!directory.checkPassword(neverNamed, passwordByHand))
    throw new Error(`The account ${neverNamed}, which nobody named, has another password.`)
  for (const change of run.plan.changes) expectWishedReplacement(change, run)
  for (const change of run.plan.changes) expectNotTakenForMissing(change, run)
}

/** An account that is there, and that the state has, is not to be created. */
function expectNotTakenForMissing({ address, action }: PlannedChange, run: DirectoryRun): void {
  const uid = String(run.stateBefore.get(address)?.uid)
  if (action !== 'create' || run.tainted.has(address) || !isMember(address) || run.plan.errors.length > 0)
    return
  if (run.before.has(uid)) throw new Error(`${uid} is to be created, though it is there and in the state.`)
}

/** An account that is gone was given up by the configuration, or was being replaced when something went wrong. */
function expectWished(uid: string, run: DirectoryRun): void {
  const owners = [...run.stateBefore].filter(([, state]) => state.uid === uid && 'first_name' in state)
  if (owners.length === 0) throw new Error(`${uid} was deleted, and was not in the state.`)
  const declared = membersIn(run.configuration).find(([, member]) => member.uid === uid)?.[1]
  if (declared) {
    if (run.isUndisturbed) throw new Error(`${uid} is gone, though it is declared and nothing went wrong.`)
    const isReplaced = run.plan.changes.some(
      ({ address, action, prior }) =>
        prior?.uid === uid && (action === 'replace' || (action === 'delete' && isMember(address))),
    )
    if (!isReplaced) throw new Error(`${uid} is gone, though it is declared and was not to be replaced.`)
    if (declared.password === null)
      throw new Error(`${uid} was deleted, and cannot be created without a password.`)
    return
  }
  for (const [address] of owners) expectSuccessor(uid, address, run)
  if (!owners.some(([address, state]) => mayGo(state, run.configuration.get(address))))
    throw new Error(`${uid} was deleted, and was to be kept.`)
}

/** Whatever went wrong, an account is deleted for one with another login only when that one is there. */
function expectSuccessor(uid: string, address: Address, { configuration, plan, after }: DirectoryRun): void {
  const declared = configuration.get(address)
  const isReplaced = plan.changes.some((change) => change.address === address && change.action === 'replace')
  if (declared?.kind === 'member' && isReplaced && !after.has(declared.uid))
    throw new Error(`${uid} was deleted, and ${declared.uid}, which is to come in its place, does not exist.`)
}

/** What a destroy makes of an account: by the state where the resource is gone, else by the configuration that replaces it. */
function mayGo(state: ObjectValue, declared: { readonly kind: string } | undefined): boolean {
  const onDestroy = declared?.kind === 'member' ? (declared as DeclaredMember).onDestroy : state.on_destroy
  return onDestroy === null ? state.adopted !== true : onDestroy === 'delete'
}

/** Nobody is replaced but by a new login, by a wish to be moved, or because Terraform was told so. */
function expectWishedReplacement({ address, action, prior, config }: PlannedChange, run: DirectoryRun): void {
  const declared = run.configuration.get(address)
  if (action !== 'replace' || declared?.kind !== 'member' || !prior) return
  const isTold = run.step.replaced.includes(address) || run.tainted.has(address)
  if (isTold || declared.uid !== prior.uid) return
  if (declared.onMove !== 'replace') throw new Error(`${address} is replaced, and on_move is "fail".`)
  const last = run.lastApplied.get(address)
  if (!last) throw new Error(`${address} is replaced, and nothing was applied before.`)
  const gid = config?.gid ?? null
  const isMoved = declared.organization !== last.organization || (gid !== null && gid !== last.gid)
  if (!isMoved) throw new Error(`${address} is replaced for drift alone.`)
}

/** What holds after a run that nothing disturbed and that did not fail. */
export function expectSuccess(run: DirectoryRun, again: Plan, directory: Directory): void {
  for (const [address, member] of membersIn(run.configuration)) {
    const account = run.after.get(member.uid)
    if (!account) throw new Error(`${address} is declared, and ${member.uid} does not exist.`)
    if (account.organization !== member.organization)
      throw new Error(`${member.uid} is in ${account.organization}.`)
    if ((account.title ?? null) !== member.title)
      throw new Error(`${member.uid} has the title ${account.title}.`)
    const change = run.applied.find((each) => each.address === address)
    const isSet = change?.action === 'create' || change?.action === 'replace'
    if (isSet && member.password !== null && !directory.checkPassword(member.uid, member.password))
      throw new Error(`${member.uid} has another password than was set.`)
  }
  for (const [uid, before] of run.before) {
    expectLinksKept(uid, before, run)
    expectLinksTakenOver(uid, before, run)
  }
  const further = again.changes.filter((change) => change.action !== 'no-op' && !isLetGo(change, run))
  if (further.length > 0 || again.errors.length > 0) {
    const changes = further.map(({ address, action }) => `${action} ${address}`)
    throw new Error(`The next plan is not empty: ${[...changes, ...again.errors].join('; ')}`)
  }
}

/**
 * A membership that goes with what the same run did: of a member that the configuration does not have any more, or in the group
 * that the member belonged to by itself before it was moved.
 */
function isLetGo({ address, config }: PlannedChange, { before, after }: DirectoryRun): boolean {
  if (!address.startsWith('appliance_ldap_group_membership.')) return false
  const uid = String(config?.uid)
  const [was, is] = [before.get(uid), after.get(uid)]
  return !is || (was !== undefined && was.gid !== is.gid && config?.gid === was.gid)
}

/** Who was there and is there has all of its links but those that were declared and are not, and its own group before a move. */
function expectLinksKept(uid: string, before: Account, run: DirectoryRun): void {
  const after = run.after.get(uid)
  if (!after) return
  const given = run.plan.changes.flatMap(({ action, prior, address }) =>
    address.startsWith('appliance_ldap_group_membership.') &&
    (action === 'delete' || action === 'replace') &&
    prior?.uid === uid
      ? [Number(prior.gid)]
      : [],
  )
  const left = after.gid === before.gid ? given : [...given, before.gid]
  const lost = before.groups.filter((gid) => !after.groups.includes(gid) && !left.includes(gid))
  if (lost.length > 0) throw new Error(`${uid} lost its links to ${lost.join(', ')}.`)
}

/** A member that came in place of a deleted one has its links, as far as those are kept. */
function expectLinksTakenOver(uid: string, before: Account, run: DirectoryRun): void {
  if (run.after.has(uid)) return
  for (const { address, action, prior } of run.plan.changes) {
    const declared = run.configuration.get(address)
    if (action !== 'replace' || prior?.uid !== uid || declared?.kind !== 'member') continue
    const given = run.plan.changes.flatMap((change) =>
      change.prior?.uid === uid && change.address.startsWith('appliance_ldap_group_membership.')
        ? [Number(change.prior.gid)]
        : [],
    )
    const lost = before.groups.filter(
      (gid) =>
        gid !== before.gid && !given.includes(gid) && !run.after.get(declared.uid)?.groups.includes(gid),
    )
    if (lost.length > 0)
      throw new Error(`${declared.uid} did not get the links of ${uid} to ${lost.join(', ')}.`)
  }
}

/**
 * What may keep a run from succeeding though nothing went wrong, as what the sequences declare cannot all be done: what the provider
 * says by its code, and what the appliance says.
 */
const refusals: readonly RegExp[] = [
  ...[
    'member-declared-twice',
    'group-declared-twice',
    'membership-declared-twice',
    'member-move-refused',
    'member-moved-by-others',
    'member-move-unclear',
    'member-move-forbidden',
    'replacement-needs-password',
    'replacement-organization-missing',
    'replacement-group-missing',
    'replacement-unknown',
    'replacement-impossible',
    'replacement-login-taken',
    'replacement-login-doubted',
    'creation-login-doubted',
    'replacement-needs-group',
    'successor-not-created',
    'successor-left',
    'organization-missing',
    'member-exists',
    'group-exists',
    'member-in-other-organization',
    'member-in-other-group',
    'member-twice-in-state',
    'member-changes-resource',
    'member-deletion-not-planned',
    'membership-impossible',
    // The last group of an organization was deleted.
    'empty-list-not-believed',
  ].map((code) => new RegExp(`^\\[appliance:${code}\\]$`, 'm')),
  /INVALID_PASSWORD/,
  /INVALID_LOGIN/,
  /GROUP_NOT_FOUND/,
  /OU_NOT_FOUND/,
]

/** Whether a run that nothing disturbed was refused, in the plan or by the appliance. Throws where nothing known refused it. */
export function isRefused(run: DirectoryRun): boolean {
  const { plan, applied } = run
  const errors = [...plan.errors, ...applied.flatMap((change) => change.errors)]
  for (const error of errors)
    if (!refusals.some((known) => known.test(error)) && !isUnproven(error, run))
      throw new Error(`It failed for no known reason: ${error}`)
  return errors.length > 0
}

/** If no member of the state is there, and no apply has seen what a missing one looks like, nothing shows that they are missing. */
function isUnproven(error: string, { stateBefore, before }: DirectoryRun): boolean {
  const isThere = [...stateBefore.values()].some(({ uid }) => before.has(String(uid)))
  return error.includes('[appliance:absence-unproven]') && !isThere
}

function isMember(address: string): boolean {
  return address.startsWith('appliance_ldap_member.')
}
