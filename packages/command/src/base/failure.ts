import { catalogue } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { engineMatter } from '@webfilter/appliance-declarations/diagnostics/engine-messages'
import { counted } from '@webfilter/appliance-declarations/diagnostics/wording'
import { numberText, onOneLine } from '@webfilter/text'
import { messageOf } from '../files'
import { groupedBy } from '../grouped'
import { adviceIn, excerptOf, type Message, messagesInOrder } from '../plan/messages'
import { alphabetically, shownNames } from '../report/names'
import { counted as countedPhrase, Name, type Phrase, phraseText, say, visible } from '../report/phrase'
import type { Finding, Place, Report } from '../report/report'
import { placePhrase } from '../report/text'

/** A failure of an engine: what it means, and then what the engine wrote about it, which only a log has room for. */
export class EngineFailure extends Error {
  readonly meaning: string
  /** Of a plan: why it failed, for the report. */
  readonly errors: readonly FailureCause[]
  readonly #report: string

  constructor(meaning: string, report: string, errors: readonly FailureCause[] = []) {
    super(report === '' ? meaning : `${meaning} ${report}`)
    this.meaning = meaning
    this.errors = errors
    this.#report = report
  }

  /** The same with other places of the errors. */
  placed(place: (errors: readonly FailureCause[]) => readonly FailureCause[]): EngineFailure {
    return new EngineFailure(this.meaning, this.#report, place(this.errors))
  }
}

/** An error of a plan that failed, which a report can show; throws any other error. */
export function failedPlan(error: unknown): EngineFailure {
  if (error instanceof EngineFailure && error.errors.length > 0) return error
  throw error
}

/** Why something failed: what happened and what to do, on one line. */
export function reasonOf(error: unknown): string {
  if (error instanceof EngineFailure) return error.meaning
  const [line = ''] = messageOf(error).split('\n')
  return line
}

/**
 * Why a plan failed of which messages were kept: an error among them. Nothing of a plan beside them is read, as it is an older one, or
 * only a part of one.
 *
 * @returns undefined where there is no error
 */
export function failureInMessages(messages: readonly Message[]): EngineFailure | undefined {
  const failures = messages.filter(({ severity }) => severity === 'error')
  if (failures.length === 0) return undefined
  return new EngineFailure(
    'The plan failed, so there is nothing to review. Fix the reported errors, and plan again.',
    `The messages report:\n${messageTexts(failures)}`,
    errorsIn(failures),
  )
}

/**
 * Why a plan failed that was just made, and what to do about it.
 *
 * @param failures what the engine said of it as JSON
 * @param errors what it wrote to standard error, which counts where it said nothing else
 */
export function planFailure(
  engine: string,
  folder: string,
  failures: readonly Message[],
  errors: string,
): Error {
  const reasons = failures.length === 0 ? indentedOutput(errors) : messageTexts(failures)
  const advice = adviceOn(failures, engine, folder)
  const written = onOneLine(errors)
  return new EngineFailure(
    `The plan failed, so drift cannot be determined. ${advice}`,
    `${engine} reported:\n${reasons}`,
    failures.length > 0
      ? errorsIn(failures)
      : [errorFromSentence(written === '' ? `${engine} ended without a message` : written)],
  )
}

/** What the engine wrote, indented, without any control character that it may hold. */
export function indentedOutput(text: string): string {
  const lines = text.trim() === '' ? ['(nothing)'] : text.trimEnd().split('\n')
  return lines.map((line) => `  ${visible(line.trimEnd(), 1_000)}`.trimEnd()).join('\n')
}

/** The cause first: a log shows errors in the order of a report. */
function messageTexts(messages: readonly Message[]): string {
  return equalJoined(messagesInOrder(messages)).map(messageText).join('\n\n')
}

function messageText({ summary, detail, addresses, place, ...joined }: JoinedMessage): string {
  const [address] = addresses
  const line = place && `${place.file}, line ${place.line}`
  const where = [address, line, moreText({ addresses, ...joined })].filter((each) => each !== undefined)
  return indentedOutput(`${summary}${where.length === 0 ? '' : ` (${where.join(', ')})`}\n${detail}`)
}

/** What a line does not name, of which it names one. */
function moreText({ addresses, places, count }: Pick<JoinedMessage, 'addresses' | 'places' | 'count'>) {
  if (addresses.length > 1) return `and ${counted(addresses.length - 1, 'other resource')}`
  if (places.length > 1) return `and ${counted(places.length - 1, 'other place')}`
  return count > 1 ? `${numberText(count)} times` : undefined
}

function adviceOn(failures: readonly Message[], engine: string, folder: string): string {
  const matters = failures.map(({ summary, detail }) => engineMatter(summary, detail))
  if (matters.includes('init-needed')) {
    const place = folder === '.' ? 'this folder' : JSON.stringify(folder)
    return `Run \`${engine} init\` in ${place} first, and again after each change of its providers or modules.`
  }
  if (matters.includes('state-locked')) {
    return 'The state is locked: run the command again after the other run has ended, or let it wait with `-- -lock-timeout=10m`.'
  }
  return 'Fix the reported errors, and run the command again.'
}

/** Equal messages: what they say, and everything that they are about. */
interface JoinedMessage extends Message {
  readonly count: number
  readonly addresses: readonly string[]
  /** As the engine named them, in the order of files and lines. */
  readonly places: readonly NonNullable<Message['place']>[]
}

/**
 * One mistake may fail every resource of a plan, such as a wrong token, or an argument that a new release of a provider does not have. Of
 * a wrong token, the first message for a listener explains the causes, and all others are the same. Equal messages become one, so that
 * the others can be found.
 */
function equalJoined(messages: readonly Message[]): readonly JoinedMessage[] {
  const groups = groupedBy(messages, ({ summary, detail }) => JSON.stringify([summary, detail]))
  return [...groups.values()].map((group) => {
    const [first] = group
    const addresses = [...new Set(group.flatMap(({ address }) => address ?? []))]
    const named = group.flatMap(({ place }) => place ?? [])
    const places = [...new Map(named.map((place) => [`${place.line} ${place.file}`, place])).values()].sort(
      (one, other) => alphabetically(one.file, other.file) || one.line - other.line,
    )
    // Behind several resources stands the place of the first one.
    const place = addresses.length > 1 ? first.place : places[0]
    return { ...first, count: group.length, addresses, places, ...(place && { place }) }
  })
}

/** Why a plan failed: an error of the engine or of a provider. */
export type FailureCause = Finding<'plan-failed'>

/** A plan that failed: nothing can be said of what it changes, only why it failed. */
export interface Failure {
  /** One line that says it all. */
  readonly verdict: Phrase
  readonly errors: readonly FailureCause[]
}

/** The report on a plan that failed. @param command which has no other report then */
export function failureReport(
  { verdict, errors }: Failure,
  command: string,
  rules: Report['rules'],
  json: () => string,
): Report {
  // The first of several places is among the names.
  const lines = errors.map(({ says, names, place, places }) => ({
    says,
    names,
    place: places === undefined ? place : undefined,
  }))
  return {
    command,
    verdict,
    mood: 'bad',
    exitCode: 1,
    sections: [{ kind: 'fatal', title: 'Errors', lines }],
    findings: errors,
    isFailed: true,
    rules,
    json,
  }
}

/** The errors among the messages of a plan, each with its code, its resources and the places that the engine named. Equal ones are one. */
export function errorsIn(messages: readonly Message[]): readonly FailureCause[] {
  const errors = messagesInOrder(messages).filter(({ severity }) => severity === 'error')
  return equalJoined(errors).map((message) => {
    const { addresses, places, code, place, summary } = message
    const headline = catalogue.get(code ?? '')?.summary
    const title = headline === undefined ? say`${new Name(summary)}` : [headline]
    const scope = scopeOf(message)
    const details = excerptOf(message, longestError)
    const isSummary = details === summary.replaceAll('"', "'")
    // Names can take all the room of what happened. Of the provider's own errors, what to do follows apart.
    const advice = code === undefined ? '' : adviceIn(message)
    return {
      rule: 'plan-failed',
      level: 'fatal',
      says: say`${code === undefined ? say`${title}${scope}` : say`${[code]}${scope}: ${title}`}${isSummary ? [] : say`: ${new Name(details)}`}${advice === '' ? [] : say` ${new Name(advice)}`}`,
      ...(addresses.length > 0 && { names: shownNames(addresses) }),
      addresses,
      ...(code !== undefined && { code }),
      ...(place && { place }),
      ...(addresses.length <= 1 && places.length > 1 && namedByPlaces(places, places.length)),
    }
  })
}

/** How often an error was reported, in words that follow its title. */
function scopeOf({ addresses, places, count }: JoinedMessage): Phrase {
  if (count === 1) return []
  const [address, another] = addresses
  if (another !== undefined) return say` for ${countedPhrase(addresses.length, 'resource')}`
  if (places.length <= 1) return say` ${count} times`
  const of = address === undefined ? [] : say` of ${new Name(address)}`
  return say` in ${countedPhrase(places.length, 'place')}${of}`
}

/** What an error has that was reported in several places. @param count of all places, some of which may not be shown */
export function namedByPlaces(
  places: readonly Place[],
  count: number,
): Pick<FailureCause, 'names' | 'places'> {
  const texts = places.map((place) => phraseText(placePhrase(place), (name) => name))
  return { names: { count, first: (most) => texts.slice(0, most) }, places }
}

/** Characters of what the provider or the engine wrote about an error. */
const longestError = 1_000

/** An error that is known only by a sentence. @param sentence it may quote names of others */
export function errorFromSentence(sentence: string): FailureCause {
  return { rule: 'plan-failed', level: 'fatal', says: say`${new Name(sentence)}`, addresses: [] }
}
