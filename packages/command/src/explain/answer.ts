import { isNeverActive } from '@webfilter/appliance-names'
import { type AskedSite, sitesFor } from '../lists/asked-site'
import { joined, Name, type Phrase, say } from '../report/phrase'
import {
  type CategoryReference,
  type Evidence,
  type Explanation,
  explanationOf,
  isDeclared,
  isKnown,
  isUndeclared,
  type Membership,
  mayBeDeclaredElsewhere,
  type Outcome,
} from './explanation'

/** The answer for one website or several. */
export interface Answer {
  readonly explanations: readonly ExplainedSite[]
  readonly evidence: Evidence
  /** `failed` if the state or the appliance was to be asked, and has not answered. */
  readonly outcome: 'answered' | 'differs' | 'failed'
  /** The verdicts one after the other. */
  readonly verdict: Phrase
}

export interface ExplainedSite {
  readonly explanation: Explanation
  readonly verdict: Phrase
}

/** Explains why websites are in categories, from lists, a state and an appliance. */
export function answerTo(asked: readonly AskedSite[], evidence: Evidence): Answer {
  const explanations = asked.map((each) => {
    const explanation = explanationOf(each, evidence)
    return { explanation, verdict: verdictOnSite(explanation, evidence) }
  })
  const { state, appliance } = evidence
  const isUnanswered =
    (state.kind === 'read' ? state.unreadable.length > 0 : state.isFailure) ||
    (appliance.kind === 'asked' ? appliance.failure !== undefined : appliance.isFailure)
  const differs = explanations.some(({ explanation }) => explanation.differs)
  return {
    explanations,
    evidence,
    outcome: isUnanswered ? 'failed' : differs ? 'differs' : 'answered',
    verdict: joined(
      explanations.map(({ verdict }) => verdict),
      ' ',
    ),
  }
}

/** One sentence that says why a website is in a category, or is in none, as far as lists, state and appliance were read. */
function verdictOnSite(explanation: Explanation, evidence: Evidence): Phrase {
  const { asked, outcome, memberships } = explanation
  const all = memberships.map((each) => clauseOf(each, explanation))
  const clauses =
    all.length > mostClauses ? [...all.slice(0, mostClauses), say`and ${all.length - mostClauses} more`] : all
  const name = new Name(asked.name)
  if (sitesFor(asked).length === 0)
    return say`${name} is neither declared nor active: no category can contain it.`
  const head = say`${name} ${[heads(mayBeDeclaredElsewhere(evidence))[outcome]]}`
  return clauses.length === 0 ? say`${head}.` : say`${head}: ${joined(clauses, '; ')}.`
}

/** How many categories the sentence names at most. The lines below it name all. */
const mostClauses = 5

/** The predicate of the sentence. @param isOpen whether some list could not be read */
function heads(isOpen: boolean): Readonly<Record<Outcome, string>> {
  const nowhere = isOpen ? 'declared in no list that could be read' : 'declared nowhere'
  const unknown = 'whether it is active is not known'
  return {
    'declared-and-active': 'is declared and active',
    'declared-and-not-compiled':
      'is declared and stored, but its last change was not compiled, so it may not be active yet',
    'declared-and-missing': 'is declared and missing',
    'active-and-undeclared': isOpen ? `is active, and ${nowhere}` : `is active and ${nowhere}`,
    'never-active': 'is stored, but never becomes active',
    neither: isOpen ? `is not active, and ${nowhere}` : 'is neither declared nor active',
    declared: `is declared, but ${unknown}`,
    undeclared: `is ${nowhere}, and ${unknown}`,
  }
}

function clauseOf(membership: Membership, { asked, memberships }: Explanation): Phrase {
  const { site, category, declarations, managed, isHeld } = membership
  const isItself = site === asked.name
  const what = isItself ? say`it` : say`${new Name(site)}`
  const covers = isItself ? [] : say`, which includes it`
  const where = categoryPhrase(category)
  const only = declarations.length === 0 && managed.length > 0 ? say` (only the state declares it there)` : []
  if (isHeld === undefined) return say`${where} is declared to contain ${what}${covers}${only}`
  if (!isHeld) return say`${where} does not contain ${what}${covers}${only}`
  // Some category contains it. It is not known whether it is this one.
  if (!isKnown(category)) return say`${where} is declared to contain ${what}${covers}`
  const never = isNeverActive(site) ? say`, but never makes such a name active` : []
  const isElsewhere = isUndeclared(membership, memberships) && memberships.some(isDeclared)
  const elsewhere = isElsewhere ? say`, although no list declares it there` : []
  return say`${where} contains ${what}${covers}${never}${elsewhere}${only}`
}

/** A category as it is named in a sentence. */
export function categoryPhrase({ name, id }: CategoryReference): Phrase {
  if (name !== undefined) return say`category ${new Name(name)}`
  return id === undefined ? say`a category that is only in the plan` : say`category number ${[String(id)]}`
}
