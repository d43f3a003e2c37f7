import type { Answer } from '../answer'
import { failureOf, isKnownRefusal, readEnvelope, textsIn } from '../envelope'
import { ApplianceError } from '../errors'
import type { RawAnswer } from '../raw-answer'
import { nameOf, type Route } from '../route'
import type { RouteCaller } from '../route-caller'
import { SharedRun } from '../shared-run'
import { type AbsenceForm, type AskedAnswer, absenceForm, sayTheSame } from './absence-form'

/** What is looked for by one route, and how one finds out what its absence looks like. */
export interface Sought {
  /** As in the middle of a sentence: "a member that does not exist". */
  readonly absentThing: string
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
}

/** Looks for what may not exist. */
export interface Search {
  /**
   * Asks for a value. Returns what `read` makes of the answer, or undefined where nothing of that name exists. Throws
   * `ApplianceError` for a failure, and where nobody can tell a failure from an absence.
   *
   * @param read what the answer says of the value; undefined where it says nothing of it. May throw `ApplianceError`.
   * @param isCertain whether what was read can be nothing but what was asked for: else it is compared with an absence, too
   */
  find<T>(
    value: string,
    read: (answer: Answer) => T | undefined,
    signal: AbortSignal,
    isCertain?: (found: T) => boolean,
  ): Promise<T | undefined>
}

/**
 * The interface document does not show what an appliance answers for something that does not exist (2.7, section 7), and words
 * are no proof: a failure that is taken for an absence makes a plan create again what exists. So the appliance is asked, once and
 * only when it matters, for two things that cannot exist. What their answers have in common is what absence looks like there,
 * whatever its wording, envelope or HTTP status. Where these answers differ, or a route that does not exist is answered alike,
 * absence cannot be recognised, and that is an error.
 */
export function createSearch(caller: RouteCaller, sought: Sought): Search {
  const { route, parameter, impossible } = sought
  let calibration: Calibration | undefined
  let calibrating: SharedRun<Calibration> | undefined
  let hasFound = false

  async function receive(value: string, signal: AbortSignal): Promise<AskedAnswer> {
    const request = { parameters: { [parameter]: value } }
    const fits = (answer: RawAnswer) => calibration?.form.fits(value, answer) === true
    return { asked: value, answer: await caller.receive(route, request, signal, fits) }
  }

  async function isAbsent(doubt: AskedAnswer, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const known = calibration ?? (await shared((run) => calibrate(doubt, run), signal))
      if (known.form.fits(doubt.asked, doubt.answer)) return true
      if (known.samples.length >= mostSamples) return false
      const wider = await shared((run) => widen(known, run), signal)
      if (wider === known) return false
    }
  }

  /** One at a time does the asking, and the others who need the result wait for it. */
  async function shared(
    work: (signal: AbortSignal) => Promise<Calibration>,
    signal: AbortSignal,
  ): Promise<Calibration> {
    const run = calibrating && !calibrating.abandoned ? calibrating : new SharedRun(work)
    calibrating = run
    try {
      calibration = await run.join(signal)
      return calibration
    } finally {
      if (calibrating === run) calibrating = undefined
    }
  }

  async function calibrate(doubt: AskedAnswer, signal: AbortSignal): Promise<Calibration> {
    const routeExists = (await sought.understood(signal)) || hasFound
    const nowhere = await askTheImpossible(signal)
    if (!routeExists && sayTheSame(doubt, nowhere)) throw missing(doubt.answer)
    const samples = await sample(signal)
    const form = absenceForm(samples)
    const [one, other] = samples
    if (!form) throw undetermined(one.answer, other.answer)
    if (form.fits(nowhere.asked, nowhere.answer)) throw likeAMissingRoute(one.answer, nowhere.answer)
    return { samples, form, nowhere }
  }

  /**
   * What varies slowly, such as a time to the second, is the same in two answers of one moment. So an answer that does not fit
   * is a reason to ask again. The calibration stays as it is where that teaches nothing.
   */
  async function widen(known: Calibration, signal: AbortSignal): Promise<Calibration> {
    const samples = [...known.samples, ...(await sample(signal))]
    const form = absenceForm(samples)
    const isSound = form && !form.fits(known.nowhere.asked, known.nowhere.answer)
    return isSound ? { ...known, samples, form } : known
  }

  async function sample(signal: AbortSignal): Promise<readonly [AskedAnswer, AskedAnswer]> {
    const [first, second] = sought.inventions()
    const [one, other] = await Promise.all([receive(first, signal), receive(second, signal)])
    for (const { answer } of [one, other]) throwUnlessItMayTellAbsence(answer)
    return [one, other]
  }

  async function askTheImpossible(signal: AbortSignal): Promise<AskedAnswer> {
    const [word] = sought.inventions()
    const asked = word.replace(/\..*/, '')
    const isExpected = () => true
    return {
      asked,
      answer: await caller.receive(impossible, { parameters: { word: asked } }, signal, isExpected),
    }
  }

  function missing({ beginning, request, status }: RawAnswer): ApplianceError {
    return new ApplianceError({
      kind: 'route-missing',
      status,
      message:
        `${request} was answered with HTTP status ${status} and "${beginning}", as is a route that does not exist: the appliance ` +
        `does not have the route ${nameOf(route)}, which came with ${route.release}.`,
      advice: route.withoutIt,
    })
  }

  function undetermined(one: RawAnswer, other: RawAnswer): ApplianceError {
    return new ApplianceError({
      kind: 'unreadable',
      message:
        `What the appliance answers for ${sought.absentThing} cannot be determined: ${one.request} was answered with ${quoted(one)}, ` +
        `but ${other.request} with ${quoted(other)}.`,
      advice:
        'Look for the reason of the difference in the log of the appliance, and try again once both are answered alike.',
    })
  }

  function likeAMissingRoute(one: RawAnswer, nowhere: RawAnswer): ApplianceError {
    return new ApplianceError({
      kind: 'unreadable',
      message:
        `What the appliance answers for ${sought.absentThing} cannot be determined: ${one.request} was answered with ${quoted(one)}, ` +
        `and so was ${nowhere.request}, which no appliance has.`,
      advice:
        'Check that nothing between Terraform and the appliance answers in its place, and that its release has this route.',
    })
  }

  return {
    async find(value, read, signal, isCertain = () => true) {
      const asked = await receive(value, signal)
      const { found, failure } = tell(asked.answer, read)
      if (found !== undefined && isCertain(found)) {
        hasFound = true
        return found
      }
      if (!mayTellAbsence(asked.answer)) throw failure
      if (await isAbsent(asked, signal)) return undefined
      if (found === undefined) throw failure
      return found
    },
  }

  function tell<T>(answer: RawAnswer, read: (answer: Answer) => T | undefined) {
    try {
      const found = read(answer.read())
      return { found, failure: saysNothing(answer) }
    } catch (failure) {
      if (!(failure instanceof ApplianceError)) throw failure
      return { found: undefined, failure }
    }
  }
}

/** What is known of absence on an appliance. */
interface Calibration {
  readonly samples: readonly AskedAnswer[]
  readonly form: AbsenceForm
  /** The answer for a route that does not exist. */
  readonly nowhere: AskedAnswer
}

/** Answers that do not fit make the client ask again this often at most: as many samples. */
const mostSamples = 8

/** Nothing that is longer is looked at; characters. An appliance says in a sentence that something does not exist. */
const longestAbsence = 20_000

/** Statuses that tell of the caller, of a proxy, or of the load, and never of what was asked for. */
const neverAbsence: ReadonlySet<number> = new Set([206, 401, 403, 405, 407, 408, 425, 429, 501])

/** Whether an answer can mean that something does not exist. A refusal of the caller and a service that is off cannot. */
function mayTellAbsence(answer: RawAnswer): boolean {
  const { status, isHtml, text } = answer
  const isAnswer = (status >= 200 && status < 300) || (status >= 400 && status <= 500)
  if (!isAnswer || neverAbsence.has(status) || isHtml || text.length > longestAbsence) return false
  return !isKnownRefusal(textsIn(answer.value))
}

/** Throws what an answer says instead, if it cannot mean an absence. */
function throwUnlessItMayTellAbsence(raw: RawAnswer): void {
  if (mayTellAbsence(raw)) return
  const answer = raw.read()
  const envelope = readEnvelope(answer)
  throw envelope.succeeded ? saysNothing(raw) : failureOf(answer, envelope)
}

function saysNothing(answer: RawAnswer): ApplianceError {
  return new ApplianceError({
    kind: 'unreadable',
    status: answer.status,
    message: `${answer.request} was answered with ${quoted(answer)}, which tells neither of what was asked for nor of its absence.`,
    advice: 'Compare the answer with what the console of the appliance shows.',
  })
}

function quoted({ status, beginning }: RawAnswer): string {
  const text = beginning === '' ? 'nothing' : `"${beginning}"`
  return status === 200 ? text : `HTTP status ${status} and ${text}`
}
