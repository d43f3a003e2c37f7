import { answeredElsewhere } from '../../diagnostics/entries/absence'
import { routeVanished } from '../../diagnostics/entries/answers'
import type { Answer } from '../answer'
import { ApplianceError } from '../errors'
import type { Log } from '../log'
import type { RawAnswer } from '../raw-answer'
import type { RouteCaller } from '../route-caller'
import { SharedRun } from '../shared-run'
import type { AskedAnswer } from './absence-form'
import { type Calibration, createCalibrator, type Sought } from './calibration'
import { mayTellAbsence, quoted, tellsNothing } from './never-absence'

/** Looks for what may not exist. */
export interface Search {
  /**
   * Asks for a value. Returns what `read` makes of the answer, or undefined if nothing of that name exists. Throws
   * `ApplianceError` for a failure, and if a failure and an absence cannot be told apart.
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

  /** Whether anything was found so far: where something exists, what is absent is not absent because all seems to be. */
  hasFound(): boolean
}

/**
 * The interface document does not show what an appliance answers for something that does not exist (2.7, section 7), and words
 * are no proof: a failure that is taken for an absence makes a plan create again what exists. So the appliance is asked, once and
 * only when it matters, for two things that cannot exist. What their answers have in common is what absence looks like there,
 * whatever its wording, envelope or HTTP status. If these answers differ, or a route that does not exist is answered alike,
 * absence cannot be recognised, and that is an error.
 */
export function createSearch(caller: RouteCaller, sought: Sought, log: Log): Search {
  const { route, parameter } = sought
  const calibrator = createCalibrator(caller, sought, receive, log)
  let calibration: Calibration | undefined
  let calibrating: SharedRun<Calibration> | undefined
  let findAgain: ((signal: AbortSignal) => Promise<boolean>) | undefined

  async function receive(value: string, signal: AbortSignal): Promise<AskedAnswer> {
    const isAbsence = (answer: RawAnswer) =>
      mayTellAbsence(answer) && calibration?.form.fits(value, answer) === true
    const answer = await caller.receive(route, { parameters: { [parameter]: value } }, signal, isAbsence)
    return { asked: value, answer }
  }

  async function isAbsent(doubt: AskedAnswer, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const known =
        calibration ?? (await shared((run) => calibrator.learn(doubt, findAgain !== undefined, run), signal))
      if (known.form.fits(doubt.asked, doubt.answer)) return true
      // An outage fits no form either. That something can still be found tells it from what varies slowly.
      if (known.samples.length >= mostSamples || !(await findAgain?.(signal))) return false
      const wider = await shared((run) => calibrator.learnMore(known, run), signal)
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

  /** A route is missing only if one that cannot exist is answered alike, and never if it has told of anything. */
  async function behind(
    failure: ApplianceError,
    doubt: AskedAnswer,
    signal: AbortSignal,
  ): Promise<ApplianceError> {
    const mayBeMissing = failure.kind === 'route-missing' && failure.status === 404
    if (!mayBeMissing || sought.comesWithOthers?.()) return failure
    if (findAgain || calibration) return vanished(failure, doubt)
    return (await calibrator.missingRoute(doubt, signal)) ?? elsewhere(failure, doubt, 'comparison')
  }

  /** A route that came with others which the appliance has is not missing, whatever is said of it. */
  function unlessKnown(error: unknown, doubt: AskedAnswer): unknown {
    const isMissing = error instanceof ApplianceError && error.kind === 'route-missing'
    return isMissing && sought.comesWithOthers?.() ? elsewhere(error, doubt, 'other routes') : error
  }

  async function tellOrCompare<T>(
    asked: AskedAnswer,
    read: (answer: Answer) => T | undefined,
    signal: AbortSignal,
    isCertain: (found: T) => boolean,
  ): Promise<T | undefined> {
    const { found, failure } = tell(asked.answer, read)
    if (found !== undefined && isCertain(found)) {
      findAgain = async (again) => {
        const { answer } = await receive(asked.asked, again)
        const { found: same } = tell(answer, read)
        return same !== undefined && isCertain(same)
      }
      return found
    }
    if (!mayTellAbsence(asked.answer)) throw await behind(failure, asked, signal)
    if (await isAbsent(asked, signal)) return undefined
    if (found === undefined) throw await behind(failure, asked, signal)
    return found
  }

  return {
    async find(value, read, signal, isCertain = () => true) {
      const asked = await receive(value, signal)
      try {
        return await tellOrCompare(asked, read, signal, isCertain)
      } catch (error) {
        throw unlessKnown(error, asked)
      }
    },
    hasFound: () => findAgain !== undefined,
  }
}

function vanished(cause: ApplianceError, { answer }: AskedAnswer): ApplianceError {
  const { request, status, words } = answer
  return new ApplianceError({
    kind: 'refused',
    status,
    told: routeVanished({ request, status, words }),
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
    told: answeredElsewhere({ request: answer.request, answer: quoted(answer), evidence }),
    cause,
  })
}

function tell<T>(answer: RawAnswer, read: (answer: Answer) => T | undefined) {
  try {
    return { found: read(answer.read()), failure: tellsNothing(answer) }
  } catch (failure) {
    if (!(failure instanceof ApplianceError)) throw failure
    return { found: undefined, failure }
  }
}

/** Answers that do not fit make the client ask again until there are so many samples. */
const mostSamples = 8
