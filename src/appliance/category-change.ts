import type { Site } from '../sites/site'
import type { Categories } from './categories'
import type { CategoryAddress, Generation } from './category'
import { ApplianceError } from './errors'

/** What is to become of one category. */
export interface CategoryChange {
  readonly add: readonly Site[]
  readonly remove: readonly Site[]
  /** Sites that are there and stay: the older generation compiles by way of one of them. */
  readonly kept: readonly Site[]
  /** Whether the change is to become active. */
  readonly compile: boolean
}

/** What became of a change. Sites that are in neither list were not touched, as far as the appliance confirmed. */
export interface CategoryChangeOutcome {
  readonly added: readonly Site[]
  readonly removed: readonly Site[]
  readonly compiled: boolean
  /** The first failure; nothing was sent after it. */
  readonly failure: ApplianceError | undefined
}

export type CategoryStep =
  | { readonly step: 'add'; readonly sites: readonly Site[]; readonly compile: boolean }
  | { readonly step: 'remove'; readonly sites: readonly Site[] }
  | { readonly step: 'compile'; readonly siteThatIsThere: Site | undefined }

/**
 * The requests that make a change, in their order, with one compile wherever that is enough.
 *
 * The autonomous generation adds, removes, and compiles. The older one adds and compiles in one batch, so what is to be
 * removed goes first: nothing is active before the compile, and one compile then covers both. Two things are different
 * there. It skips the compile where the number of sites is what it was (field notes, "Compile"), so where as many sites come
 * as go, they come first, and a second compile follows the removal. And it compiles by way of a site that is there; where
 * none is left that this change knows of, the compile is left out.
 */
export function stepsOf(
  generation: Generation,
  { add, remove, kept, compile }: CategoryChange,
): readonly CategoryStep[] {
  const addition: CategoryStep[] = add.length > 0 ? [{ step: 'add', sites: add, compile }] : []
  const removal: CategoryStep[] = remove.length > 0 ? [{ step: 'remove', sites: remove }] : []
  const batchCompiles = generation === 'older' && compile && add.length > 0
  if (batchCompiles && add.length !== remove.length) return [...removal, ...addition]

  const siteThatIsThere = add[0] ?? kept[0]
  const canCompile = generation === 'autonomous' || siteThatIsThere !== undefined
  const compilation: CategoryStep[] = compile && canCompile ? [{ step: 'compile', siteThatIsThere }] : []
  return [...addition, ...removal, ...compilation]
}

/** Carries a change out, and stops at the first failure. Never throws for a failure of the appliance. */
export async function changeCategory(
  categories: Categories,
  category: CategoryAddress,
  change: CategoryChange,
  signal: AbortSignal,
): Promise<CategoryChangeOutcome> {
  const added: Site[] = []
  const removed: Site[] = []
  let compiled = false
  let failure: ApplianceError | undefined
  const { generation } = await categories.list(signal)
  for (const step of stepsOf(generation, change)) {
    if (step.step === 'add') {
      const outcome = await categories.add(category, step.sites, { compile: step.compile }, signal)
      added.push(...outcome.confirmed)
      compiled = outcome.compiled
      failure = outcome.failure
    } else if (step.step === 'remove') {
      const outcome = await categories.remove(category, step.sites, signal)
      removed.push(...outcome.confirmed)
      failure = outcome.failure
    } else {
      failure = await compileOrFailure(categories, category, step.siteThatIsThere, signal)
      compiled = failure === undefined
    }
    if (failure) break
  }
  return { added, removed, compiled, failure }
}

async function compileOrFailure(
  categories: Categories,
  category: CategoryAddress,
  siteThatIsThere: Site | undefined,
  signal: AbortSignal,
): Promise<ApplianceError | undefined> {
  try {
    await categories.compile(category, siteThatIsThere, signal)
    return undefined
  } catch (error) {
    if (error instanceof ApplianceError) return error
    throw error
  }
}
