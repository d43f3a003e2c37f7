import { canonicalUid } from '@webfilter/appliance-names'
import { type CreateArguments, isUnknown, type State } from '@webfilter/terraform-plugin'
import { finishing } from '../../../appliance/cancellation'
import type { Member, MemberText } from '../../../appliance/directory/entries'
import type { Created } from '../../../appliance/directory/members'
import type { DeferredDeletion } from '../../../coordination/directory'
import { type ProviderData, refuseSecond } from '../../../definitions'
import { memberDeclaredTwice, memberIncomplete } from '../../../diagnostics/accounts'
import { stayReason } from '../account-outcome'
import type { memberAttributes } from '../member/attributes'
import {
  confirmMember,
  type DeclaredMember,
  newMember,
  refuseExisting,
  setTexts,
  textsToSend,
  warnOfAdoption,
} from '../member/state'
import { completeAccount, type Left } from './completion'
import { succeed } from './succession'
import type { MemberNote, MemberRecord } from './successor'

/**
 * Creates a member, adopts the one that exists, or creates it in place of another account.
 *
 * Once the appliance has created an account, it belongs to this resource: the requests that are left are sent even after Ctrl-C, and where
 * they fail, the state records what is missing.
 */
export async function createMember({
  plan,
  config,
  keep,
  object,
  appliance,
  run,
  onUnreachable,
  diagnostics,
  signal,
}: CreateArguments<typeof memberAttributes, ProviderData, MemberRecord, MemberNote>): Promise<
  State<typeof memberAttributes>
> {
  const { directory } = appliance
  const { members } = directory
  const { uid } = plan
  const wanted: DeclaredMember = { ...plan, gid: isUnknown(plan.gid) ? null : plan.gid }
  const password = config.password_wo ?? plan.password
  let record: MemberRecord = { organization: wanted.organization, gid: config.gid || null }
  const { accounts, journal } = run.directory
  refuseSecond(run.claims.create('member', canonicalUid(uid), object), memberDeclaredTwice({ uid }))
  run.directory.declare('member', canonicalUid(uid))
  return await run.turn('member', canonicalUid(uid), signal, async () => {
    const replaced = accounts.succeededBy(uid)
    const state = await (replaced ? createInPlaceOf(replaced) : createOrAdopt())
    await journal.remove({ replaced: canonicalUid(uid), successor: canonicalUid(uid) })
    return state
  })

  async function createOrAdopt() {
    const { member: existing } = await members.look(uid, signal)
    const state = existing ? await adopt(existing) : await finishing(signal, createNew)
    accounts.arrive(plan)
    return state
  }

  async function createNew(late: AbortSignal) {
    const made = await members.create(newMember(wanted, uid, password), late)
    return await created(await complete(made, [], late), late)
  }

  async function adopt(existing: Member) {
    // A member of the state was not created by others.
    if (plan.on_existing === 'fail' && !accounts.stored(uid)) refuseExisting(uid)
    warnOfAdoption(existing, { ...plan, ...wanted }, diagnostics)
    await setTexts(members, uid, missingTexts(existing), diagnostics, signal)
    if (password !== null) await members.setPassword(uid, password, signal)
    const state = await confirmedState(true, signal)
    keep({ ...record, absence: await members.absence(signal) })
    return state
  }

  async function createInPlaceOf(replaced: DeferredDeletion) {
    const creation = {
      uid,
      place: wanted,
      on_destroy: plan.on_destroy,
      create: (late: AbortSignal) => members.create(newMember(wanted, uid, password), late),
      complete,
      created,
      /** An account that a creation without an answer has made, or a person instead of the one that was deleted. */
      async adopted(existing: Member, gids: readonly number[], late: AbortSignal) {
        const isKept = stayReason(replaced.adopted, plan.on_destroy) !== undefined
        const on_destroy = isKept ? 'keep' : 'delete'
        warnOfAdoption(existing, { ...plan, ...wanted, on_destroy }, diagnostics)
        return {
          ...(await created(await complete('found', gids, late, existing), late)),
          adopted: replaced.adopted,
        }
      },
    }
    const context = { appliance, run, onUnreachable, diagnostics, signal }
    const { state, leftBehind } = await succeed(replaced, creation, keep, context)
    if (leftBehind !== undefined) keep({ ...record, leftBehind })
    return state
  }

  async function complete(made: Created, gids: readonly number[], late: AbortSignal, existing?: Member) {
    const work = {
      uid,
      texts: missingTexts(existing),
      password: made === 'confirmed' ? null : password,
      gids,
    }
    return await completeAccount(work, directory, diagnostics, late)
  }

  async function created(left: Left | undefined, late: AbortSignal) {
    if (left) {
      const { unfinished, reasons, failure } = left
      const { advice } = failure.diagnostic
      diagnostics.raise(memberIncomplete({ uid, gids: unfinished.gids, reasons, advice }))
    }
    // Values that are to be set are no observation yet.
    const unread = { ...plan, gid: wanted.gid, unverified: [], adopted: false, id: canonicalUid(uid) }
    const state = left ? unread : await confirmedState(false, late)
    record = {
      ...record,
      absence: await members.absence(late),
      ...(left && { unfinished: left.unfinished }),
    }
    keep(record)
    return state
  }

  /** The texts that an account lacks: of a new one those that a creation does not accept. */
  function missingTexts(existing?: Member) {
    const taken: Readonly<Partial<Record<MemberText, string>>> = newMember(wanted, uid, password)
    return textsToSend(wanted, (text) => (existing ? existing.texts[text]?.[0] : taken[text]) ?? '')
  }

  async function confirmedState(adopted: boolean, until: AbortSignal) {
    const { shown, instead } = await confirmMember(uid, wanted, undefined, appliance, diagnostics, until)
    record = { ...record, instead }
    return { ...plan, ...shown, adopted, id: canonicalUid(uid) }
  }
}
