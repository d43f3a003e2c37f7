import { canonicalUid } from '@webfilter/appliance-names'
import { type CreateArguments, isUnknown, type State } from '@webfilter/terraform-plugin'
import { finishing } from '../../../appliance/cancellation'
import type { Member, MemberText, NewMember } from '../../../appliance/directory/entries'
import type { DeferredDeletion } from '../../../coordination/directory'
import type { ProviderData } from '../../../definitions'
import { memberIncomplete } from '../../../diagnostics/accounts'
import type { memberAttributes } from '../member/attributes'
import {
  confirmMember,
  type DeclaredMember,
  refuseExisting,
  setTexts,
  textsToSend,
  warnOfAdoption,
} from '../member/state'
import { completeAccount } from './completion'
import { relink, succeed, withLostLinks } from './succession'
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
  const placed: MemberRecord = { organization: wanted.organization, gid: config.gid || null }
  const { accounts } = run.directory
  run.directory.declare('member', canonicalUid(uid))
  return await run.turn('member', canonicalUid(uid), signal, async () => {
    const replaced = accounts.succeededBy(uid)
    if (replaced) return await createInPlaceOf(replaced)
    const { member: existing } = await namingLostLinks(() => members.look(uid, signal))
    const state = existing ? await adopt(existing) : await finishing(signal, createNew)
    accounts.arrive(plan)
    return state
  })

  async function adopt(existing: Member) {
    // A member of the state was not created by others.
    if (plan.on_existing === 'fail' && !accounts.stored(uid)) refuseExisting(uid)
    warnOfAdoption(existing, { ...plan, ...wanted }, diagnostics)
    await setTexts(members, uid, missingTexts(existing), diagnostics, signal)
    if (password !== null) await members.setPassword(uid, password, signal)
    const state = await stateOf(true, signal)
    keep({ ...placed, absence: await members.absence(signal) })
    return state
  }

  async function createNew(late: AbortSignal) {
    const created = await namingLostLinks(() => members.create(newMember(), late))
    // First, because only this run knows the links.
    await relink(uid, wanted, accounts, directory, diagnostics, late)
    const left = await completeAccount(
      {
        uid,
        texts: missingTexts(undefined),
        password: created === 'confirmed' ? null : password,
        gids: [],
      },
      directory,
      diagnostics,
      late,
    )
    if (left) {
      const { unfinished, reasons, failure } = left
      const { advice } = failure.diagnostic
      diagnostics.raise(memberIncomplete({ uid, gids: unfinished.gids, reasons, advice }))
    }
    const state = left ? unreadState() : await stateOf(false, late)
    const absence = await members.absence(late)
    keep({ ...placed, absence, ...(left && { unfinished: left.unfinished }) })
    return state
  }

  async function createInPlaceOf(replaced: DeferredDeletion) {
    // Goes with the state of the replaced member, which is kept until its successor is there.
    if (replaced.record) keep(replaced.record)
    const creation = {
      uid,
      place: wanted,
      on_destroy: plan.on_destroy,
      create: (late: AbortSignal) => members.create(newMember(), late),
      async complete(created: 'confirmed' | 'found', late: AbortSignal) {
        await setTexts(members, uid, missingTexts(undefined), diagnostics, late)
        if (password !== null && created !== 'confirmed') await members.setPassword(uid, password, late)
      },
      read: (late: AbortSignal) => stateOf(false, late),
    }
    const context = { appliance, run, onUnreachable, diagnostics, signal }
    const { state, leftBehind } = await succeed(replaced, creation, context)
    const absence = await members.absence(new AbortController().signal)
    keep({ ...placed, absence, ...(leftBehind !== undefined && { leftBehind }) })
    return state
  }

  function newMember(): NewMember {
    return {
      uid,
      firstName: wanted.first_name,
      lastName: wanted.last_name,
      email: wanted.email,
      organization: wanted.organization,
      gid: wanted.gid ?? 0,
      password: password ?? undefined,
    }
  }

  /** The texts that an account lacks: of a new one those that a creation does not accept. */
  function missingTexts(existing: Member | undefined) {
    const taken: Readonly<Partial<Record<MemberText, string>>> = newMember()
    return textsToSend(wanted, (text) => (existing ? existing.texts[text]?.[0] : taken[text]) ?? '')
  }

  async function stateOf(adopted: boolean, until: AbortSignal) {
    const found = await confirmMember(uid, wanted, appliance, diagnostics, until)
    return { ...plan, ...found, adopted, id: canonicalUid(uid) }
  }

  /** Of an account that is to be completed, whose values are no observation yet. */
  function unreadState() {
    return { ...plan, gid: wanted.gid, unverified: [], adopted: false, id: canonicalUid(uid) }
  }

  async function namingLostLinks<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw withLostLinks(error, uid, accounts)
    }
  }
}
