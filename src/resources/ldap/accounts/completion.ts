import { ApplianceError, type Directory } from '@webfilter/appliance-client'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import type { Diagnostics } from '@webfilter/terraform-plugin'
import { setTexts, type Texts } from '../member/state'

/**
 * What is left to be done for an account that this resource has created. It is stored in private data, by these names: the next plan
 * repairs it. An error instead would make Terraform taint the resource, and the next apply delete the account.
 */
export interface Unfinished {
  readonly texts: boolean
  readonly password: boolean
  /** The groups that the member is still to be linked to. */
  readonly gids: readonly number[]
}

/** What an account needs after the request that creates it. */
interface Work {
  readonly uid: string
  readonly texts: Texts
  /** Null if it is not to be set. */
  readonly password: string | null
  readonly gids: readonly number[]
}

/** What could not be done of it, and why. */
export interface Left {
  readonly unfinished: Unfinished
  /** Those of the groups to which the appliance refuses to link the member. */
  readonly refused: readonly number[]
  readonly reasons: readonly string[]
  /** The first failure. */
  readonly failure: ApplianceError
}

/**
 * Links an account to its groups, and sets its password and its texts. What the appliance refuses does not keep it from the rest; after a
 * request that was not answered, no other is sent.
 *
 * @returns what is left to be done; undefined for nothing
 */
export async function completeAccount(
  { uid, texts, password, gids }: Work,
  { members, groups }: Directory,
  diagnostics: Diagnostics,
  signal: AbortSignal,
): Promise<Left | undefined> {
  const failures: ApplianceError[] = []
  const refused: number[] = []
  const unlinked = await linkToGroups()
  const hasPassword = password === null || (await isDone(() => members.setPassword(uid, password, signal)))
  const hasTexts = await isDone(() => setTexts(members, uid, texts, diagnostics, signal))
  const [failure] = failures
  return (
    failure && {
      unfinished: { texts: !hasTexts, password: !hasPassword, gids: unlinked },
      refused,
      reasons: [...new Set(failures.map((each) => diagnosticOf(each).message))],
      failure,
    }
  )

  async function linkToGroups(): Promise<readonly number[]> {
    const left: number[] = []
    let there: readonly number[] = []
    const isRead = await isDone(async () => {
      if (gids.length > 0) there = ((await groups.ofMember(uid, signal)) ?? []).map(({ gid }) => gid)
    })
    if (!isRead) return gids
    for (const gid of gids) {
      if (there.includes(gid) || (await isDone(() => groups.link(gid, uid, signal)))) continue
      left.push(gid)
      if (failures.at(-1)?.kind === 'failed') refused.push(gid)
    }
    return left
  }

  async function isDone(work: () => Promise<unknown>): Promise<boolean> {
    if (failures.some(({ kind, transient }) => transient || kind === 'cancelled')) return false
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof ApplianceError)) throw error
      failures.push(error)
      return false
    }
  }
}
