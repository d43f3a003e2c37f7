import type { Directory } from '@webfilter/appliance-emulator'
import type { ObjectValue } from '@webfilter/terraform-plugin'
import type { AppliedChange, Plan, PlannedChange } from '../core'
import { membersIn, neverNamed } from './directory-configuration'
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
  for (const change of run.plan.changes) expectLinkKept(change, run, directory)
  for (const change of run.applied) expectGone(change, run)
}

/** What an appliance keeps although it has called it deleted ends in an error. */
function expectGone(change: AppliedChange, run: DirectoryRun): void {
  const { address, action, prior, errors, warnings, isSent } = change
  if (action !== 'delete' || !prior || !isSent || errors.length > 0 || run.step.kill) return
  if (warnings.some((warning) => /\[appliance:(?:stays|declared-elsewhere)\]/.test(warning))) return
  const account = run.after.get(String(prior.uid))
  const isLinked = account?.groups.includes(Number(prior.gid)) === true
  if (isMember(address) ? account !== undefined : 'uid' in prior && isLinked)
    throw new Error(`${address} was to go, and is there still, and nothing was said.`)
}

/** A link that is declared, and that is there, is not to be made anew, whatever a list of groups lacks. */
function expectLinkKept(
  { address, action, prior }: PlannedChange,
  run: DirectoryRun,
  directory: Directory,
): void {
  const declared = run.configuration.get(address)
  if (action !== 'replace' || declared?.kind !== 'membership' || run.plan.errors.length > 0) return
  const gid = Number(prior?.gid)
  const isSame = prior?.uid === declared.uid && directory.groups.get(gid)?.name === declared.group
  if (isSame && run.before.get(declared.uid)?.groups.includes(gid))
    throw new Error(`${declared.uid} is to leave group ${declared.group} and to come back.`)
}

/** An account that is there, and that the state has, is not to be created. */
function expectNotTakenForMissing({ address, action }: PlannedChange, run: DirectoryRun): void {
  const uid = String(run.stateBefore.get(address)?.uid)
  if (action !== 'create' || run.tainted.has(address) || !isMember(address) || run.plan.errors.length > 0)
    return
  if (run.before.has(uid)) throw new Error(`${uid} is to be created, though it is there and in the state.`)
}

/** An account that is gone was that of a member whose block had gone, which let it go. */
function expectWished(uid: string, run: DirectoryRun): void {
  const owners = [...run.stateBefore].filter(([, state]) => state.uid === uid && 'first_name' in state)
  if (owners.length === 0) throw new Error(`${uid} was deleted, and was not in the state.`)
  if (membersIn(run.configuration).some(([, member]) => member.uid === uid))
    throw new Error(`${uid} is gone, though it is declared.`)
  if (!owners.some(([address, state]) => !run.configuration.has(address) && mayGo(state)))
    throw new Error(`${uid} was deleted, and its block stays, or was to keep it.`)
}

/** What a destroy makes of an account, by the state. */
function mayGo({ on_destroy, adopted }: ObjectValue): boolean {
  return on_destroy === null ? adopted !== true : on_destroy === 'delete'
}

/** Nobody is replaced but because Terraform was told so. */
function expectWishedReplacement({ address, action }: PlannedChange, run: DirectoryRun): void {
  if (action !== 'replace' || run.configuration.get(address)?.kind !== 'member') return
  if (!run.step.replaced.includes(address) && !run.tainted.has(address))
    throw new Error(`${address} is replaced, and nobody told Terraform so.`)
}

/** What holds after a run that nothing disturbed and that did not fail. */
export function expectSuccess(run: DirectoryRun, again: Plan, directory: Directory): void {
  for (const [address, member] of membersIn(run.configuration)) {
    const account = run.after.get(member.uid)
    if (!account) throw new Error(`${address} is declared, and ${member.uid} does not exist.`)
    // Where others have moved it is said, and stays.
    const isMoved = run.plan.warnings.some(
      (said) => said.includes('[appliance:member-moved-by-others]') && said.includes(`"${member.uid}"`),
    )
    if (account.organization !== member.organization && !isMoved)
      throw new Error(`${member.uid} is in ${account.organization}.`)
    if ((account.title ?? null) !== member.title)
      throw new Error(`${member.uid} has the title ${account.title}.`)
    const change = run.applied.find((each) => each.address === address)
    const isSet = change?.action === 'create' || change?.action === 'replace'
    if (isSet && member.password !== null && !directory.checkPassword(member.uid, member.password))
      throw new Error(`${member.uid} has another password than was set.`)
  }
  for (const [uid, before] of run.before) expectLinksKept(uid, before, run)
  const further = again.changes.filter((change) => change.action !== 'no-op' && !isLetGo(change, run))
  // If no member of the configuration is there, nothing shows what one that is there looks like.
  const isAnyThere = membersIn(run.configuration).some(([, { uid }]) => run.after.has(uid))
  const errors = again.errors.filter((error) => isAnyThere || !error.includes('[appliance:absence-unproven]'))
  if (further.length > 0 || errors.length > 0) {
    const changes = further.map(({ address, action }) => `${action} ${address}`)
    throw new Error(`The next plan is not empty: ${[...changes, ...errors].join('; ')}`)
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

/**
 * What may keep a run from succeeding though nothing went wrong, as what the sequences declare cannot all be done: what the provider
 * says by its code, and what the appliance says.
 */
const refusals: readonly RegExp[] = [
  ...[
    'declared-twice',
    'member-move-refused',
    'member-login-changed',
    'creation-login-doubted',
    'not-found',
    'already-exists',
    'member-in-other-place',
    'member-twice-in-state',
    'member-changes-resource',
    'membership-impossible',
  ].map((code) => new RegExp(`^\\[appliance:${code}\\]$`, 'm')),
  // The last group of an organization was deleted.
  /The appliance lists no groups of the organization, although group /,
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
