import { type RecordDoubt, recordAnswerUnclear } from '../../diagnostics/other-areas'
import { type AskedAnswer, areAlike, quoted } from '../absence/absence-form'
import { ApplianceError } from '../errors'
import { isFailure } from '../protocol/envelope'
import type { RawAnswer } from '../protocol/route-caller'
import { workOneByOne } from '../work'
import { type ListedAddress, readListedAddresses } from './answers'

/** Addresses whose answers are known: RFC 5782, section 5. */
const neverListed = '127.0.0.1'
const alwaysListed = '127.0.0.2'

/**
 * Which addresses a database lists whose answer has no collection. Its words decide nothing: "not listed" stands in "192.0.2.25 is listed;
 * 192.0.2.26 is not listed" too, and in what an access rule says. So each address is asked for in a request of its own, after an address
 * that no such database may list and one that each must. Its answer means what the answer of one of these means that it equals, but for the
 * address and times. Both are asked for once more at the end: a database that was away in between, or that was busy at the beginning, may
 * have answered alike for what is listed and what is not. Throws `ApplianceError` if any answer is not understood.
 *
 * @param doubt the answer without a collection
 * @param declared all addresses of the caller; one of these is no control
 * @param ask asks for one address
 */
export async function compareWithControls(
  doubt: RawAnswer,
  addresses: readonly string[],
  declared: readonly string[],
  ask: (address: string) => Promise<AskedAnswer>,
  underWay: number,
  signal: AbortSignal,
): Promise<readonly ListedAddress[]> {
  const own = [neverListed, alwaysListed].find((control) => declared.includes(control))
  if (own !== undefined) throw unclear(doubt, { kind: 'control declared', control: own })
  const [unlisted, listed] = await Promise.all([ask(neverListed), ask(alwaysListed)])
  const saysListed = listedIn(listed)
  if (listedIn(unlisted)?.length || saysListed?.length === 0 || areAlike(unlisted, listed))
    throw unclear(doubt, { kind: 'controls alike' })
  const { results, failure } = await workOneByOne(addresses, underWay, signal, async (address) => {
    const asked = await ask(address)
    const found = listedIn(asked)
    if (found !== undefined) return found
    if (areAlike(asked, unlisted)) return []
    if (areAlike(asked, listed)) return [{ address, description: null, date: null }]
    throw unclear(asked.answer, { kind: 'like neither', address })
  })
  if (failure !== undefined) throw failure
  const [unlistedAgain, listedAgain] = await Promise.all([ask(neverListed), ask(alwaysListed)])
  if (saysListed === undefined ? !areAlike(listedAgain, listed) : !listedIn(listedAgain)?.length)
    throw unclear(listedAgain.answer, { kind: 'control changed', control: alwaysListed })
  if (
    listedIn(unlisted) === undefined
      ? !areAlike(unlistedAgain, unlisted)
      : listedIn(unlistedAgain)?.length !== 0
  )
    throw unclear(unlistedAgain.answer, { kind: 'control changed', control: neverListed })
  return addresses.flatMap((address) => results.get(address) ?? [])
}

/** Undefined where the answer has no collection. */
function listedIn({ asked, answer }: AskedAnswer): readonly ListedAddress[] | undefined {
  return readListedAddresses(answer.read(), [asked])
}

function unclear(answer: RawAnswer, doubt: RecordDoubt): ApplianceError {
  return new ApplianceError({
    kind: isFailure(answer.value) ? 'failed' : 'unreadable',
    status: answer.status,
    diagnostic: recordAnswerUnclear({
      request: answer.request,
      answer: quoted(answer),
      doubt,
      neverListed,
      alwaysListed,
    }),
  })
}
