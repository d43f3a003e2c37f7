import { randomInt } from 'node:crypto'
import { absenceUndetermined } from '../../diagnostics/absence'
import { routeMissing } from '../../diagnostics/answers'
import { ApplianceError } from '../errors'
import { type Route, routeName } from '../protocol/route'
import type { RawAnswer, RouteCaller } from '../protocol/route-caller'
import type { Log } from '../settings'
import {
  type AbsenceForm,
  type AskedAnswer,
  absenceForm,
  areAlike,
  canMeanAbsence,
  isEvidenceOfRoutes,
  quoted,
  refusalBehind,
} from './absence-form'

/** What one route looks for, and how to find out the form of its absence. */
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
  /** Whether the appliance is known by now to have other routes that came with this one, so that it cannot be missing. */
  readonly comesWithOthers?: () => boolean
}

/** What was learned of absence on an appliance. */
export interface Calibration {
  readonly samples: readonly AskedAnswer[]
  readonly form: AbsenceForm
}

/** Asks an appliance what absence looks like there. */
interface Calibrator {
  /**
   * Learns it, by two questions at least for what cannot exist and one for a route that cannot. Throws `route-missing` where the route is
   * missing, and another `ApplianceError` if an absence cannot be distinguished from a failure.
   *
   * @param doubt the answer that raised the question
   * @param hasAnswered whether the route has reported something that exists
   */
  learn(doubt: AskedAnswer, hasAnswered: boolean, signal: AbortSignal): Promise<Calibration>

  /**
   * Learns more by further questions, because parts of an answer may vary slowly. Returns the same calibration if that does not make it
   * wider. Throws as above.
   */
  learnMore(known: Calibration, signal: AbortSignal): Promise<Calibration>

  /** The error for a missing route, if a route that does not exist is answered alike; undefined otherwise. */
  missingRoute(doubt: AskedAnswer, signal: AbortSignal): Promise<ApplianceError | undefined>
}

/** @param receive asks the route that is sought by for a value */
export function createCalibrator(
  caller: RouteCaller,
  { absentThing, route, impossible, inventions, understood }: Sought,
  receive: (value: string, signal: AbortSignal) => Promise<AskedAnswer>,
  log: Log,
): Calibrator {
  async function sample(signal: AbortSignal): Promise<readonly AskedAnswer[]> {
    const answers = await Promise.all(inventions().map((value) => receive(value, signal)))
    const other = answers.find(({ answer }) => !canMeanAbsence(answer))
    if (other) throw refusalBehind(other.answer)
    return answers
  }

  async function askTheImpossible(signal: AbortSignal): Promise<AskedAnswer> {
    const asked = inventions()[0].replace(/\..*/, '')
    const answer = await caller.receive(impossible, { parameters: { word: asked } }, signal)
    if (!isEvidenceOfRoutes(answer)) throw refusalBehind(answer)
    return { asked, answer }
  }

  /** The form of the samples, with two more if those leave a doubt. */
  async function formOf(
    samples: readonly AskedAnswer[],
    signal: AbortSignal,
  ): Promise<Calibration | undefined> {
    const found = absenceForm(samples)
    if (found.kind === 'form') return { samples, form: found.form }
    return found.kind === 'more' ? await formOf([...samples, ...(await sample(signal))], signal) : undefined
  }

  return {
    async learn(doubt, hasAnswered, signal) {
      const routeExists = (await understood(signal)) || hasAnswered
      const nowhere = await askTheImpossible(signal)
      if (!routeExists && isAnsweredAlike(doubt, nowhere)) throw missing(doubt.answer)
      const samples = await sample(signal)
      const calibration = await formOf(samples, signal)
      if (!calibration) throw undetermined(samples)
      if (calibration.form.fits(nowhere.asked, nowhere.answer)) {
        throw routeExists ? likeAMissingRoute(samples, nowhere.answer) : missing(doubt.answer)
      }
      log.debug('learned how the appliance answers for something that does not exist', {
        route: routeName(route),
        status: doubt.answer.status,
        questions: calibration.samples.length,
      })
      return calibration
    },
    async learnMore(known, signal) {
      await understood(signal)
      const nowhere = await askTheImpossible(signal)
      const wider = await formOf([...known.samples, ...(await sample(signal))], signal)
      return wider && !wider.form.fits(nowhere.asked, nowhere.answer) ? wider : known
    },
    async missingRoute(doubt, signal) {
      return isAnsweredAlike(doubt, await askTheImpossible(signal)) ? missing(doubt.answer) : undefined
    },
  }

  /** It answers as a route that does not exist. */
  function missing({ request, status, words }: RawAnswer): ApplianceError {
    const { release, withoutIt } = route
    const diagnostic = routeMissing({
      request,
      status,
      words,
      route: routeName(route),
      release,
      withoutIt,
    })
    return new ApplianceError({ kind: 'route-missing', status, diagnostic })
  }

  function undetermined(samples: readonly AskedAnswer[]): ApplianceError {
    const answers = samples.map(saidOf)
    return new ApplianceError({
      kind: 'unreadable',
      diagnostic: absenceUndetermined({ absentThing, answers, route: undefined }),
    })
  }

  function likeAMissingRoute(samples: readonly AskedAnswer[], nowhere: RawAnswer): ApplianceError {
    const answers = samples.slice(0, 1).map(saidOf)
    return new ApplianceError({
      kind: 'unreadable',
      diagnostic: absenceUndetermined({ absentThing, answers, route: nowhere.request }),
    })
  }
}

function saidOf({ answer }: AskedAnswer): string {
  return `${answer.request} returned ${quoted(answer)}`
}

/** Pages for people differ from one to the next; their HTTP status is what they say. */
function isAnsweredAlike(one: AskedAnswer, nowhere: AskedAnswer): boolean {
  if (one.answer.isHtml && nowhere.answer.isHtml) return one.answer.status === nowhere.answer.status
  return areAlike(one, nowhere)
}

/** A random word of lower-case letters, long enough that nothing has it as its name. */
export function inventedWord(letters: number): string {
  return Array.from({ length: letters }, () => String.fromCharCode(97 + randomInt(26))).join('')
}
