import { realpath } from 'node:fs/promises'
import { reasonOf } from '../base/failure'
import type { Places } from '../base/places'
import type { EngineRunOptions } from '../engine'
import { type IgnoreEntry, ignoring, readIgnored, writeIgnored } from '../inventory/ignored'
import { type Inventory, readInventory, withReadAppliance } from '../inventory/inventory'
import { pulledState, stateTexts } from '../inventory/state-files'
import { type HeldResource, resourcesOf, sharedObjects } from '../inventory/states'
import { unmanagedIn } from '../inventory/unmanaged'
import type { Plan } from '../plan/plan'
import { type ConfiguredAppliance, configuredAppliances } from './configured-appliances'
import { type AppliancePart, isListedInFull, type UnmanagedParts } from './unmanaged'

/** What the command line says of a search for what is in no state. */
export interface SurveyOptions {
  readonly unmanaged?: boolean
  /** Folders with further states of the same appliance. */
  readonly state?: readonly string[]
  readonly ignore?: string
  readonly writeIgnore?: string
  readonly engine?: string
}

/**
 * What a search for what is in no state is to ignore: reads the file that the command line names, before anything takes long.
 * @param folder of the configuration
 * @param words options for `plan`
 * @returns undefined if no such search is wanted
 * @throws {Error} if the file cannot be read, or options do not fit each other
 */
export async function ignoredBySurvey(
  options: SurveyOptions,
  folder: string,
  words: readonly string[],
): Promise<readonly IgnoreEntry[] | undefined> {
  const { state = [], ignore, writeIgnore } = options
  if (!options.unmanaged) {
    const given = Object.entries({ state: state[0], ignore, 'write-ignore': writeIgnore })
    const [name] = given.find(([, value]) => value !== undefined) ?? []
    if (name === undefined) return undefined
    throw new Error(`--${name} has a meaning only with --unmanaged. Add --unmanaged.`)
  }
  if (words.some((word) => /^--?state(?:=|$)/u.test(word)))
    throw new Error('-state cannot be used with --unmanaged: states are pulled as the folder has them.')
  const paths = await Promise.all([folder, ...state].map((path) => realpath(path).catch(() => path)))
  const twice = state.find((_, index) => paths.indexOf(paths[index + 1] ?? '') <= index)
  if (twice !== undefined)
    throw new Error(`The state of ${JSON.stringify(twice)} is named twice. Specify each state once.`)
  return ignore === undefined ? [] : await readIgnored(ignore)
}

/**
 * Reads the appliances of a configuration, and compares them with the states. Nothing is sent but questions.
 *
 * @param show takes what is being read
 * @throws {Error} if the state of the configuration cannot be read, or its appliance is not known
 */
export async function survey(
  { state: paths = [], writeIgnore: file, engine }: SurveyOptions,
  ignored: readonly IgnoreEntry[],
  { folder, plan, places }: { readonly folder: string; readonly plan: Plan; readonly places: Places },
  show: (progress: string) => void,
  run: EngineRunOptions,
): Promise<UnmanagedParts> {
  const { signal } = run.interrupts
  show('reading the state')
  const own = resourcesOf({ path: folder, text: await pulledState(folder, engine, run) })
  const others: StateOf[] = []
  const problems: string[] = []
  for (const path of paths) {
    const resources = await resourcesIn(path, engine, run).catch((error: unknown) => {
      signal.throwIfAborted()
      problems.push(reasonOf(error))
      return undefined
    })
    others.push({ path, resources })
  }
  const { appliances, fromEnvironment } = await configuredAppliances(plan, places)
  const groups = groupsOf(appliances)
  if (groups.length > 1 && others.length > 0)
    throw new Error(
      'The provider blocks are about several appliances, and --state does not say which one a state is about. Remove --state.',
    )
  const surveyed: Surveyed[] = []
  for (const group of groups) {
    const resources = [
      ...resourcesFor(own, group, groups),
      ...others.flatMap((state) => state.resources ?? []),
    ]
    const inventory = await withReadAppliance(group.best.settings, signal, (appliance) =>
      readInventory(appliance, loginsIn(resources), (text) => show(`${group.best.name}: ${text}`), signal),
    )
    surveyed.push({ appliance: group.best.name, inventory, resources })
  }
  const shared = sharedObjects([{ path: folder, resources: own }, ...others])
  const about = { problems, shared, fromEnvironment, standIn: places.standIn }
  const today = new Date().toISOString().slice(0, 10)
  const compared = { isStateMissing: problems.length > 0, ignored, today }
  const found = { ...about, parts: await partsOf(surveyed, compared) }
  if (file === undefined) return found
  if (!isListedInFull(found)) return { ...found, ignoreProblem: notWritten }
  const fromNowOn = ignoredFromNowOn(found.parts, ignored, today)
  await writeIgnored(file, fromNowOn)
  return { ...about, parts: await partsOf(surveyed, { ...compared, ignored: fromNowOn }) }
}

/** @throws {Error} if a state cannot be read */
async function resourcesIn(
  path: string,
  engine: string | undefined,
  run: EngineRunOptions,
): Promise<readonly HeldResource[]> {
  return (await stateTexts([path], engine, run)).flatMap(resourcesOf)
}

/** With what an appliance is compared. */
interface Compared {
  /** Whether a state could not be read. */
  readonly isStateMissing: boolean
  readonly ignored: readonly IgnoreEntry[]
  /** As `2027-06-30`. */
  readonly today: string
}

async function partsOf(surveyed: readonly Surveyed[], compared: Compared): Promise<readonly AppliancePart[]> {
  const parts: AppliancePart[] = []
  for (const { appliance, inventory, resources } of surveyed) {
    const found = await unmanagedIn(inventory, { resources, ...compared })
    const { missing, notAsked } = inventory
    parts.push({ ...found, appliance, missing: missing.map(({ says }) => says), notAsked })
  }
  return parts
}

/** What holds still, and an entry for each object that is unmanaged. */
function ignoredFromNowOn(
  parts: readonly AppliancePart[],
  ignored: readonly IgnoreEntry[],
  today: string,
): readonly IgnoreEntry[] {
  const unmanaged = parts
    .flatMap(({ objects }) => objects)
    .flatMap(({ status, object }) => (status === 'unmanaged' ? ignoring(object, today) : []))
  return [...ignored.filter(({ until }) => until >= today), ...unmanaged]
}

/** What was read of an appliance, and the resources that are about it. */
interface Surveyed {
  readonly appliance: string
  readonly inventory: Inventory
  readonly resources: readonly HeldResource[]
}

const notWritten =
  'The ignore file was not written, because not everything could be listed and read. Run the command again after the cause is fixed.'

/** A state that the command line names; without resources if it cannot be read. */
interface StateOf {
  readonly path: string
  readonly resources: readonly HeldResource[] | undefined
}

/** An appliance, and the provider blocks that are about it. */
interface ApplianceGroup {
  readonly addresses: ReadonlySet<string>
  readonly aliases: ReadonlySet<string>
  /** The block with the most addresses. */
  readonly best: ConfiguredAppliance
}

/** Blocks with a common address are about the same appliance. */
function groupsOf(appliances: readonly ConfiguredAppliance[]): readonly ApplianceGroup[] {
  let groups: ApplianceGroup[] = []
  for (const appliance of appliances) {
    const isCommon = ({ addresses }: ApplianceGroup) =>
      appliance.addresses.some((address) => addresses.has(address))
    const common = groups.filter(isCommon)
    const best = [...common.map((group) => group.best), appliance].reduce((one, other) =>
      other.addresses.length > one.addresses.length ? other : one,
    )
    const merged: ApplianceGroup = {
      addresses: new Set([...common.flatMap(({ addresses }) => [...addresses]), ...appliance.addresses]),
      aliases: new Set([...common.flatMap(({ aliases }) => [...aliases]), appliance.alias]),
      best,
    }
    groups = [...groups.filter((group) => !common.includes(group)), merged]
  }
  return groups
}

/**
 * The resources of a state that are about an appliance, by the blocks of their provider. Those of which the state does not say it may be
 * about any appliance of the configuration.
 */
function resourcesFor(
  resources: readonly HeldResource[],
  group: ApplianceGroup,
  groups: readonly ApplianceGroup[],
): readonly HeldResource[] {
  const isElsewhere = (alias: string) =>
    !group.aliases.has(alias) && groups.some(({ aliases }) => aliases.has(alias))
  return resources.filter(({ alias }) => alias === undefined || !isElsewhere(alias))
}

/** The members that states contain, themselves or in a group. */
function loginsIn(resources: readonly HeldResource[]): readonly string[] {
  const types = ['appliance_ldap_member', 'appliance_ldap_group_membership']
  return resources.flatMap(({ type, values: { uid } }) =>
    types.includes(type) && typeof uid === 'string' ? [uid] : [],
  )
}
