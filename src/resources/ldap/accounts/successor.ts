import { canonicalUid, mayRefuseLogin, sameName } from '@webfilter/appliance-names'
import {
  isJsonObject,
  isUnknown,
  type PrivateForms,
  ProviderError,
  type Unknown,
} from '@webfilter/terraform-plugin'
import type { Directory } from '../../../appliance/directory/directory'
import { ApplianceError } from '../../../appliance/errors'
import type { Accounts } from '../../../coordination/directory'
import { type LookContext, lookInPlan, type Problem, report } from '../../../definitions'
import {
  replacementGroupMissing,
  replacementImpossible,
  replacementLoginDoubted,
  replacementLoginTaken,
  replacementNeedsGroup,
  replacementNeedsPassword,
  replacementNotChecked,
  replacementOrganizationMissing,
  replacementUnknown,
} from '../../../diagnostics/replacements'
import type { ShownInstead } from '../member/state'
import type { Unfinished } from './completion'

interface WantedMember {
  readonly uid: string | Unknown
  readonly organization: string | Unknown
  readonly gid: number | Unknown | null
  readonly password: string | Unknown | null
  readonly password_wo: string | Unknown | null
}

/** The member that takes the place of a deleted one, as the configuration declares it. A password that is not known yet counts as given. */
export function successorIn({ uid, organization, gid, password, password_wo }: WantedMember): Successor {
  return {
    uid: isUnknown(uid) ? null : canonicalUid(uid),
    organization: isUnknown(organization) ? null : organization,
    gid: isUnknown(gid) ? null : (gid ?? 0),
    hasPassword: password !== null || password_wo !== null,
  }
}

/**
 * Reports in a plan what keeps the new member from being created, as far as that can be looked up. A failure that may pass is a warning,
 * because the deletion looks again.
 *
 * @param replaced the login that is replaced
 * @param stays whether its account stays: then the new member may have no password, and its values may be unknown
 */
export async function reportSuccessor(
  successor: Successor,
  { replaced, stays }: { readonly replaced: string; readonly stays: boolean },
  directory: Directory | undefined,
  accounts: Accounts | undefined,
  context: LookContext,
  signal: AbortSignal,
): Promise<void> {
  const { diagnostics } = context
  if (!stays)
    report([...doubtsOf(successor, replaced), ...problemsOfUnknown(successor, replaced)], diagnostics)
  if (!directory) return
  const notChecked = (failure: string) => replacementNotChecked({ uid: replaced, failure })
  const problems = await lookInPlan(notChecked, [], context, async () => {
    try {
      return await problemsOf(successor, replaced, directory, accounts, signal)
    } catch (error) {
      if (!(error instanceof ApplianceError) || error.kind !== 'not-running') throw error
      diagnostics.raise(notChecked(error.message))
      return []
    }
  })
  if (problems && problems !== 'not looked') report(problems, diagnostics)
}

/**
 * Looks once more, right before the deletion.
 * @throws {ProviderError} if the new member could not be created
 */
export async function requireSuccessor(
  successor: Successor,
  replaced: string,
  directory: Directory,
  accounts: Accounts,
  signal: AbortSignal,
): Promise<void> {
  const [problem] = [
    ...doubtsOf(successor, replaced),
    ...(await problemsOf(successor, replaced, directory, accounts, signal)),
  ]
  if (!problem) return
  const { message: reason, advice, path } = problem
  throw new ProviderError(replacementImpossible({ uid: replaced, reason, advice, isTainted: false }), {
    path,
  })
}

/**
 * What the field notes doubt about a new member, for which no account is deleted. That the appliance chooses a group is only inferred, so
 * a missing `gid` is a doubt if the account is deleted first, which it is for a member with the same login.
 */
function doubtsOf({ uid, gid, hasPassword }: Successor, replaced: string): readonly Problem[] {
  const problems: Problem[] = []
  if (!hasPassword) problems.push({ ...replacementNeedsPassword({ uid: replaced }), path: ['password'] })
  if (uid !== null && mayRefuseLogin(uid))
    problems.push({ ...replacementLoginDoubted({ uid: replaced, login: uid }), path: ['uid'] })
  if (uid === canonicalUid(replaced) && gid === 0)
    problems.push({ ...replacementNeedsGroup({ uid: replaced }), path: ['gid'] })
  return problems
}

/** A deletion does not wait for what only the new member depends on: the account would be gone before that exists. */
function problemsOfUnknown(successor: Successor, replaced: string): readonly Problem[] {
  const unknown = (['uid', 'organization', 'gid'] as const).filter((name) => successor[name] === null)
  return unknown.map((attribute) => ({
    ...replacementUnknown({ uid: replaced, attribute }),
    path: [attribute],
  }))
}

async function problemsOf(
  { uid, organization, gid }: Successor,
  replaced: string,
  directory: Directory,
  accounts: Accounts | undefined,
  signal: AbortSignal,
): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  directory.members.expect([replaced])
  if (organization !== null) {
    const names = await directory.organizations(signal)
    if (!names.some((name) => sameName(name, organization))) {
      problems.push({
        ...replacementOrganizationMissing({ uid: replaced, organization }),
        path: ['organization'],
      })
    } else if (gid !== null && gid !== 0) {
      const groups = await directory.groups.list(organization, signal)
      if (!groups.some((group) => group.gid === gid)) {
        problems.push({ ...replacementGroupMissing({ uid: replaced, organization, gid }), path: ['gid'] })
      }
    }
  }
  if (uid !== null && uid !== canonicalUid(replaced) && (await directory.members.find(uid, signal))) {
    const isManaged = accounts?.stored(uid) !== undefined
    problems.push({ ...replacementLoginTaken({ uid, isManaged }), path: ['uid'] })
  }
  return problems
}

/** The groups of a member that is to be replaced, for the warning of the plan; undefined if they cannot be read. */
export async function groupsOfReplaced(
  uid: string,
  directory: Directory | undefined,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  try {
    const groups = await directory?.groups.ofMember(uid, signal)
    return groups?.map(({ gid, name }) => name ?? String(gid))
  } catch (error) {
    if (error instanceof ApplianceError && !signal.aborted) return undefined
    throw error
  }
}

/** The values that were last applied from the configuration and cannot be changed. Other values in the directory are drift. */
export interface MemberRecord {
  readonly organization: string
  /** Null if the appliance was to choose. */
  readonly gid: number | null
  /** The login of a replaced account that could not be deleted after this member was created. */
  readonly leftBehind?: string
  /** What the answer for a member that does not exist looked like then; undefined if nothing showed it. */
  readonly absence?: string | undefined
  /** What the creation of the account has left undone. */
  readonly unfinished?: Unfinished
  /** What the directory showed instead of attributes that the last change set. */
  readonly instead?: ShownInstead | undefined
}

/**
 * What a plan of a member notes for the second plan of a replacement, and for the deletion that is half of one. It is stored in the private
 * data, by these names.
 */
export type MemberNote =
  | {
      readonly plan: 'change'
      /** In canonical form, as the state has it. */
      readonly uid: string
      readonly adopted: boolean
      /** Whether the plan has said what the replacement leads to. */
      readonly isTold: boolean
    }
  | {
      readonly plan: 'creation'
      readonly successor: Successor
      /** The login that the plan was about, in canonical form; null if it was not known. No other account may be deleted. */
      readonly of: string | null
      /** Whether its account is deleted; null if the state of the resource decides. */
      readonly deletes: boolean | null
      /** The groups to which the account of that login is still to be linked: of a tainted object, only the plan knows private data. */
      readonly owed: readonly number[]
    }
  /** Terraform destroys an object in the middle of an apply: `create_before_destroy` has replaced it, or an earlier apply has left it. */
  | { readonly plan: 'deposed' }

/** The member for which another one is deleted. Null is a value that is known only after apply. */
export interface Successor {
  readonly uid: string | null
  readonly organization: string | null
  /** 0 if the appliance chooses. */
  readonly gid: number | null
  readonly hasPassword: boolean
}

/** Reads both forms of this release. Any other form counts as none: a difference is then drift, and nothing is replaced. */
export const memberPrivateData: PrivateForms<MemberRecord, MemberNote> = {
  record(json) {
    if (!isJsonObject(json)) return undefined
    const { organization, gid, leftBehind, absence, instead } = json
    const unfinished = readUnfinished(json.unfinished)
    if (typeof organization !== 'string' || !(gid === null || typeof gid === 'number')) return undefined
    return {
      organization,
      gid,
      ...(typeof leftBehind === 'string' && { leftBehind }),
      ...(typeof absence === 'string' && { absence }),
      ...(unfinished && { unfinished }),
      ...(isShownInstead(instead) && { instead }),
    }
  },
  note(json) {
    if (!isJsonObject(json)) return undefined
    const { plan, uid, adopted, isTold, successor, of, deletes, owed } = json
    if (plan === 'change' && typeof uid === 'string' && typeof adopted === 'boolean') {
      return { plan, uid, adopted, isTold: isTold === true }
    }
    if (plan === 'deposed') return { plan }
    const read = readSuccessor(successor)
    if (plan !== 'creation' || !read || !(deletes === null || typeof deletes === 'boolean')) return undefined
    if (!(of === null || typeof of === 'string')) return undefined
    return { plan, successor: read, of, deletes, owed: numbersIn(owed) }
  },
}

function readUnfinished(json: unknown): Unfinished | undefined {
  if (!isJsonObject(json)) return undefined
  const { account, texts, password, gids } = json
  const parts = { account: account === true, texts: texts === true, password: password === true }
  return { ...parts, gids: numbersIn(gids) }
}

function isShownInstead(json: unknown): json is ShownInstead {
  return (
    isJsonObject(json) && Object.values(json).every((value) => value === null || typeof value === 'string')
  )
}

function numbersIn(json: unknown): readonly number[] {
  return Array.isArray(json) ? json.filter((each) => typeof each === 'number') : []
}

function readSuccessor(json: unknown): Successor | undefined {
  if (!isJsonObject(json)) return undefined
  const { uid, organization, gid, hasPassword } = json
  if (!(uid === null || typeof uid === 'string')) return undefined
  if (!(organization === null || typeof organization === 'string')) return undefined
  if (!(gid === null || typeof gid === 'number') || typeof hasPassword !== 'boolean') return undefined
  return { uid, organization, gid, hasPassword }
}
