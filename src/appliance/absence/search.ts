import { SingleFlight } from '../../concurrency'
import { absenceNotBelieved } from '../../diagnostics/absence'
import { answeredElsewhere, routeVanished } from '../../diagnostics/answers'
import { cancelled } from '../cancellation'
import { ApplianceError } from '../errors'
import type { Answer } from '../protocol/answer'
import type { RawAnswer, RouteCaller } from '../protocol/route-caller'
import type { Log } from '../settings'
import { type AskedAnswer, canMeanAbsence, quoted, unrelatedAnswer } from './absence-form'
import { type Calibration, createCalibrator, type Sought } from './calibration'

/** Looks for what may not exist. */
export interface Search {
  /**
   * Asks for a value. Returns what `read` makes of the answer, or undefined if nothing of that name exists. Throws
   * `ApplianceError` for a failure, and if a failure cannot be distinguished from an absence.
   *
   * @param read what the answer says of the value; undefined if it says nothing of it. May throw `ApplianceError`.
   * @param isCertain whether the result can be nothing but what was asked for; otherwise it is compared with an absence, too
   */
  find<T>(
    value: string,
    read: (answer: Answer) => T | undefined,
    signal: AbortSignal,
    isCertain?: (found: T) => boolean,
  ): Promise<T | undefined>

  /**
   * Throws `ApplianceError` if the answers prove nothing although the value looked absent: an outage that began after something was found
   * may be answered like an absence. The last values found, three at most, are therefore requested again until one is found. Then the
   * value itself is requested, whose answer differs if an outage has ended in the meantime. Asks nothing if nothing was found so far.
   */
  reconsider<T>(
    value: string,
    read: (answer: Answer) => T | undefined,
    signal: AbortSignal,
    isCertain?: (found: T) => boolean,
  ): Promise<void>

  /**
   * Whether an absence proves more than that all requests fail alike: something was found so far, or the answer has the form that an
   * absence had in an earlier run, in which something was found.
   */
  isProven(): boolean

  /** Says what form an absence had in an earlier run: the fingerprint that `distinguished` returned there. */
  recognize(fingerprint: string): void

  /**
   * The fingerprint of the form of an absence, once it was seen to differ from what is there: what was found last is still found, before
   * and after something that cannot exist. Undefined if nothing was found so far, or if the answers do not show it. Asks once in a run.
   */
  distinguished(signal: AbortSignal): Promise<string | undefined>
}

/**
 * The interface document does not show what an appliance answers for something that does not exist (2.7, section 7), and words
 * are no proof: a failure that is taken for an absence makes a plan create again what exists. So the appliance is asked, once and
 * only when it matters, for two things that cannot exist. What their answers have in common is what absence looks like there,
 * whatever its wording, envelope or HTTP status. If these answers differ, or a route that does not exist is answered alike,
 * absence cannot be recognized, and that is an error.
 *
 * @param writes of this client, after which what was found may be gone
 */
export function createSearch(caller: RouteCaller, sought: Sought, writes: Writes, log: Log): Search {
  const { route, parameter } = sought
  const calibrator = createCalibrator(caller, sought, receive, log)
  let calibration: Calibration | undefined
  const recognized = new Set<string>()
  const distinguishing = new SingleFlight<string | undefined>(cancelled)
  let distinguished: { readonly fingerprint: string | undefined } | undefined
  const calibrating = new SingleFlight<Calibration>(cancelled)
  /** What was found last, the newest first. */
  let found: readonly Found[] = []

  async function receive(value: string, signal: AbortSignal): Promise<AskedAnswer> {
    const isAbsence = (answer: RawAnswer) =>
      canMeanAbsence(answer) && calibration?.form.fits(value, answer) === true
    const answer = await caller.receive(route, { parameters: { [parameter]: value } }, signal, isAbsence)
    return { asked: value, answer }
  }

  async function isAbsent(doubt: AskedAnswer, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const known =
        calibration ?? (await shared((joined) => calibrator.learn(doubt, found.length > 0, joined), signal))
      if (known.form.fits(doubt.asked, doubt.answer)) return true
      // An outage fits no form either. If something can still be found, it is no outage but an answer that varies slowly.
      if (known.samples.length >= mostSamples || !(await found[0]?.again(signal))) return false
      const wider = await shared((joined) => calibrator.learnMore(known, joined), signal)
      if (wider === known) return false
    }
  }

  /** One caller at a time asks, and the others wait for its result. */
  async function shared(
    work: (signal: AbortSignal) => Promise<Calibration>,
    signal: AbortSignal,
  ): Promise<Calibration> {
    calibration = await calibrating.join(signal, work)
    return calibration
  }

  /** A route is missing only if one that cannot exist gets the same answer, and never if it has reported anything. */
  async function behind(
    failure: ApplianceError,
    doubt: AskedAnswer,
    signal: AbortSignal,
  ): Promise<ApplianceError> {
    const mayBeMissing = failure.kind === 'route-missing' && failure.status === 404
    if (!mayBeMissing || sought.comesWithOthers?.()) return failure
    if (found.length > 0 || calibration) return vanished(failure, doubt)
    return (await calibrator.missingRoute(doubt, signal)) ?? elsewhere(failure, doubt, 'comparison')
  }

  /** A route that came with others which the appliance has is not missing, whatever is said of it. */
  function unlessKnown(error: unknown, doubt: AskedAnswer): unknown {
    const isMissing = error instanceof ApplianceError && error.kind === 'route-missing'
    return isMissing && sought.comesWithOthers?.() ? elsewhere(error, doubt, 'other routes') : error
  }

  async function readOrCompare<T>(
    asked: AskedAnswer,
    mark: number | undefined,
    read: (answer: Answer) => T | undefined,
    signal: AbortSignal,
    isCertain: (found: T) => boolean,
  ): Promise<T | undefined> {
    const { found: result, failure } = resultOf(asked.answer, read)
    if (result !== undefined && isCertain(result)) {
      remember({ value: asked.asked, mark, again: (by) => isFound(asked.asked, read, by, isCertain) })
      return result
    }
    if (!canMeanAbsence(asked.answer)) throw await behind(failure, asked, signal)
    if (await isAbsent(asked, signal)) return undefined
    if (result === undefined) throw await behind(failure, asked, signal)
    return result
  }

  async function isFound<T>(
    value: string,
    read: (answer: Answer) => T | undefined,
    signal: AbortSignal,
    isCertain: (found: T) => boolean,
  ): Promise<boolean> {
    const { answer } = await receive(value, signal)
    const { found: result } = resultOf(answer, read)
    return result !== undefined && isCertain(result)
  }

  async function distinguish(known: Found, signal: AbortSignal): Promise<string | undefined> {
    if (!(await known.again(signal))) return undefined
    const cannotExist = await receive(sought.inventions()[0], signal)
    if (!canMeanAbsence(cannotExist.answer) || !(await isAbsent(cannotExist, signal))) return undefined
    return (await known.again(signal)) ? calibration?.form.fingerprint : undefined
  }

  function remember(one: Found): void {
    found = [one, ...found.filter(({ value }) => value !== one.value)].slice(0, mostAskedAgain)
  }

  function disbelieved(absent: string, lost: readonly Found[]): ApplianceError {
    // It was learned from answers that prove nothing.
    calibration = undefined
    const names = lost.map(({ value }) => value)
    const diagnostic = absenceNotBelieved({ absent, absentThing: sought.absentThing, lost: names })
    return new ApplianceError({ kind: 'unreadable', diagnostic })
  }

  async function find<T>(
    value: string,
    read: (answer: Answer) => T | undefined,
    signal: AbortSignal,
    isCertain: (found: T) => boolean = () => true,
  ): Promise<T | undefined> {
    const mark = writes.mark()
    const asked = await receive(value, signal)
    try {
      return await readOrCompare(asked, mark, read, signal, isCertain)
    } catch (error) {
      throw unlessKnown(error, asked)
    }
  }

  return {
    find,
    async reconsider(value, read, signal, isCertain = () => true) {
      const mark = writes.mark()
      // Writes of this client may be the reason why something is no longer found, or is found now.
      const hasWritten = () => mark === undefined || writes.mark() !== mark
      const witnesses = found.filter((each) => each.mark === mark)
      if (hasWritten() || witnesses.length === 0) return
      const isOneThere = await anyFoundAgain(witnesses, signal)
      if (hasWritten()) return
      if (!isOneThere) throw disbelieved(value, witnesses)
      const again = await find(value, read, signal, isCertain).catch((error: unknown) => {
        calibration = undefined
        throw error
      })
      if (again !== undefined && !hasWritten()) throw disbelieved(value, [])
    },
    isProven: () =>
      found.length > 0 || (calibration !== undefined && recognized.has(calibration.form.fingerprint)),
    recognize: (fingerprint) => void recognized.add(fingerprint),
    async distinguished(signal) {
      const [known] = found
      if (!distinguished && known) {
        const fingerprint = await distinguishing.join(signal, (joined) => distinguish(known, joined))
        distinguished = { fingerprint }
      }
      return distinguished?.fingerprint
    },
  }
}

interface Found {
  readonly value: string
  /** Of the writes, before it was asked for. */
  readonly mark: number | undefined
  again(signal: AbortSignal): Promise<boolean>
}

/** Others may remove one that was found, but hardly the last three at once. */
const mostAskedAgain = 3

async function anyFoundAgain(witnesses: readonly Found[], signal: AbortSignal): Promise<boolean> {
  for (const { again } of witnesses) if (await again(signal)) return true
  return false
}

function vanished(cause: ApplianceError, { answer }: AskedAnswer): ApplianceError {
  const { request, status, words } = answer
  return new ApplianceError({
    kind: 'refused',
    status,
    diagnostic: routeVanished({ request, status, words }),
    cause,
  })
}

function elsewhere(
  cause: ApplianceError,
  { answer }: AskedAnswer,
  evidence: 'comparison' | 'other routes',
): ApplianceError {
  return new ApplianceError({
    kind: 'refused',
    status: answer.status,
    diagnostic: answeredElsewhere({ request: answer.request, answer: quoted(answer), evidence }),
    cause,
  })
}

function resultOf<T>(answer: RawAnswer, read: (answer: Answer) => T | undefined) {
  try {
    return { found: read(answer.read()), failure: unrelatedAnswer(answer) }
  } catch (failure) {
    if (!(failure instanceof ApplianceError)) throw failure
    return { found: undefined, failure }
  }
}

/** Answers that do not fit make the client ask again until there are so many samples. */
const mostSamples = 8

/** The writes of this client to what is sought: what was found before one may be gone after it. */
export class Writes {
  #begun = 0
  #underWay = 0

  async during<T>(write: () => Promise<T>): Promise<T> {
    this.#begun += 1
    this.#underWay += 1
    try {
      return await write()
    } finally {
      this.#underWay -= 1
    }
  }

  /** The same number as before if nothing was written in between; undefined while something is being written. */
  mark(): number | undefined {
    return this.#underWay === 0 ? this.#begun : undefined
  }
}
