import {
  type Appliance,
  ApplianceError,
  finishing,
  type Member,
  type MemberText,
} from '@webfilter/appliance-client'
import {
  memberDeclaredTwice,
  memberIncomplete,
  memberTakenOver,
} from '@webfilter/appliance-declarations/diagnostics/accounts'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import type { memberAttributes } from '@webfilter/appliance-declarations/member-attributes'
import type { DeclaredMember } from '@webfilter/appliance-declarations/member-values'
import { canonicalUid } from '@webfilter/appliance-names'
import { type CreateArguments, isUnknown, type State } from '@webfilter/terraform-plugin'
import { type ProviderData, refuseSecond } from '../../../provider-data'
import {
  confirmMember,
  createdMember,
  type MemberChange,
  newMember,
  refuseExisting,
  setTexts,
  type Texts,
  textsToSend,
  warnOfAdoption,
  warnOfOtherPlace,
} from '../member/state'
import { completeAccount, type Left } from './completion'
import type { MemberNote, MemberRecord } from './private-data'

/**
 * Creates a member, adopts one that exists, or takes over the account of the object that it replaces. What fails after the account is made
 * is a warning, and the next plan repairs it.
 */
export async function createMember({
  plan,
  config,
  noted,
  keep,
  object,
  appliance,
  run,
  diagnostics,
  signal,
}: CreateArguments<typeof memberAttributes, ProviderData<Appliance>, MemberRecord, MemberNote>): Promise<
  State<typeof memberAttributes>
> {
  const { directory } = appliance
  const { members } = directory
  const { uid } = plan
  const login = canonicalUid(uid)
  const wanted: DeclaredMember = { ...plan, gid: isUnknown(plan.gid) ? null : plan.gid }
  const password = config.password_wo ?? plan.password
  const record: MemberRecord = { gid: config.gid || null, seen: Date.now() }
  refuseSecond(run.claims.create('member', login, object), memberDeclaredTwice({ uid }))
  run.directory.declare('member', login)
  /** What an object that is replaced has left: the account stays where it is. */
  const nothingElse = { ...wanted, unverified: [] }
  return await run.changes.turn('member', login, signal, async () => {
    const { member: existing } = await members.look(uid, signal)
    return existing ? await takeOver(existing) : await finishing(signal, createNew)
  })

  async function createNew(late: AbortSignal) {
    const made = await members.create(newMember(wanted, uid, password), late)
    const texts = missingTexts()
    const work = { uid, texts, password: made === 'confirmed' ? null : password, gids: [] }
    const isDone = work.password === null && Object.keys(texts).length === 0
    const seen = await createdMember(uid, wanted, directory, late).catch(unlessOthers)
    if (seen instanceof ApplianceError && !isDone) {
      const unfinished = { texts: true, password: work.password !== null, gids: [] }
      return await incomplete(
        { unfinished, reasons: [diagnosticOf(seen).message], failure: seen },
        false,
        late,
      )
    }
    if (isDone)
      return await completed(texts, false, late, { seen: seen instanceof ApplianceError ? undefined : seen })
    const left = await completeAccount(work, directory, diagnostics, late)
    return left ? await incomplete(left, false, late) : await completed(texts, false, late)
  }

  /** The account of an object that is replaced belongs to this state already. Any other one is adopted. */
  async function takeOver(existing: Member) {
    const replaced = run.directory.accounts.replaced(uid) ?? replacedIn(noted)
    if (replaced) {
      diagnostics.raise(memberTakenOver({ uid, resetsPassword: password !== null }))
      warnOfOtherPlace(existing, { ...plan, ...wanted }, diagnostics)
    } else {
      if (plan.on_existing === 'fail') refuseExisting(uid)
      warnOfAdoption(existing, { ...plan, ...wanted }, diagnostics)
    }
    const texts = missingTexts(existing)
    if (replaced && replaced.owed.length > 0) {
      const work = { uid, texts, password, gids: replaced.owed }
      const left = await completeAccount(work, directory, diagnostics, signal)
      if (left) return await incomplete(left, replaced.adopted, signal)
      return await completed(texts, replaced.adopted, signal, { before: nothingElse })
    }
    await setTexts(members, uid, texts, diagnostics, signal)
    if (password !== null) await members.setPassword(uid, password, signal)
    return await completed(texts, replaced?.adopted ?? true, signal, replaced && { before: nothingElse })
  }

  function replacedIn(note: MemberNote | undefined) {
    const replaces = note?.plan === 'creation' ? note.replaces : undefined
    return replaces?.uid === login ? { adopted: replaces.adopted, owed: [] } : undefined
  }

  async function completed(
    sent: Texts,
    adopted: boolean,
    until: AbortSignal,
    known: Pick<MemberChange, 'before' | 'seen'> = {},
  ) {
    const change = { uid, wanted, sent, ...known }
    const { shown, instead, lost } = await confirmMember(change, appliance, diagnostics, until)
    if (lost) {
      const unfinished = { texts: true, password: false, gids: [] }
      const { failure } = lost
      return await incomplete(
        { unfinished, reasons: [diagnosticOf(failure).message], failure },
        adopted,
        until,
      )
    }
    keep({ ...record, instead, absence: await members.absence(until) })
    return { ...plan, adopted, id: login, ...shown }
  }

  async function incomplete(
    { unfinished, reasons, failure }: Omit<Left, 'refused'>,
    adopted: boolean,
    until: AbortSignal,
  ) {
    const { advice } = diagnosticOf(failure)
    diagnostics.raise(memberIncomplete({ uid, gids: unfinished.gids, reasons, advice }))
    keep({ ...record, absence: await members.absence(until), unfinished })
    // Values that are to be set are no observation yet.
    return { ...plan, adopted, id: login, gid: wanted.gid, unverified: [] }
  }

  /** The texts that an account lacks: of a new one those that a creation does not accept. */
  function missingTexts(existing?: Member) {
    const taken: Readonly<Partial<Record<MemberText, string>>> = newMember(wanted, uid, password)
    return textsToSend(wanted, (text) => (existing ? existing.texts[text]?.[0] : taken[text]) ?? '')
  }
}

/** What keeps the provider from reading a member; that it is another one's is thrown. */
function unlessOthers(error: unknown): ApplianceError {
  if (error instanceof ApplianceError) return error
  throw error
}
