import {
  type Code,
  codeIn,
  codesOf,
  numbersIn,
  unseen,
  withoutCode,
} from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { parsedJson } from '@webfilter/appliance-names'
import { numberText } from '@webfilter/text'
import { z } from 'zod'
import { alphabetically } from '../report/names'
import { visible } from '../report/phrase'
import { membershipType } from './membership-changes'
import { isOfAppliance, type Plan, PlanError } from './plan'
import type { Origin, PlannedResource } from './planned-resource'

/** A warning or an error that the engine or a provider gave while it planned. */
export interface Message {
  readonly severity: 'error' | 'warning'
  readonly summary: string
  readonly detail: string
  /** The resource that it is about. */
  readonly address: string | undefined
  /** By what a diagnostic of this provider is known. Those of engines and of other providers have none. */
  readonly code: string | undefined
  /** Where in the configuration. The file is relative to the folder in which the engine ran. */
  readonly place?: { readonly file: string; readonly line: number }
}

/** What the lines of `plan -json` show of the run that printed them. */
export type Run = Readonly<Pick<PlanOutput, 'isWhole' | 'hasSummary' | 'planned' | 'refreshed'>>

/** What the engine said while it planned. */
export interface Planning {
  readonly messages: readonly Message[]
  readonly asked: ReadonlySet<string>
}

/** What `terraform plan -json` or `tofu plan -json` prints, a message per line. Other lines, and one that was cut off, mean nothing here. */
export class PlanOutput {
  readonly messages: Message[] = []
  /** Whether there is more than the diagnostics, which people pick from the output. */
  isWhole = false
  /** Whether the sums of the plan are there: engines print them when the plan is made, and the warnings behind them. */
  hasSummary = false
  /** Addresses of the resources that the run plans to change. */
  readonly planned = new Set<string>()
  /** Of those that it has begun to ask the appliance for. */
  readonly refreshed = new Set<string>()
  /** Of those that it has asked for, to the end. */
  readonly asked = new Set<string>()
  /** Those that the appliance is being asked for, in the order in which that began. */
  readonly #waiting = new Set<string>()
  #isLocked = false

  /** Takes a line. @returns whether it says how far the plan is */
  hear(line: string): boolean {
    const { '@level': level, type, diagnostic, change, hook } = logLine.safeParse(parsedJson(line)).data ?? {}
    if (diagnostic) this.messages.push(messageOf(diagnostic))
    if (level !== undefined && type !== undefined) this.isWhole ||= type !== 'diagnostic'
    this.hasSummary ||= type === 'change_summary'
    if (type === 'planned_change' && change) this.planned.add(change.resource.addr)
    if (hook && (type === 'refresh_start' || type === 'refresh_complete')) {
      this.#hearRefresh(hook.resource.addr, type === 'refresh_complete')
      return true
    }
    // As Terraform 1.11 and OpenTofu 1.10 print it before they wait.
    const isWaiting = type === 'state_lock_acquire'
    this.#isLocked ||= isWaiting
    return isWaiting
  }

  #hearRefresh(address: string, isComplete: boolean): void {
    this.#isLocked = false
    this.refreshed.add(address)
    if (isComplete) this.asked.add(address)
    if (isComplete) this.#waiting.delete(address)
    else this.#waiting.add(address)
  }

  /** How far the plan is: what the engine has read of the appliance, and what it waits for. */
  get progress(): string {
    if (this.#isLocked) return 'waiting for the lock of the state'
    const [first, ...others] = this.#waiting
    if (first === undefined && this.asked.size === 0) return 'planning'
    const more = others.length === 0 ? '' : ` and ${numberText(others.length)} more`
    const waiting = first === undefined ? '' : `, waiting for ${visible(first)}${more}`
    return `${numberText(this.asked.size)} read${waiting}`
  }
}

/** Reads the output of a plan from a file. */
export function readRun(text: string): PlanOutput {
  const output = new PlanOutput()
  for (const line of text.split('\n')) output.hear(line)
  return output
}

function messageOf({ severity, summary, detail, address, range }: Diagnostic): Message {
  const place = range && { place: { file: range.filename, line: range.start.line } }
  return { severity, summary, detail, address, code: codeIn(detail), ...place }
}

/**
 * A plan that fails leaves no plan behind, so a plan beside which there is an error is an older one.
 * @throws {PlanError}
 */
export function requireSuccess(messages: readonly Message[]): void {
  const error = messages.find(({ severity }) => severity === 'error')
  if (error === undefined) return
  throw new PlanError(
    `The messages contain an error, so they belong to a plan that failed and not to the reviewed one: ${visible(error.summary)}. Plan ` +
      'again, and pass the plan and the messages of the same run.',
  )
}

/**
 * Engines plan resources beside each other, so the order in which they print messages differs from run to run. Those of this provider come
 * first.
 */
export function messagesInOrder(messages: readonly Message[]): readonly Message[] {
  return [...messages].sort(
    (one, other) =>
      alphabetically(one.code ?? afterAll, other.code ?? afterAll) ||
      alphabetically(one.address ?? '', other.address ?? '') ||
      alphabetically(one.detail, other.detail),
  )
}

const afterAll = '\uffff'

/** Whether a text has a line of what an engine prints with `-json`, each of which has a level. */
export function isLog(text: string): boolean {
  return text.split('\n').some((line) => line.includes('"@level"') && parsedJson(line) !== undefined)
}

const resourceOfLine = z.object({ resource: z.object({ addr: z.string() }) })

const diagnosticOfLine = z.object({
  severity: z.enum(['error', 'warning']),
  summary: z.string(),
  detail: z.string().default(''),
  address: z.string().optional(),
  range: ifValid(z.object({ filename: z.string(), start: z.object({ line: z.number() }) })),
})
type Diagnostic = z.infer<typeof diagnosticOfLine>

/** What is not as an engine writes it is left out. */
const logLine = z.object({
  '@level': ifValid(z.string()),
  type: ifValid(z.string()),
  diagnostic: ifValid(diagnosticOfLine),
  change: ifValid(resourceOfLine),
  hook: ifValid(resourceOfLine),
})

function ifValid<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined)
}

/**
 * What a message says happened, on one line: the first paragraph of its detail, in which the provider names how many of what, with some
 * examples, and of an engine the list that it announces. The advice is left out. Names in it are anybody's: it is shown as a `Name`.
 *
 * @param longest characters
 */
export function excerptOf({ summary, detail }: Pick<Message, 'summary' | 'detail'>, longest = 240): string {
  const [first = '', second = ''] = withoutCode(detail).split(/\n\s*\n/, 2)
  const paragraph = first.endsWith(':') ? `${first}\n${second}` : first
  const [head = '', ...lines] = paragraph.split('\n').map((line) => line.trim())
  const text = [head, lines.join('; ')].filter((part) => part !== '').join(' ')
  // Renderers put it into quotation marks.
  const said = (text === '' ? summary : text).replaceAll('"', "'")
  return said.length <= longest ? said : `${said.slice(0, longest).replace(/\s\S*$|[\ud800-\udbff]$/, '')}…`
}

/** What to do, which the provider writes below what happened; empty if it does not. As one line, without its quotation marks. */
export function adviceIn({ detail }: Pick<Message, 'detail'>): string {
  const [, advice = ''] = withoutCode(detail).split(/\n\s*\n/)
  const lines = advice.split('\n').map((line) => line.trim())
  return lines.join(' ').replaceAll('"', "'")
}

/**
 * Refuses messages that were cut off, or that are those of another plan: its warnings would be missing, and nothing would show it.
 * Diagnostics alone are taken as they are.
 *
 * @throws {PlanError}
 */
export function requireSameRun({ isWhole, hasSummary, planned }: Run, { changes }: Plan): void {
  if (!isWhole) return
  if (!hasSummary) {
    throw new PlanError(`The messages end before the plan does, so warnings may be missing. ${planAgain}`)
  }
  const missing = changes
    .filter(isOfAppliance)
    .find(({ address, action }) => action !== 'none' && !planned.has(address))
  if (missing === undefined) return
  throw new PlanError(
    `The messages belong to another plan: they do not mention that ${visible(missing.address)} changes. ${planAgain}`,
  )
}

const planAgain = 'Plan again, and pass the plan and all messages of the same run.'

/**
 * A plan whose changes say of which objects nothing was asked: with `-refresh=false`, of none. A plan itself does not say it, so without the
 * messages of its run nothing is known but that what is forgotten is not asked for.
 */
export function withUnseen(plan: Plan, run: Run | undefined): Plan {
  if (!run?.isWhole || !run.hasSummary) return plan
  const found = new Set(plan.drift.map(({ address }) => address))
  const isSeen = ({ address, deposed, before, isImported }: PlannedResource) =>
    !before || deposed !== undefined || isImported || run.refreshed.has(address) || found.has(address)
  return { ...plan, changes: plan.changes.map((each) => ({ ...each, isUnseen: !isSeen(each) })) }
}

/**
 * A plan in which nothing counts as drift that the creation of a member has not set yet: the state has such values, and the appliance never had
 * them. Only a warning of the provider says so.
 */
export function withoutUnfinished(plan: Plan, messages: readonly Message[]): Plan {
  const unfinished = addressesWith(codesOf('member-to-be-completed'), messages)
  const asMade = (found: PlannedResource): PlannedResource => {
    const { address, before, after } = found
    if (!unfinished.has(address) || !before || !after) return found
    const unset = after.names.filter((name) => after.value(name) === null || after.value(name) === '')
    return {
      ...found,
      before: before.with(Object.fromEntries(unset.map((name) => [name, after.value(name)]))),
    }
  }
  return { ...plan, drift: plan.drift.map(asMade) }
}

/**
 * What the messages of a plan say of the resources that it creates, by their addresses. The provider warns of everything that it adopts.
 * That it has not warned says something only in a run whose messages are all there, and in which it could look.
 *
 * @param run undefined where nobody kept the messages of the run
 */
export function originsIn(
  { changes }: Pick<Plan, 'changes'>,
  messages: readonly Message[],
  run: Run | undefined,
): ReadonlyMap<string, Origin> {
  const adopted = adoptedIn(messages)
  const withSites = addressesWith(codesOf('sites-adopted'), messages)
  const resources = changes.filter(isOfAppliance)
  const isWhole = run?.isWhole === true && run.hasSummary
  const blind = messages.filter(({ code = '' }) => unseen.has(code))
  const isUnread = messages.some(({ code }) => code === directoryNotRead)
  const isDirectoryRead =
    !isUnread && resources.every(({ type, action }) => type !== 'appliance_ldap_service' || action === 'none')
  return new Map(
    resources.flatMap((resource): readonly (readonly [string, Origin])[] => {
      const { address } = resource
      if (withSites.has(address)) return [[address, 'adopted']]
      if (resource.action !== 'create' && resource.action !== 'forget-create') return []
      if (adopted.has(address)) return [[address, 'adopted']]
      if (isUnread && resource.type === membershipType) return [[address, 'unasked']]
      return isWhole && isLookedFor(resource) ? [[address, 'created']] : []
    }),
  )

  function isLookedFor({ type, address, after }: PlannedResource): boolean {
    const names = lookedForBy.get(type)
    if (!names || names.some((name) => after?.isUnknown(name) ?? true)) return false
    if (blind.some((message) => message.address === undefined || message.address === address)) return false
    return isDirectoryRead || !type.startsWith('appliance_ldap_')
  }
}

/** How many sites the apply takes from other categories for each list, by the addresses of the lists: the plan has just asked for them. */
export function takenIn(messages: readonly Message[]): ReadonlyMap<string, number> {
  return new Map(
    messages.flatMap(({ code, address = '', detail }) =>
      code === sitesMoved ? [[address, numbersIn(detail).moved ?? 0] as const] : [],
    ),
  )
}

const sitesMoved: Code = 'sites-moved'

/** Addresses of what the next apply adopts. */
export function adoptedIn(messages: readonly Message[]): ReadonlySet<string> {
  return addressesWith(adoptions, messages)
}

/** Addresses of the resources that messages with one of some codes are about. */
export function addressesWith(codes: ReadonlySet<string>, messages: readonly Message[]): ReadonlySet<string> {
  return new Set(messages.flatMap(({ code = '', address }) => (codes.has(code) ? (address ?? []) : [])))
}

const adoptions = codesOf(
  'category-adopted',
  'member-adopted',
  'member-taken-over',
  'group-adopted',
  'directory-service-adopted',
  'membership-adopted',
)

/** The code with which the provider says that it could not read the directory. */
export const directoryNotRead: Code = 'directory-not-read'

/** The attributes by which a plan looks for what it creates. */
const lookedForBy: ReadonlyMap<string, readonly string[]> = new Map([
  ['appliance_category', ['name']],
  ['appliance_ldap_member', ['uid']],
  ['appliance_ldap_group', ['name', 'organization']],
])
