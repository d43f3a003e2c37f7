import { type Diagnostics, isUnknown, type Unknown } from '@webfilter/terraform-plugin'
import type { Category, HoldersOutcome } from '../../appliance/categories/category'
import type { ListOwner } from '../../coordination/category-lists'
import type { Context } from '../../definitions'
import { sitesAdopted } from '../../diagnostics/categories'
import type { Contained } from '../../diagnostics/wording'
import { inOrder } from '../../sites/table/site-list'
import { mostAskedInFull, sampleOf, sampleSize, type Verify, verifyOf } from '../../sites/verification'
import type { PlannedList } from './list-in-plan'
import type { Memory } from './list-private-data'

/** What a plan learns of the sites of a list that comes under management. */
export interface FirstLook {
  /** How many of them the category contains; undefined if that was not counted. */
  readonly contained?: Contained
  /** The answers, if every site was looked up: what else the plan wants to know of the sites is in them. */
  readonly answers?: HoldersOutcome
}

/** Nothing was looked up. */
export const noLook: FirstLook = {}

/**
 * Looks up the sites of a list that no state has yet in the category that is there: all of them up to 5,000, and a sample of more. A plan
 * does not fail if that fails, because the apply does not depend on it: then it has no number.
 *
 * @param verify of the list
 * @throws {ApplianceError} only of the kind `cancelled`
 */
export async function firstLook(
  category: Pick<Category, 'id' | 'name' | 'items'>,
  { added, isUncertain }: Pick<PlannedList, 'added' | 'isUncertain'>,
  verify: Verify | Unknown,
  context: Context & Pick<Memory, 'notedInPlan'>,
): Promise<FirstLook> {
  const { appliance, run, diagnostics, signal } = context
  if (added.size === 0 || isUncertain || diagnostics.hasErrors) return noLook
  if (isUnknown(verify) || verifyOf(verify, context.verify) === 'none') return noLook
  // Terraform requests each plan again in the apply, when this run may already have added the sites.
  if (run.isApplying || context.notedInPlan) return noLook
  // If another list manages one of the sites, Terraform itself has added it.
  if (run.refreshes.manages({ ...category, id: String(category.id) }, added)) return noLook
  const sites = added.size
  // An empty category contains none of the sites: that is known without a query.
  if (category.items === 0) return { contained: { there: 0, asked: sites, sites } }
  const asked = sites > mostAskedInFull ? sampleOf(added, sampleSize, steadyRandom()) : inOrder(added)
  const witnesses = () => run.refreshes.witnesses()
  // In an apply, a list that is planned for long would miss the changes that begin together.
  const unlessApplying = AbortSignal.any([signal, run.applying])
  const outcome = await appliance.categories.holders(asked, unlessApplying, witnesses)
  const { holders, failure, unproven } = outcome
  if (failure?.kind === 'cancelled') {
    if (signal.aborted) throw failure
    return noLook
  }
  const answers = asked.length === sites ? { answers: outcome } : noLook
  // The search for conflicts fails by the same answers. Without them, it would repeat queries that were repeated already.
  if (failure) return answers
  const isThere = (held: readonly Category[]) => held.some(({ id }) => id === category.id)
  const there = [...holders.values()].filter(isThere).length
  // If no site was found at all, every query may have failed in the same way.
  if (there === 0 && unproven) return answers
  return { contained: { there, asked: asked.length, sites }, ...answers }
}

/** Warns of sites of a new list that are in its category already. If none is, the list is as new as Terraform says. */
export function diagnoseSitesThere(
  owner: ListOwner,
  contained: Contained | undefined,
  onDestroy: 'remove' | 'keep' | Unknown,
  diagnostics: Diagnostics,
): void {
  if (!contained || contained.there === 0) return
  diagnostics.raise(sitesAdopted({ ...owner, contained, isKept: onDestroy === 'keep' }))
}

/** Numbers as of `Math.random`, but the same each time, so that the next plan draws the same sample (a Lehmer generator). */
function steadyRandom(): () => number {
  let state = 1
  return () => {
    state = (state * 48_271) % modulus
    return state / modulus
  }
}

const modulus = 2 ** 31 - 1
