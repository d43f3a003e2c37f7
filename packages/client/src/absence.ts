import { randomInt } from 'node:crypto'
import { SingleFlight } from '@webfilter/concurrency'
import { type AbsenceForm, type AskedAnswer, absenceForm, areAlike, longestAbsence } from './absence-form'
import { cancelled } from './cancellation'
import { ApplianceError } from './errors'
import { isPassing } from './http/retries'
import type { Incident, SoughtThing } from './incidents'
import type { Answer } from './protocol/answer'
import { failureOf, isKnownRefusal, readEnvelope, textsIn } from './protocol/envelope'
import { type Route, routeName } from './protocol/route'
import { answeredBy, type RawAnswer, type RouteCaller } from './protocol/route-caller'
import type { Log } from './settings'

/** What one route looks for, and how to find out the form of its absence. */
export interface Sought {
  readonly thing: SoughtThing
  /** A route that only reads, with a parameter that names what is looked for. */
  readonly route: Route
  readonly parameter: string
  /** A route beside it that no appliance has, with a parameter `word` for a random one. It must not be able to change anything. */
  readonly impossible: Route
  /** Two values in ordinary form that cannot exist, others at each call. */
  readonly inventions: () => readonly [string, string]
  /**
   * Throws unless the appliance is certain to be in a state in which it knows what exists.
   *
   * @returns whether the route is certain to exist
   */
  readonly understood: (signal: AbortSignal) => Promise<boolean>
  /** Whether the appliance is known by now to have other routes that came with this one, so that it cannot be missing. */
  readonly comesWithOthers?: () => boolean
}

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
 * What an appliance answers for something that does not exist is not documented (docs/appliance, "Find the categories of a site" and "Read
 * a member"), and words are no proof: a failure that is taken for an absence makes a plan create again what exists. So the appliance is
 * asked, once and only when it matters, for two things that cannot exist, and for a route that cannot. What the first two answers have in
 * common is what absence looks like there, whatever its wording, envelope or HTTP status. If they differ, or the route is answered alike,
 * absence cannot be recognized, and that is an error. What was found is the positive control: it is asked for again before an absence is
 * believed.
 *
 * @param writes of this client, after which what was found may be gone
 */
export function createSearch(caller: RouteCaller, sought: Sought, writes: Writes, log: Log): Search {
  const { thing, route, parameter, impossible, inventions } = sought
  let learned: Learned | undefined
  const learning = new SingleFlight<Learned>(cancelled)
  const recognized = new Set<string>()
  const distinguishing = new SingleFlight<string | undefined>(cancelled)
  let distinguished: { readonly fingerprint: string | undefined } | undefined
  /** What was found last, the newest first. */
  let found: readonly Found[] = []

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

  async function receive(value: string, signal: AbortSignal): Promise<AskedAnswer> {
    const isAbsence = (answer: RawAnswer) =>
      canMeanAbsence(answer) && learned?.form.fits(value, answer) === true
    const answer = await caller.receive(route, { parameters: { [parameter]: value } }, signal, isAbsence)
    return { asked: value, answer }
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
    return (await known.again(signal)) ? learned?.form.fingerprint : undefined
  }

  async function isAbsent(doubt: AskedAnswer, signal: AbortSignal): Promise<boolean> {
    const known = learned ?? (await learning.join(signal, (joined) => learn(doubt, joined)))
    learned = known
    if (known.form.fits(doubt.asked, doubt.answer)) return true
    // An outage fits no form either. If something can still be found, what is absent is answered otherwise now than when it was learned.
    const isAlike = absenceForm(known.sample, doubt) !== undefined
    if (isAlike && (await found[0]?.again(signal))) throw undetermined([known.sample, doubt])
    return false
  }

  /** One caller at a time asks, and the others wait for its result. @param doubt the answer that raised the question */
  async function learn(doubt: AskedAnswer, signal: AbortSignal): Promise<Learned> {
    const routeExists = (await sought.understood(signal)) || found.length > 0
    const nowhere = await askTheImpossible(signal)
    if (!routeExists && isAnsweredAlike(doubt, nowhere)) throw missing(doubt.answer)
    const [first, second] = inventions()
    const [one, other] = await Promise.all([askForNothing(first, signal), askForNothing(second, signal)])
    const form = absenceForm(one, other)
    if (!form) throw undetermined([one, other])
    if (form.fits(nowhere.asked, nowhere.answer))
      throw routeExists ? undetermined([one], nowhere.answer) : missing(doubt.answer)
    log.debug('learned how the appliance answers for something that does not exist', {
      route: routeName(route),
      status: doubt.answer.status,
    })
    return { form, sample: one }
  }

  async function askForNothing(value: string, signal: AbortSignal): Promise<AskedAnswer> {
    const asked = await receive(value, signal)
    if (!canMeanAbsence(asked.answer)) throw refusalBehind(asked.answer)
    return asked
  }

  async function askTheImpossible(signal: AbortSignal): Promise<AskedAnswer> {
    const asked = inventions()[0].replace(/\..*/, '')
    const answer = await caller.receive(impossible, { parameters: { word: asked } }, signal)
    if (!isEvidenceOfRoutes(answer)) throw refusalBehind(answer)
    return { asked, answer }
  }

  /** A route is missing only if one that cannot exist gets the same answer, and never if it has reported anything. */
  async function behind(
    failure: ApplianceError,
    doubt: AskedAnswer,
    signal: AbortSignal,
  ): Promise<ApplianceError> {
    const mayBeMissing = failure.kind === 'route-missing' && failure.status === 404
    if (!mayBeMissing || sought.comesWithOthers?.()) return failure
    if (found.length > 0 || learned) return vanished(failure, doubt)
    const isMissing = isAnsweredAlike(doubt, await askTheImpossible(signal))
    return isMissing ? missing(doubt.answer) : elsewhere(failure, doubt, 'comparison')
  }

  /** A route that came with others which the appliance has is not missing, whatever is said of it. */
  function unlessKnown(error: unknown, doubt: AskedAnswer): unknown {
    const isMissing = error instanceof ApplianceError && error.kind === 'route-missing'
    return isMissing && sought.comesWithOthers?.() ? elsewhere(error, doubt, 'other routes') : error
  }

  function remember(one: Found): void {
    found = [one, ...found.filter(({ value }) => value !== one.value)].slice(0, mostAskedAgain)
  }

  function disbelieved(absent: string, lost: readonly Found[]): ApplianceError {
    // It was learned from answers that prove nothing.
    learned = undefined
    const names = lost.map(({ value }) => value)
    return unreadable({ is: 'absence-not-believed', thing, name: absent, lost: names, groups: false })
  }

  /** It answers as a route that does not exist. */
  function missing(answer: RawAnswer): ApplianceError {
    const { release, withoutIt } = route
    const missed = { route: routeName(route), release, withoutIt }
    const incident = { is: 'route-missing', ...answeredBy(answer), ...missed } as const
    return new ApplianceError({ kind: 'route-missing', status: answer.status, incident })
  }

  /** @param nowhere the answer of a route that does not exist, if it is the same */
  function undetermined(samples: readonly AskedAnswer[], nowhere?: RawAnswer): ApplianceError {
    const answers = samples.map(({ answer }) => answeredBy(answer))
    return unreadable({ is: 'absence-undetermined', thing, answers, route: nowhere?.request })
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
        learned = undefined
        throw error
      })
      if (again !== undefined && !hasWritten()) throw disbelieved(value, [])
    },
    isProven: () => found.length > 0 || (learned !== undefined && recognized.has(learned.form.fingerprint)),
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

/** What was learned of absence on an appliance, and one of the answers from which it was. */
interface Learned {
  readonly form: AbsenceForm
  readonly sample: AskedAnswer
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

function unreadable(incident: Incident): ApplianceError {
  return new ApplianceError({ kind: 'unreadable', incident })
}

function vanished(cause: ApplianceError, { answer }: AskedAnswer): ApplianceError {
  const incident = { is: 'route-vanished', ...answeredBy(answer) } as const
  return new ApplianceError({ kind: 'refused', status: answer.status, incident, cause })
}

function elsewhere(
  cause: ApplianceError,
  { answer }: AskedAnswer,
  evidence: 'comparison' | 'other routes',
): ApplianceError {
  const incident = { is: 'answered-elsewhere', ...answeredBy(answer), evidence } as const
  return new ApplianceError({ kind: 'refused', status: answer.status, incident, cause })
}

function resultOf<T>(answer: RawAnswer, read: (answer: Answer) => T | undefined) {
  try {
    return { found: read(answer.read()), failure: unrelatedAnswer(answer) }
  } catch (failure) {
    if (!(failure instanceof ApplianceError)) throw failure
    return { found: undefined, failure }
  }
}

/** Pages for people differ from one to the next; their HTTP status is what they say. */
function isAnsweredAlike(one: AskedAnswer, nowhere: AskedAnswer): boolean {
  if (one.answer.isHtml && nowhere.answer.isHtml) return one.answer.status === nowhere.answer.status
  return areAlike(one, nowhere)
}

/** Statuses that refuse the caller or the method, or announce a part of an answer. */
const refusals: ReadonlySet<number> = new Set([206, 401, 403, 405, 407, 501])

/**
 * Whether an answer can mean that something does not exist. A refusal of the caller, a service that is off, a page for people, and what
 * a proxy or a server under load answers cannot.
 */
function canMeanAbsence({ status, isHtml, text, value, refusal }: RawAnswer): boolean {
  if (refusal?.nothingDone) return false
  const isAnswer = (status >= 200 && status < 300) || (status >= 400 && status <= 500)
  if (!isAnswer || refusals.has(status) || (isPassing(status) && status !== 500)) return false
  return !isHtml && text.length <= longestAbsence && !isKnownRefusal(textsIn(value))
}

/** Whether an answer shows how a missing route is answered: a refusal of the caller and one that passes do not. */
function isEvidenceOfRoutes({ status, refusal }: RawAnswer): boolean {
  return !refusal?.nothingDone && ![401, 403, 407].includes(status) && (!isPassing(status) || status === 500)
}

/** What an answer says instead, if it cannot mean an absence. */
function refusalBehind(raw: RawAnswer): ApplianceError {
  try {
    const answer = raw.read()
    const envelope = readEnvelope(answer)
    return envelope.succeeded ? unrelatedAnswer(raw) : failureOf(answer, envelope)
  } catch (error) {
    if (error instanceof ApplianceError) return error
    throw error
  }
}

/** The error for an answer that is neither what was asked for nor an absence. */
function unrelatedAnswer(answer: RawAnswer): ApplianceError {
  return new ApplianceError({
    kind: 'unreadable',
    status: answer.status,
    incident: { is: 'answer-unrelated', ...answeredBy(answer) },
  })
}

/** A random word of lower-case letters, long enough that nothing has it as its name. */
export function inventedWord(letters: number): string {
  return Array.from({ length: letters }, () => String.fromCharCode(97 + randomInt(26))).join('')
}

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
