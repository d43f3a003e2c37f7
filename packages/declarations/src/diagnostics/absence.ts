import type { AbsentThing, Incidents } from '@webfilter/appliance-client'
import { caseOf, error } from '@webfilter/terraform-plugin/diagnostics'
import { answerUnreadable, statusAndWords } from './answers'

// Answers that do not show whether an object exists.

/** As in the middle of a sentence. */
const absentThings = {
  site: 'a site that no category contains',
  member: 'a member that does not exist',
} as const

export const absenceUnproven = error(
  'absence-unproven',
  'Nothing shows whether an object is missing or the requests fail',
  ({
    thing,
    name,
    advice,
  }: AbsentThing & { /** What to do if it is really missing. */ readonly advice: string }) => [
    `The appliance answered for ${name} as for ${absentThings[thing]}, but no other request of this kind found anything in this run either. If ` +
      'all of them fail, the answers look the same, so nothing was treated as missing.',
    `Check in the console of the appliance whether ${name} exists. If it does, look for the cause in the log of the appliance. ${advice}`,
  ],
  { canBeWarning: true },
)

export const absenceUndetermined = caseOf(
  absenceUnproven,
  'A missing object cannot be distinguished from a failed request',
  ({ thing, answers, route }: Incidents['absence-undetermined']) => {
    const undetermined = `What the appliance answers for ${absentThings[thing]} cannot be determined`
    const clauses = answers.map((answer) => `${answer.request} returned ${statusAndWords(answer)}`)
    return route === undefined
      ? [
          `${undetermined}: ${clauses.join(', but ')}.`,
          'Look for the cause of the difference in the log of the appliance, and try again after it is fixed.',
        ]
      : [
          `${undetermined}: ${[...clauses, `${route}, a route that does not exist, got the same answer`].join(', and ')}.`,
          'Check that no proxy or other service answers instead of the appliance, and that its release has this route.',
        ]
  },
)

export const absenceNotBelieved = caseOf(
  absenceUnproven,
  'The appliance gives contradictory answers about what exists',
  ({ thing, name, lost, groups }: Incidents['absence-not-believed']) => {
    const answered = `The appliance answered for ${name} as for ${absentThings[thing]}, but`
    return [
      lost.length > 0
        ? `${answered} it no longer returns what it returned earlier in this run either: ${lost.join(', ')}.`
        : `${answered} ${groups ? 'another route knows its groups' : 'returned it when it was asked again'}.`,
      'Try again: the failure may be temporary, and nothing was treated as missing. If it persists, look for the cause in the log of ' +
        'the appliance.',
    ]
  },
)

const doubtfulListSummary = 'A list does not show that a managed object is gone'

/** A list that shows of nothing that it is gone. */
const doubtfulLists = {
  empty: (things: string, managed: string) =>
    `The appliance lists no ${things}, although ${managed} is in the state.`,
  'partly unreadable': (things: string, managed: string) =>
    `The list of ${things} has entries that cannot be read, and it lacks ${managed}, which is in the state.`,
  incomplete: (things: string, managed: string) =>
    `The list of ${things} is incomplete: it lacks ${managed}, which is in the state.`,
} as const

export const categoryListNotBelieved = caseOf(
  absenceUnproven,
  doubtfulListSummary,
  ({ category, list, because }: Incidents['category-list-not-believed']) => {
    const evidence = () => {
      switch (because.is) {
        case 'no query route':
          return 'The appliance has no route that returns the categories of a site.'
        case 'no site to ask for':
          return 'The state contains no site of the category that could be looked up.'
        case 'site not answered':
          return `The answer of the appliance for the site ${because.site} does not show whether a category contains it.`
        case 'site held':
          return `However, the appliance returns category ${because.holder} for the site ${because.site}.`
        case 'site shown':
          return `However, the appliance returns category ${JSON.stringify(category)} for the site ${because.site}.`
      }
    }
    const managed = `category ${JSON.stringify(category)}`
    return notBelieved(managed, doubtfulLists[list]('categories', managed), evidence())
  },
)

export const groupListNotBelieved = caseOf(
  absenceUnproven,
  doubtfulListSummary,
  ({ name, organization, list, member }: Incidents['group-list-not-believed']) => {
    const managed = `group ${JSON.stringify(name)} of the organization ${JSON.stringify(organization)}`
    return notBelieved(
      managed,
      doubtfulLists[list]('groups of the organization', managed),
      member === undefined
        ? 'No other route shows whether a group exists.'
        : `The groups of member ${JSON.stringify(member)} show that it exists.`,
    )
  },
)

/**
 * @param doubt a sentence of what is wrong with the list
 * @param evidence a sentence of what contradicts the list, or of why nothing confirms it
 */
function notBelieved(managed: string, doubt: string, evidence: string): readonly [string, string] {
  return [
    `${doubt} ${evidence} Nothing was treated as missing.`,
    `Check in the console of the appliance whether ${managed} exists. If it does, look for the cause in the log of the appliance, and try ` +
      'again. If it was deleted, remove its resource from the state (terraform state rm): an apply then creates what the configuration ' +
      'still declares.',
  ]
}

export const answerUnrelated = caseOf(
  answerUnreadable,
  'An answer contains nothing about the requested object',
  (answer: Incidents['answer-unrelated']) => [
    `The answer is ${statusAndWords(answer)}. It contains nothing about the requested object, and differs from what the appliance answers for an ` +
      `object that does not exist. The request was ${answer.request}.`,
    'Compare the answer with what the console of the appliance shows.',
  ],
)
