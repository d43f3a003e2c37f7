import { type AbsenceForm, type AskedAnswer, absenceForm, areAlike } from '../absence-form'
import { ApplianceError } from '../errors'
import type { RecordDoubt } from '../incidents'
import { isFailure } from '../protocol/envelope'
import { answeredBy, type RawAnswer } from '../protocol/route-caller'
import { workOneByOne } from '../work'
import { type ListedAddress, readRecords } from './answers'

/** Addresses whose answers are known: RFC 5782, section 5. */
const neverListed = '127.0.0.1'
const alwaysListed = '127.0.0.2'

/** How a database is compared with the controls. */
export interface Comparison {
  /** All addresses of the caller; one of these is no control. */
  readonly declared: readonly string[]
  /** Whether the answers of this form, by its fingerprint, were seen to mean "not listed" beside an address that was listed. */
  isProven(fingerprint: string): boolean
  /** Asks for one address. */
  readonly ask: (address: string) => Promise<AskedAnswer>
  readonly underWay: number
  readonly signal: AbortSignal
}

/**
 * Which addresses a database lists whose answer has no collection. Its words decide nothing: "not listed" stands in "192.0.2.25 is listed;
 * 192.0.2.26 is not listed" too, and in what an access rule says. So each address is asked for in a request of its own, after an address
 * that no such database may list and one that each must. Its answer means what the answer of one of these means that it equals, but for the
 * address and times. Both are asked for once more at the end: a database that was away in between, or that was busy at the beginning, may
 * have answered alike for what is listed and what is not. A database in production may list neither of the two. Then both are answered as
 * what is not listed, and that counts only if the same answer was seen beside one for a listed address. Throws `ApplianceError` if any
 * answer is not understood.
 *
 * @param doubt the answer without a collection
 */
export async function compareWithControls(
  doubt: RawAnswer,
  addresses: readonly string[],
  comparison: Comparison,
): Promise<readonly ListedAddress[]> {
  const { ask, underWay, signal } = comparison
  const controls = await askControls(doubt, comparison)
  const proven = controls.form && comparison.isProven(controls.form.fingerprint) ? controls.form : undefined
  if (!controls.differ && !proven) throw unclear(doubt, { kind: 'controls alike' })
  const { unlisted, listed } = controls
  const { results, failure } = await workOneByOne(addresses, underWay, signal, async (address) => {
    const asked = await ask(address)
    const found = listedIn(asked)
    if (found !== undefined) return found
    if (proven ? proven.fits(address, asked.answer) : areAlike(asked, unlisted)) return []
    if (!proven && areAlike(asked, listed)) return [{ address, description: null, date: null }]
    throw unclear(asked.answer, { kind: 'like neither', address })
  })
  if (failure !== undefined) throw failure
  const [unlistedAgain, listedAgain] = await Promise.all([ask(neverListed), ask(alwaysListed)])
  if (!isAnsweredAsBefore(listedAgain, listed, proven))
    throw unclear(listedAgain.answer, { kind: 'control changed', control: alwaysListed })
  if (!isAnsweredAsBefore(unlistedAgain, unlisted, proven))
    throw unclear(unlistedAgain.answer, { kind: 'control changed', control: neverListed })
  return addresses.flatMap((address) => results.get(address) ?? [])
}

/**
 * The fingerprint of the answers for what is not listed, from a database that lists an address now. Undefined if no fingerprint will be
 * needed to understand that the address is gone. Throws `ApplianceError` if that could not be understood.
 */
export async function absenceBeside(
  listedAddress: string,
  comparison: Comparison,
): Promise<string | undefined> {
  const { ask } = comparison
  const unlisted = await ask(neverListed)
  if (listedIn(unlisted) !== undefined) return undefined
  const { differ, listed, form } = await askControls(unlisted.answer, comparison)
  const shown = listedIn(await ask(listedAddress))
  // Two answers in words may differ because one of them is a failure; what is listed has a collection here.
  const isEnough = differ && (shown === undefined || listedIn(listed) !== undefined)
  if (isEnough) return undefined
  if (!form || !shown?.length) throw unclear(unlisted.answer, { kind: 'controls alike' })
  return form.fingerprint
}

interface Controls {
  readonly unlisted: AskedAnswer
  readonly listed: AskedAnswer
  /** Whether the answers show which of the two is listed. */
  readonly differ: boolean
  /** What the answers have in common if they do not, and are in words. */
  readonly form: AbsenceForm | undefined
}

async function askControls(doubt: RawAnswer, { declared, ask }: Comparison): Promise<Controls> {
  const own = [neverListed, alwaysListed].find((control) => declared.includes(control))
  if (own !== undefined) throw unclear(doubt, { kind: 'control declared', control: own })
  const [unlisted, listed] = await Promise.all([ask(neverListed), ask(alwaysListed)])
  const [saysUnlisted, saysListed] = [listedIn(unlisted), listedIn(listed)]
  // Where what is not listed has a collection, what is listed has one too.
  const isListed = saysListed === undefined ? saysUnlisted === undefined : saysListed.length > 0
  const differ = !saysUnlisted?.length && isListed && !areAlike(unlisted, listed)
  const areInWords = saysUnlisted === undefined && saysListed === undefined
  const form = areInWords ? absenceForm(unlisted, listed) : undefined
  return { unlisted, listed, differ, form }
}

function isAnsweredAsBefore(
  again: AskedAnswer,
  before: AskedAnswer,
  proven: AbsenceForm | undefined,
): boolean {
  const [saysAgain, saysBefore] = [listedIn(again), listedIn(before)]
  if (saysBefore !== undefined) return saysAgain?.length === saysBefore.length
  return proven ? proven.fits(again.asked, again.answer) : areAlike(again, before)
}

/** Undefined where the answer has no collection. */
function listedIn({ asked, answer }: AskedAnswer): readonly ListedAddress[] | undefined {
  return understood(answer, [asked])
}

/**
 * What a database lists of the addresses that were asked for. Undefined if its answer is in words.
 * @throws {ApplianceError} if it lists something else instead
 */
export function understood(
  answer: RawAnswer,
  asked: readonly string[],
): readonly ListedAddress[] | undefined {
  const read = readRecords(answer.read(), asked)
  switch (read.kind) {
    case 'listed':
      return read.records
    case 'in words':
      return undefined
    case 'about others':
      throw unclear(answer, { kind: 'about others', entry: read.entry })
    case 'in a network': {
      const { address, network } = read
      const { request, status } = answer
      const incident = { is: 'record-network-listed', request, address, network } as const
      throw new ApplianceError({ kind: 'unreadable', status, incident })
    }
  }
}

function unclear(answer: RawAnswer, doubt: RecordDoubt): ApplianceError {
  return new ApplianceError({
    kind: isFailure(answer.value) ? 'failed' : 'unreadable',
    status: answer.status,
    incident: { is: 'record-answer-unclear', ...answeredBy(answer), doubt, neverListed, alwaysListed },
  })
}
