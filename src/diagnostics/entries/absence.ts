import { error } from '../diagnostic'

// Of what may not exist: answers that show neither that it does nor that it does not.

export const absenceUndetermined = error(
  'absence-undetermined',
  'An absence cannot be distinguished from a failure',
  ({
    absentThing,
    answers,
    route,
  }: {
    /** As in the middle of a sentence: `a member that does not exist`. */
    readonly absentThing: string
    /** Clauses of what came back for things that cannot exist. */
    readonly answers: readonly string[]
    /** Request of a route that cannot exist, if that was answered alike; else the answers differ. */
    readonly route: string | undefined
  }) => {
    const undetermined = `What the appliance answers for ${absentThing} cannot be determined`
    return route === undefined
      ? [
          `${undetermined}: ${answers.join(', but ')}.`,
          'Look for the reason of the difference in the log of the appliance, and try again once both are answered alike.',
        ]
      : [
          `${undetermined}: ${[...answers, `${route}, a route that does not exist, was answered alike`].join(', and ')}.`,
          'Check that nothing between Terraform and the appliance answers in its place, and that its release has this route.',
        ]
  },
)

export const absenceNotBelieved = error(
  'absence-not-believed',
  'An absence is not believed',
  ({
    absent,
    absentThing,
    lost,
  }: {
    /** A name that was asked for. */
    readonly absent: string
    /** As in the middle of a sentence: `a member that does not exist`. */
    readonly absentThing: string
    /** Names that were found before and are not any more; none if the absent one is found now. */
    readonly lost: readonly string[]
  }) => {
    const answered = `The appliance has answered for ${absent} as for ${absentThing}, but`
    return [
      lost.length > 0
        ? `${answered} what was found before is not found any more either: ${lost.join(', ')}.`
        : `${answered} found it when it was asked for again.`,
      'Try again, since such a failure may pass: nothing was taken for missing. If it stays, look for its reason in the log of the appliance.',
    ]
  },
)

export const answerUnrelated = error(
  'answer-unrelated',
  'An answer holds nothing of what was asked for',
  ({ request, answer }: { readonly request: string /** As it is quoted. */; readonly answer: string }) => [
    `The answer is ${answer}, which holds nothing of what was asked for, and is not what the appliance answers for something that ` +
      `does not exist. The request was ${request}.`,
    'Compare the answer with what the console of the appliance shows.',
  ],
)

export const answeredElsewhere = error(
  'answered-elsewhere',
  'Something else seems to answer in place of the appliance',
  ({
    request,
    answer,
    evidence,
  }: {
    readonly request: string
    /** As it is quoted. */
    readonly answer: string
    /** What shows that the route exists. */
    readonly evidence: 'comparison' | 'other routes'
  }) => {
    const reasons = {
      comparison: 'a route that does not exist is answered otherwise',
      'other routes': 'the list that was read comes with it',
    }
    return [
      `${request} was answered with ${answer}, as if the appliance did not have this route. But it has the route: ${reasons[evidence]}.`,
      'Check that nothing between Terraform and the appliance answers in its place, then try again.',
    ]
  },
)
