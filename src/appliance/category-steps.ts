import type { Site } from '../sites/site'
import type { Generation } from './category'

/** Sites that come from another category. */
export interface Move {
  readonly from: number
  readonly sites: readonly Site[]
}

/** What is to become of one category. */
export interface CategoryChange {
  readonly moves: readonly Move[]
  readonly add: readonly Site[]
  readonly remove: readonly Site[]
  /** Sites that are there and stay: the older generation compiles by way of one of them. */
  readonly kept: readonly Site[]
  /** Whether the change is to become active. */
  readonly compile: boolean
}

export type CategoryStep =
  | { readonly step: 'move'; readonly move: Move }
  | { readonly step: 'add'; readonly sites: readonly Site[]; readonly compile: boolean }
  | { readonly step: 'remove'; readonly sites: readonly Site[] }
  | { readonly step: 'compile'; readonly siteThatIsThere: Site | undefined }

/**
 * The requests that make a change, in their order, with one compile wherever that is enough.
 *
 * The autonomous generation moves, adds, removes, and compiles. The older one adds and compiles in one batch, so what is to
 * be removed goes before it: nothing is active before the compile, and one compile then covers both. Two things are
 * different there. It skips the compile where the number of sites is what it was (field notes, "Compile"), so where as many
 * sites come as go, there is a compile before the removal and one after. And it compiles by way of a site that is there;
 * where none is left that this change knows of, the compile is left out.
 */
export function stepsOf(generation: Generation, change: CategoryChange): readonly CategoryStep[] {
  const { add, remove, compile } = change
  const moves = change.moves.map((move): CategoryStep => ({ step: 'move', move }))
  const removal: CategoryStep[] = remove.length > 0 ? [{ step: 'remove', sites: remove }] : []
  if (!compile || generation === 'autonomous') {
    const addition: CategoryStep[] = add.length > 0 ? [{ step: 'add', sites: add, compile: false }] : []
    const compilation: CategoryStep[] = compile ? [{ step: 'compile', siteThatIsThere: undefined }] : []
    return [...moves, ...addition, ...removal, ...compilation]
  }
  const [siteThatIsThere] = [...add, ...change.moves.flatMap(({ sites }) => sites), ...change.kept]
  const compilation: CategoryStep[] = siteThatIsThere ? [{ step: 'compile', siteThatIsThere }] : []
  const addition: CategoryStep[] = add.length > 0 ? [{ step: 'add', sites: add, compile: true }] : compilation
  return changesCount(change) || remove.length === 0
    ? [...moves, ...removal, ...addition]
    : [...moves, ...addition, ...removal, ...compilation]
}

function changesCount({ moves, add, remove }: CategoryChange): boolean {
  return moves.reduce((count, { sites }) => count + sites.length, add.length) !== remove.length
}
