import {
  type Code,
  catalogue,
  codesOf,
  linesSkipped,
  notReached,
  numbersIn,
  reportedByRules,
} from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { type Group, groupedBy } from '../grouped'
import { directoryNotRead, excerptOf, type Message, messagesInOrder } from '../plan/messages'
import type { ReviewedPlan } from '../plan/planned-changes'
import type { PlannedResource } from '../plan/planned-resource'
import { neverNamed, SensitiveValues } from '../plan/sensitive-values'
import { shownNames } from '../report/names'
import { counted, Name, type Phrase, say } from '../report/phrase'
import type { Observation } from '../report/report'

type Warned = Pick<ReviewedPlan, 'messages' | 'resources'>

/**
 * What the provider said while it planned, of a rule, but for what another rule says with more in it. One for each list or wording; of what the
 * plan could not ask the appliance one for each code, as most often they have one cause.
 */
export function warningsUnder(rule: ProviderRule): (warned: Warned) => readonly Observation[] {
  const keyOf = rule === 'not-reached' ? ({ code }: Message) => code : wordingKey
  return ({ messages, resources }) =>
    observationsOf(groupedBy(messagesOfRule(rule, messages), keyOf), resources)
}

/**
 * Of that, what prevents the search for drift: what could not be read, which is an error of the provider that a `check` block turns
 * into a warning, a list whose category is another one by now, and a category with fewer sites than an apply left, of which no plan can
 * name one. What the drift check itself says of the directory is left out.
 */
export function warningsOfDrift({
  messages,
  resources,
}: Warned): Readonly<Record<'not-reached' | 'provider-warning', readonly Observation[]>> {
  const isOfDrift = ({ code = '' }: Message) =>
    code !== directoryNotRead && (catalogue.get(code)?.severity === 'error' || onlySaid.has(code))
  const warned = { messages: messages.filter(isOfDrift), resources }
  return {
    'not-reached': warningsUnder('not-reached')(warned),
    'provider-warning': warningsUnder('provider-warning')(warned),
  }
}

/** Codes of warnings about drift that show in no value of a plan. */
const onlySaid = codesOf('former-address', 'number-reused', 'fewer-sites-than-left', 'member-moved-by-others')

/**
 * The messages without those about an object that only gets another address: the provider plans the one address and the other, and the review
 * knows that it is one object. Of an address that no block has any more, engines leave the address out: then the message is about such an object
 * if no other one goes.
 */
export function withoutReaddressed(
  messages: readonly Message[],
  resources: readonly PlannedResource[],
): readonly Message[] {
  const others = new Set(resources.filter(({ isGivenUp }) => isGivenUp).map(({ address }) => address))
  const readdressed = resources.filter(({ readdressedFrom }) => readdressedFrom !== undefined)
  const takers = new Set(readdressed.map(({ address }) => address))
  const givers = new Set(readdressed.map(({ readdressedFrom }) => readdressedFrom))
  const onlyGiversGo = givers.size > 0 && resources.every(({ action }) => action !== 'destroy')
  const isAboutOne = ({ code = '', address }: Message) => {
    // It may be about the other object of the address.
    if (code === sitesShared && address !== undefined && others.has(address)) return false
    const isOfGiver = address === undefined ? onlyGiversGo : givers.has(address)
    return (saidOfGivers.has(code) && isOfGiver) || (saidOfTakers.has(code) && takers.has(address ?? ''))
  }
  return messages.filter((message) => !isAboutOne(message))
}

const sitesShared: Code = 'sites-shared'

const saidOfGivers = codesOf('stays', 'sites-removed', 'sites-shared')

const saidOfTakers = codesOf(
  'category-adopted',
  'group-adopted',
  'membership-adopted',
  'sites-adopted',
  'sites-shared',
)

/**
 * What the provider said and this release of the command does not know, as the provider is newer: what it means for the plan cannot be
 * told here.
 */
export function unknownDiagnostics({ messages }: Pick<ReviewedPlan, 'messages'>): readonly Observation[] {
  const unknown = messagesInOrder(messages.filter(({ code }) => code !== undefined && !catalogue.has(code)))
  return [...groupedBy(unknown, ({ code }) => code)].map(([code, group]) => ({
    says: say`the provider reports ${new Name(code)}, which this release of the command does not have`,
    addresses: addressesOf(group),
    code,
    ...placeIn(group),
  }))
}

function messagesOfRule(rule: ProviderRule, messages: readonly Message[]): readonly Message[] {
  const said = messages.filter(
    ({ code, detail }) =>
      code !== undefined &&
      catalogue.has(code) &&
      !reportedByRules.has(code) &&
      ruleOfCode(code) === rule &&
      // Published lists repeat names, and nothing is lost then.
      (!countingLines.has(code) || (numbersIn(detail).left_out ?? 0) > 0),
  )
  return messagesInOrder(said)
}

const sitesFileChanged: Code = 'sites-file-changed'

const countingLines = codesOf(sitesFileChanged, 'sites-file-counted')

function wordingKey({ code, summary, detail }: Message): string {
  return JSON.stringify([code, summary, detail])
}

function observationsOf(
  groups: ReadonlyMap<string, Group<Message>>,
  resources: readonly PlannedResource[],
): readonly Observation[] {
  const mayBeShown = showable(resources)
  return [...groups.values()].map((messages) => {
    const [{ code = '' }] = messages
    const addresses = addressesOf(messages)
    const several = addresses.length > 1 ? say` for ${counted(addresses.length, 'resource')}` : say``
    return {
      says: say`the provider reports ${[code]}${several}: ${whatWasSaid(code, messages, mayBeShown)}`,
      ...(addresses.length > 0 && { names: shownNames(addresses) }),
      addresses,
      code,
      ...placeIn(messages),
    }
  })
}

/** The first place that the engine named, if it named one. */
function placeIn(messages: readonly Message[]): Pick<Observation, 'place'> {
  const place = messages.find((each) => each.place)?.place
  return place === undefined ? {} : { place }
}

/** The words of the first message that may be shown; else those that are the same for all with the code. */
function whatWasSaid(
  code: string,
  messages: readonly Message[],
  mayBeShown: (message: Message) => boolean,
): Phrase {
  const shown = messages.find(mayBeShown)
  if (!shown) return [catalogue.get(code)?.summary ?? code]
  // The review lists the sites of each change.
  const [sum = ''] = code === sitesFileChanged ? shown.detail.split(/(?<=\)\.) /u, 1) : [shown.detail]
  return say`${new Name(excerptOf({ ...shown, detail: sum }))}`
}

/**
 * Whether nothing that a message names can be sensitive. A provider does not know what is, and names it: a category whose sites are
 * sensitive has warnings with sites in them, and so have other resources that share these. Engines leave out the address where the block of
 * a resource is gone: such a message may be about any. Nothing is known of the arguments of data sources.
 */
function showable(resources: readonly PlannedResource[]): (message: Message) => boolean {
  const secrets = new SensitiveValues(resources)
  // A replacement may have left an old object behind at the same address.
  const sensitive = new Set(resources.filter(hasSensitive).map(({ address }) => address))
  const plain = new Set(resources.flatMap(({ address }) => (sensitive.has(address) ? [] : address)))
  return (message) =>
    (message.address === undefined ? sensitive.size === 0 : plain.has(message.address)) &&
    !secrets.areIn(excerptOf(message, Number.POSITIVE_INFINITY))
}

function hasSensitive({ before, after }: PlannedResource): boolean {
  return [before, after].some((side) =>
    side?.names.some((name) => !neverNamed.has(name) && side.isSensitive(name)),
  )
}

function addressesOf(messages: readonly Message[]): readonly string[] {
  return [...new Set(messages.flatMap(({ address }) => address ?? []))]
}

/** The rules under which warnings of the provider are reported. */
export const providerRules = ['not-reached', 'lines-skipped', 'provider-warning'] as const
export type ProviderRule = (typeof providerRules)[number]

/** The rule under which a warning of the provider is reported; that of a group where there is one. */
export function ruleOfCode(code: string): ProviderRule {
  if (notReached.has(code)) return 'not-reached'
  return linesSkipped.has(code) ? 'lines-skipped' : 'provider-warning'
}
