import type { Site } from '../../sites/site'
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
  /** One that is there and stays, by way of which the older generation compiles; undefined where none is known. */
  readonly siteThatStays: Site | undefined
  /** Whether the change is to become active. */
  readonly compile: boolean
  /** An earlier change was stored and not compiled, or may not have been. */
  readonly pending: boolean
}

/** One step of a change, which is carried out before the next one begins. */
export type CategoryStep =
  | { readonly step: 'move'; readonly move: Move }
  | { readonly step: 'add'; readonly sites: readonly Site[]; readonly compile: boolean }
  | { readonly step: 'remove'; readonly sites: readonly Site[] }
  | { readonly step: 'compile'; readonly siteThatIsThere: Site | undefined }

/**
 * The requests that make a change, in their order: what comes is there before what goes, and one compile is at the end.
 *
 * The older generation differs in two ways. It compiles along with adding, by way of a site that is there; where none is left
 * that this change knows of, the compile is left out. And it skips a compile where the number of sites is what it was at the
 * last one (field notes, "Compile"), be it because some come and some go, or because others did the opposite and compiled
 * nothing: the older delete route never compiles. A change would then look active and not be. But right after a compile,
 * skipped or not, the numbers are equal, and what then only comes or only goes makes them differ. So each compile of a change
 * follows another one: that of what comes where something goes too, else one that is sent first. Where nobody else
 * has changed anything, the appliance skips the first one, so it costs a request and no compile.
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
  const compilation = compilationBy(siteThereAfter(change))
  const closing = remove.length > 0 ? compilation : []
  return [...catchingUp(change), ...moves, ...opening(change, compilation), ...removal, ...closing]
}

/** A compile of what others, or an earlier change, left to be compiled, by way of a site that was there before the change. */
function catchingUp(change: CategoryChange): readonly CategoryStep[] {
  const { pending, moves, add, remove, siteThatStays } = change
  if (moves.length + add.length + remove.length === 0) return []
  const compilesBetween = moves.length === 0 && add.length > 0 && remove.length > 0
  const isNeeded = pending || (!compilesBetween && siteThereAfter(change) !== undefined)
  const siteThereBefore = siteThatStays ?? remove[0]
  return isNeeded ? compilationBy(siteThereBefore) : []
}

/** What comes, with a compile; only the compile where nothing comes and nothing goes, or where all of it was moved. */
function opening(
  { moves, add, remove }: CategoryChange,
  compilation: readonly CategoryStep[],
): readonly CategoryStep[] {
  if (add.length > 0) return [{ step: 'add', sites: add, compile: true }]
  return moves.length > 0 || remove.length === 0 ? compilation : []
}

function siteThereAfter({ add, moves, siteThatStays }: CategoryChange): Site | undefined {
  return add[0] ?? moves[0]?.sites[0] ?? siteThatStays
}

function compilationBy(siteThatIsThere: Site | undefined): readonly CategoryStep[] {
  return siteThatIsThere === undefined ? [] : [{ step: 'compile', siteThatIsThere }]
}

/**
 * Whether the older generation may have skipped the last compile of a change: where nothing but a compile was to be done, or
 * where an earlier change waits and there was no site to compile it by.
 */
export function maySkipCompile(change: CategoryChange, steps: readonly CategoryStep[]): boolean {
  const changes = steps.some(({ step }) => step !== 'compile')
  return !changes || (change.pending && catchingUp(change).length === 0)
}
