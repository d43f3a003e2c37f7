import { caseOf, error } from '@webfilter/terraform-plugin'
import { answerUnreadable } from './answers'

// Answers that do not show whether an object exists.

export const absenceUnproven = error(
  'absence-unproven',
  'Nothing shows whether an object is missing or the requests fail',
  ({
    absent,
    absentThing,
    advice,
  }: {
    /** A name that was asked for. */
    readonly absent: string
    /** As in the middle of a sentence: `a member that does not exist`. */
    readonly absentThing: string
    /** What to do if it is really missing. */
    readonly advice: string
  }) => [
    `The appliance answered for ${absent} as for ${absentThing}, but no other request of this kind found anything in this run either. If ` +
      'all of them fail, the answers look the same, so nothing was treated as missing.',
    `Check in the console of the appliance whether ${absent} exists. If it does, look for the cause in the log of the appliance. ${advice}`,
  ],
  { canBeWarning: true },
)

export const absenceUndetermined = caseOf(
  absenceUnproven,
  'A missing object cannot be distinguished from a failed request',
  ({
    absentThing,
    answers,
    route,
  }: {
    /** As in the middle of a sentence: `a member that does not exist`. */
    readonly absentThing: string
    /** Clauses about the answers for things that cannot exist. */
    readonly answers: readonly string[]
    /** Request of a route that cannot exist, if it had the same answer; undefined if the answers differ. */
    readonly route: string | undefined
  }) => {
    const undetermined = `What the appliance answers for ${absentThing} cannot be determined`
    return route === undefined
      ? [
          `${undetermined}: ${answers.join(', but ')}.`,
          'Look for the cause of the difference in the log of the appliance, and try again after it is fixed.',
        ]
      : [
          `${undetermined}: ${[...answers, `${route}, a route that does not exist, got the same answer`].join(', and ')}.`,
          'Check that no proxy or other service answers instead of the appliance, and that its release has this route.',
        ]
  },
)

export const absenceNotBelieved = caseOf(
  absenceUnproven,
  'The appliance gives contradictory answers about what exists',
  ({
    absent,
    absentThing,
    lost,
    groups = false,
  }: {
    /** A name that was asked for. */
    readonly absent: string
    /** As in the middle of a sentence: `a member that does not exist`. */
    readonly absentThing: string
    /** Names that were found earlier and are no longer found; empty if the absent one is found now. */
    readonly lost: readonly string[]
    /** Whether the appliance lists groups of the absent one. */
    readonly groups?: boolean
  }) => {
    const answered = `The appliance answered for ${absent} as for ${absentThing}, but`
    return [
      lost.length > 0
        ? `${answered} it no longer returns what it returned earlier in this run either: ${lost.join(', ')}.`
        : `${answered} ${groups ? 'another route knows its groups' : 'returned it when it was asked again'}.`,
      'Try again: the failure may be temporary, and nothing was treated as missing. If it persists, look for the cause in the log of ' +
        'the appliance.',
    ]
  },
)

export const emptyListNotBelieved = caseOf(
  absenceUnproven,
  'An empty list does not show that a managed object is gone',
  ({
    managed,
    list,
    evidence,
  }: {
    /** As in the middle of a sentence: `category "ads"`. */
    readonly managed: string
    /** What lists nothing, as in the middle of a sentence: `no categories`. */
    readonly list: string
    /** A sentence of what contradicts the list, or of why nothing confirms it. */
    readonly evidence: string
  }) => [
    `The appliance lists ${list}, although ${managed} is in the state. ${evidence} Nothing was treated as missing.`,
    `Check in the console of the appliance whether ${managed} exists. If it does, look for the cause in the log of the appliance, and try ` +
      'again. If it was deleted, remove its resource from the state (terraform state rm): an apply then creates what the configuration ' +
      'still declares.',
  ],
)

export const answerUnrelated = caseOf(
  answerUnreadable,
  'An answer contains nothing about the requested object',
  ({ request, answer }: { readonly request: string /** As it is quoted. */; readonly answer: string }) => [
    `The answer is ${answer}. It contains nothing about the requested object, and differs from what the appliance answers for an ` +
      `object that does not exist. The request was ${request}.`,
    'Compare the answer with what the console of the appliance shows.',
  ],
)
