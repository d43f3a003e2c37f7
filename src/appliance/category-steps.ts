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
 * The requests that make a change, in their order, with one compile wherever that is sure to be enough.
 *
 * The autonomous generation moves, adds, removes, and compiles. In the older one two things are different. It compiles along
 * with adding, by way of a site that is there; where none is left that this change knows of, the compile is left out. And it
 * skips the compile where the number of sites is what it was at the last one (field notes, "Compile"). So as many compiles as
 * it takes for the number to be another one each time: where fewer sites come than go, removing and then adding leads to
 * another number, whichever of them are there already, and nothing is active in between. Otherwise each half is compiled.
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
  const moved = change.moves.flatMap(({ sites }) => sites)
  const [siteThatIsThere] = [...add, ...moved, ...change.kept]
  const compilation: CategoryStep[] = siteThatIsThere ? [{ step: 'compile', siteThatIsThere }] : []
  const addition: CategoryStep[] = add.length > 0 ? [{ step: 'add', sites: add, compile: true }] : compilation
  const coming = new Set([...add, ...moved]).size
  if (coming < remove.length || remove.length === 0) return [...moves, ...removal, ...addition]
  return [...moves, ...addition, ...removal, ...compilation]
}
