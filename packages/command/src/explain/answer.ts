import { isNeverActive, type Site } from '@webfilter/appliance-names'
import { reasonPhrase } from '../lists'
import { counted, joined, Name, type Phrase, phraseText, say } from '../report/phrase'
import { painter, paragraphs, sections } from '../report/terminal'
import { placePhrase, quoted } from '../report/text'
import { type AskedSite, sitesFor } from './asked-site'
import {
  type Evidence,
  type Explanation,
  explanationOf,
  isDeclared,
  isKnown,
  isUndeclared,
  type Membership,
  type Outcome,
} from './explanation'
import type { CategoryReference } from './managed-lists'

/** The answer for one website or several. */
export interface Answer {
  readonly explanations: readonly Explanation[]
  readonly evidence: Evidence
  /** `failed` if the state or the appliance was to be asked, and has not answered. */
  readonly outcome: 'answered' | 'differs' | 'failed'
}

/** Explains why websites are in categories, from a state, files, texts and an appliance. */
export function answerTo(asked: readonly AskedSite[], evidence: Evidence): Answer {
  const explanations = asked.map((each) => explanationOf(each, evidence))
  const { state, appliance } = evidence
  const isUnanswered =
    state.unreadable.length > 0 || [state.unread, appliance.unanswered].some((each) => each?.isFailure)
  const differs = explanations.some((each) => each.differs)
  return { explanations, evidence, outcome: isUnanswered ? 'failed' : differs ? 'differs' : 'answered' }
}

/** One sentence that says why a website is in a category, or is in none, as far as lists, state and appliance were read. */
export function verdictOn(explanation: Explanation, evidence: Evidence): Phrase {
  const { asked, outcome, memberships, mentions } = explanation
  const name = new Name(asked.name)
  if (sitesFor(asked).length === 0) return say`${name} is not active, because no category can contain it.`
  const all = memberships.map((each) => clauseOf(each, explanation))
  const clauses =
    all.length > mostClauses ? [...all.slice(0, mostClauses), say`and ${all.length - mostClauses} more`] : all
  const [mention] = memberships.some(isDeclared) ? [] : mentions
  const written = mention
    ? say`, although ${placePhrase(mention.place)} names ${mention.name === asked.name ? say`it` : siteClause(mention.name, asked)}`
    : []
  const head = say`${name} ${[heads(evidence)[outcome]]}${written}`
  return clauses.length === 0 ? say`${head}.` : say`${head}: ${joined(clauses, '; ')}.`
}

/** How many categories the sentence names at most. The lines below it name all. */
const mostClauses = 5

/** The predicate of the sentence. */
function heads({ files, state }: Evidence): Readonly<Record<Outcome, string>> {
  // Without a state, nothing says that a list is one of a category.
  const declared = files.of === 'state' ? 'declared' : 'in a list'
  const isAllRead = files.of === 'state' && files.notRead.length + state.unreadable.length === 0
  const nowhere = isAllRead ? 'in no list of the state' : 'in no list that was read'
  const unknown = 'whether it is active is not known'
  return {
    'declared-and-active': `is ${declared} and active`,
    'declared-and-not-compiled':
      'is declared and stored, but its last change was not compiled, so it may not be active yet',
    'declared-and-missing': `is ${declared} and missing`,
    'active-and-undeclared': `is active, but ${nowhere}`,
    'never-active': 'is stored, but never becomes active',
    neither: `is not active, and ${nowhere}`,
    declared: `is ${declared}, but ${unknown}`,
    undeclared: `is ${nowhere}, and ${unknown}`,
  }
}

function clauseOf(membership: Membership, { asked, memberships }: Explanation): Phrase {
  const { site, category, listed, isHeld } = membership
  const isItself = site === asked.name
  const what = isItself ? say`it` : say`${new Name(site)}`
  const covers = isItself ? [] : say`, which includes it`
  if (!isKnown(category)) {
    const where = listed.map(({ place }) => placePhrase(place))[0] ?? say`a list`
    return say`${where} contains ${what}${covers}`
  }
  const where = categoryPhrase(category)
  if (isHeld === undefined) return say`${where} is declared to contain ${what}${covers}`
  if (!isHeld) return say`${where} does not contain ${what}${covers}`
  const never = isNeverActive(site) ? say`, but never makes such a name active` : []
  const isElsewhere = isUndeclared(membership, memberships) && memberships.some(isDeclared)
  const elsewhere = isElsewhere ? say`, although no list declares it there` : []
  return say`${where} contains ${what}${covers}${never}${elsewhere}`
}

/** A category as it is named in a sentence. */
function categoryPhrase({ name, id }: CategoryReference): Phrase {
  if (name !== undefined) return say`category ${new Name(name)}`
  return id === undefined ? say`a category` : say`category number ${[String(id)]}`
}

/** An answer for a terminal or a log, with a line feed at its end: the sentence on each website first, then what it rests on. */
export function answerText({ explanations, evidence }: Answer, color: boolean): string {
  const paint = painter(color)
  const inText = (phrase: Phrase) => phraseText(phrase, quoted)
  const blocks = (parts: readonly (readonly [string, readonly Phrase[]])[]) =>
    sections(
      parts.map(([title, lines]) => [title, lines.map(inText)]),
      paint,
    )
  return paragraphs([
    ...explanations.flatMap((explanation) => [
      paint('bold', inText(verdictOn(explanation, evidence))),
      ...blocks([
        ['Name', explanation.asked.notes],
        ['State', linesOfState(explanation, evidence)],
        ['Lists', linesOfLists(explanation, evidence)],
        ['Configuration', linesOfConfiguration(explanation)],
        ['Appliance', linesOfAppliance(explanation, evidence)],
      ]),
    ]),
    ...blocks([
      ['Not read', linesNotRead(evidence)],
      ['Note', evidence.appliance.holders.size > 0 ? [noteOnCompiles] : []],
    ]),
  ])
}

function linesOfState({ asked, memberships, below }: Explanation, { state }: Evidence): readonly Phrase[] {
  if (state.unread) return []
  const lines = memberships.flatMap(({ site, category, managed }) =>
    managed.map(({ address, missing, isUncompiled }) => {
      const lost = missing.has(site) ? say`, but the last refresh did not find it there` : []
      const stale = isUncompiled ? say`; the last change of the list was not compiled` : []
      return say`${categoryPhrase(category)}: ${siteClause(site, asked)}${lost}${stale} (${new Name(address)})`
    }),
  )
  if (lines.length > 0) return lines
  return [noneContains(state.lists.length, asked), ...below.map(belowLine)]
}

function linesOfLists(
  { asked, memberships, leftOut, below }: Explanation,
  { files }: Evidence,
): readonly Phrase[] {
  const lines = memberships.flatMap(({ listed }) =>
    listed.map(({ site, place, list }) => {
      return say`${placePhrase(place)}: ${siteClause(site, asked)}${addressIn(list)}`
    }),
  )
  const managed = memberships.flatMap((each) => each.managed)
  const isFromFile = managed.some(
    ({ attributes }) =>
      attributes.text('sites_file') !== undefined || attributes.texts('sites_files').length > 0,
  )
  const isInline = managed.length > 0 && !isFromFile
  const none = lines.length === 0 && (files.of === 'folder' || (files.count > 0 && !isInline))
  return [
    ...(none ? [noneContains(files.count, asked, files.of === 'folder' ? 'list' : 'file')] : lines),
    ...(none && files.of === 'folder' ? below.map(belowLine) : []),
    ...leftOut.map(
      ({ place, reason, list }) =>
        say`${placePhrase(place)}: left out of the list, ${reasonPhrase(reason)}${addressIn(list)}`,
    ),
  ]
}

function addressIn(list: { readonly address: string } | undefined): Phrase {
  return list === undefined ? [] : say` (${new Name(list.address)})`
}

function belowLine({ where, first, count }: Explanation['below'][number]): Phrase {
  return say`${new Name(where)}: only below it, ${new Name(first)}${count > 1 ? say` and ${count - 1} more` : []}`
}

/** @param count how many were read */
function noneContains(count: number, asked: AskedSite, what = 'list'): Phrase {
  return count === 0
    ? say`There are no lists`
    : say`${counted(count, what)} read, and none of them contains ${itOrParent(asked)}`
}

function itOrParent({ name, parents }: AskedSite): Phrase {
  return parents.length === 0 ? say`${new Name(name)}` : say`${new Name(name)} or a parent domain`
}

/** A site that is the one that was asked for, or one that includes it. */
function siteClause(site: string, asked: AskedSite): Phrase {
  return site === asked.name
    ? say`${new Name(site)}`
    : say`${new Name(site)}, which includes ${new Name(asked.name)}`
}

function linesOfConfiguration({ asked, mentions }: Explanation): readonly Phrase[] {
  return firstOf(
    mentions.map(({ name, place }) => say`${placePhrase(place)}: ${siteClause(name, asked)}`),
    'place',
  )
}

/** The first lines, and how many more there are. */
function firstOf(lines: readonly Phrase[], what: string): readonly Phrase[] {
  const more = lines.length - mostLines
  return more > 0 ? [...lines.slice(0, mostLines), say`and ${counted(more, `more ${what}`)}`] : lines
}

const mostLines = 20

function linesOfAppliance({ asked }: Explanation, { appliance }: Evidence): readonly Phrase[] {
  const sites = sitesFor(asked)
  const answered = sites.filter((site: Site) => appliance.holders.has(site))
  const lines = answered.flatMap((site) =>
    (appliance.holders.get(site) ?? []).map(
      ({ id, name }) => say`category ${new Name(name)} (${[String(id)]}) contains ${siteClause(site, asked)}`,
    ),
  )
  if (lines.length > 0 || answered.length < sites.length) return lines
  return sites.length === 0 ? [] : [say`no category contains ${itOrParent(asked)}`]
}

function linesNotRead({ files, mentions, state, appliance }: Evidence): readonly Phrase[] {
  const unread = [...files.notRead, ...mentions.notRead].map(
    ({ file, why }) => say`${new Name(file)} ${[why]}`,
  )
  return [
    ...firstOf(unread, 'file'),
    ...state.unreadable.map(
      ({ address, why }) => say`State: the list ${new Name(address)} cannot be used, because ${[why]}`,
    ),
    ...(state.unread ? [say`State: ${state.unread.says}`] : []),
    ...(appliance.unanswered ? [say`Appliance: ${appliance.unanswered.says}`] : []),
  ]
}

const noteOnCompiles = say`The appliance returns the sites that its categories contain. They become active with a compile, which the interface does not show.`
