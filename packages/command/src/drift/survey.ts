import { reasonOf } from '../base/failure'
import type { Places } from '../base/places'
import type { EngineRunOptions } from '../engine'
import { type Baseline, readBaseline, writeBaseline } from '../inventory/baseline'
import { type IgnoreEntry, readIgnored } from '../inventory/ignored'
import { type Inventory, readAppliance, readInventory } from '../inventory/inventory'
import { stateTexts } from '../inventory/state-files'
import { type HeldResource, resourcesOf } from '../inventory/states'
import { unmanagedIn } from '../inventory/unmanaged'
import type { Plan } from '../plan/plan'
import type { Place } from '../report/report'
import { type ConfiguredAppliance, configuredAppliances, namedAppliance } from './configured-appliances'
import type { AppliancePart, UnmanagedParts } from './unmanaged'

/** What the command line says of a search for what is in no state. */
export interface SurveyOptions {
  readonly unmanaged?: boolean
  readonly appliance?: string
  readonly baseline?: string
  readonly writeBaseline?: string
  readonly ignore?: string
  readonly engine?: string
}

/** Searches appliances for what is in none of the states of some stacks. It only reads. */
export class Survey {
  readonly #options: SurveyOptions
  readonly #appliance: ConfiguredAppliance | undefined
  readonly #baseline: Baseline | undefined
  readonly #ignored: readonly IgnoreEntry[]
  readonly #stacks: SurveyedStack[] = []

  private constructor(
    options: SurveyOptions,
    appliance: ConfiguredAppliance | undefined,
    baseline: Baseline | undefined,
    ignored: readonly IgnoreEntry[],
  ) {
    this.#options = options
    this.#appliance = appliance
    this.#baseline = baseline
    this.#ignored = ignored
  }

  /**
   * Reads the files that the command line names, before anything takes long.
   * @param words options for `plan`
   * @returns undefined if no such search is wanted
   * @throws {Error} if a file cannot be read, or options do not fit each other
   */
  static async open(options: SurveyOptions, words: readonly string[]): Promise<Survey | undefined> {
    const { appliance, baseline, ignore, writeBaseline: written } = options
    if (!options.unmanaged) {
      const given = Object.entries({ appliance, baseline, ignore, 'write-baseline': written })
      const [name] = given.find(([, value]) => value !== undefined) ?? []
      if (name === undefined) return undefined
      throw new Error(`--${name} has a meaning only with --unmanaged. Add --unmanaged.`)
    }
    if (words.some((word) => /^--?state(?:=|$)/u.test(word)))
      throw new Error('-state cannot be used with --unmanaged: states are pulled as the folder has them.')
    return new Survey(
      options,
      appliance === undefined ? undefined : await namedAppliance(appliance),
      baseline === undefined ? undefined : await readBaseline(baseline),
      ignore === undefined ? [] : await readIgnored(ignore),
    )
  }

  /**
   * Takes the state of a stack, and which appliances it is about.
   * @param plan undefined if it failed: then the stack may be about any appliance
   */
  async addStack(
    { name, path }: { readonly name: string; readonly path: string },
    planned: { readonly plan: Plan; readonly places: Places } | undefined,
    run: EngineRunOptions,
  ): Promise<void> {
    const problems: string[] = []
    const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await work()
      } catch (error) {
        run.interrupts.signal.throwIfAborted()
        problems.push(reasonOf(error))
        return undefined
      }
    }
    const texts = await attempt(() => stateTexts([path], this.#options.engine, run))
    const resources = texts && (await attempt(async () => texts.flatMap(resourcesOf)))
    const appliances = this.#appliance
      ? [this.#appliance]
      : planned && (await attempt(() => configuredAppliances(planned.plan, planned.places)))
    const standIn = planned?.places.standIn
    this.#stacks.push({ name, resources, appliances, problems, ...(standIn && { standIn }) })
  }

  /**
   * Reads the appliances of the stacks, and compares.
   *
   * @param order the names of all stacks
   * @param show takes what is being read
   * @throws {Error} if the state or the appliance of the only stack is not known
   */
  async search(
    order: readonly string[],
    show: (progress: string) => void,
    signal: AbortSignal,
  ): Promise<UnmanagedParts> {
    // One that failed before its state could be pulled may be about any appliance.
    const stacks = order.map(
      (name): SurveyedStack =>
        this.#stacks.find((stack) => stack.name === name) ?? {
          name,
          resources: undefined,
          appliances: undefined,
          problems: [],
        },
    )
    const [only] = stacks
    if (order.length === 1 && only && only.problems.length > 0) throw new Error(only.problems.join(' '))
    const groups = groupsOf(stacks)
    const parts: AppliancePart[] = []
    for (const group of groups) {
      const resources = stacks.flatMap((stack) => resourcesFor(stack, group))
      const inventory = await inventoryOf(group, resources, (text) => show(`${group.name}: ${text}`), signal)
      const found = await unmanagedIn(inventory, {
        resources,
        isStateMissing: stacks.some((stack) => stack.resources === undefined && mayBeAbout(stack, group)),
        appliance: group.name,
        isOnlyAppliance: groups.length === 1,
        baseline: this.#baseline,
        ignored: this.#ignored,
        today: new Date().toISOString().slice(0, 10),
      })
      const [first] = group.stacks
      const { missing, notAsked } = inventory
      parts.push({
        ...found,
        appliance: group.name,
        stacks: group.stacks.map(({ name }) => name),
        missing: missing.map(({ says }) => says),
        notAsked,
        ...(first?.standIn && { standIn: first.standIn }),
      })
    }
    const problems = stacks.flatMap(({ name, problems: own }) => own.map((says) => ({ stack: name, says })))
    const isIncomplete =
      problems.length > 0 ||
      parts.some(({ counts }) => counts.some(({ isListed, unknown }) => !isListed || unknown > 0))
    return await this.#withBaseline(
      { parts, problems, hasBaseline: this.#baseline !== undefined },
      isIncomplete,
    )
  }

  /** What was written down is no longer new. */
  async #withBaseline(found: UnmanagedParts, isIncomplete: boolean): Promise<UnmanagedParts> {
    const { writeBaseline: file } = this.#options
    if (file === undefined) return found
    if (isIncomplete) return { ...found, baselineProblem: notWritten }
    const isWritten = (status: string) => status === 'new' || status === 'baseline'
    await writeBaseline(
      file,
      found.parts.map(({ appliance, objects }) => ({
        appliance,
        objects: objects.flatMap(({ object, status }) => (isWritten(status) ? [object] : [])),
      })),
    )
    return {
      ...found,
      hasBaseline: true,
      parts: found.parts.map((part) => ({
        ...part,
        counts: part.counts.map((count) => ({
          ...count,
          fresh: 0,
          inBaseline: count.fresh + count.inBaseline,
        })),
        objects: part.objects.map((each) =>
          each.status === 'new' ? { ...each, status: 'baseline' as const } : each,
        ),
      })),
    }
  }
}

const notWritten =
  'The baseline was not written, because not everything could be listed and read. Run the command again after the cause is fixed.'

/** What is known of a stack. */
interface SurveyedStack {
  readonly name: string
  /** Of its state; undefined if that could not be read. */
  readonly resources: readonly HeldResource[] | undefined
  /** Undefined if they cannot be determined: it may be about any. */
  readonly appliances: readonly ConfiguredAppliance[] | undefined
  /** Sentences. */
  readonly problems: readonly string[]
  readonly standIn?: Place
}

/** An appliance, and the stacks that are about it. */
interface ApplianceGroup {
  readonly name: string
  readonly addresses: ReadonlySet<string>
  /** Those of a block with the most addresses. */
  readonly best: ConfiguredAppliance
  readonly stacks: readonly SurveyedStack[]
}

/** Blocks with a common address are about the same appliance. */
function groupsOf(stacks: readonly SurveyedStack[]): readonly ApplianceGroup[] {
  let groups: ApplianceGroup[] = []
  for (const stack of stacks) {
    for (const appliance of stack.appliances ?? []) {
      const isCommon = ({ addresses }: ApplianceGroup) =>
        appliance.addresses.some((address) => addresses.has(address))
      const common = groups.filter(isCommon)
      const joined = [...common.flatMap((group) => group.stacks), stack]
      const best = [...common.map((group) => group.best), appliance].reduce((one, other) =>
        other.addresses.length > one.addresses.length ? other : one,
      )
      const merged: ApplianceGroup = {
        name: best.name,
        addresses: new Set([...common.flatMap(({ addresses }) => [...addresses]), ...appliance.addresses]),
        best,
        stacks: [...new Set(joined)],
      }
      groups = [...groups.filter((group) => !common.includes(group)), merged]
    }
  }
  return groups
}

function mayBeAbout(stack: SurveyedStack, { stacks }: ApplianceGroup): boolean {
  return stack.appliances === undefined || stacks.includes(stack)
}

/**
 * The resources of a state that are about an appliance, by the blocks of their provider. Those of which the state does not say it may be
 * about any appliance of the stack.
 */
function resourcesFor(stack: SurveyedStack, group: ApplianceGroup): readonly HeldResource[] {
  const { resources = [], appliances } = stack
  if (!mayBeAbout(stack, group)) return []
  if (appliances === undefined) return resources
  const isIn = ({ addresses }: ConfiguredAppliance) => addresses.some((each) => group.addresses.has(each))
  const elsewhere = new Set(appliances.filter((each) => !isIn(each)).map(({ alias }) => alias))
  const here = new Set(appliances.filter(isIn).map(({ alias }) => alias))
  return resources.filter(({ alias }) => alias === undefined || here.has(alias) || !elsewhere.has(alias))
}

async function inventoryOf(
  { best }: ApplianceGroup,
  resources: readonly HeldResource[],
  show: (progress: string) => void,
  signal: AbortSignal,
): Promise<Inventory> {
  const appliance = readAppliance(best.settings)
  const stop = () => void appliance.close()
  signal.addEventListener('abort', stop)
  try {
    return await readInventory(appliance, loginsIn(resources), show, signal)
  } finally {
    signal.removeEventListener('abort', stop)
    await appliance.close()
  }
}

/** The members that states contain, themselves or in a group. */
function loginsIn(resources: readonly HeldResource[]): readonly string[] {
  const types = ['appliance_ldap_member', 'appliance_ldap_group_membership']
  return resources.flatMap(({ type, values: { uid } }) =>
    types.includes(type) && typeof uid === 'string' ? [uid] : [],
  )
}
