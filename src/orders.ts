import {
  type Appliance,
  type ApplianceError,
  type CategoryAddress,
  mayHaveWorked,
} from '@webfilter/appliance-client'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import {
  compileUnconfirmed,
  harmlessNamesLeft,
} from '@webfilter/appliance-declarations/diagnostics/operations'
import { parseSite, type Site } from '@webfilter/appliance-names'
import { emptyTable, FewSites } from '@webfilter/site-lists'
import { type Diagnostic, type Diagnostics, ProviderError } from '@webfilter/terraform-plugin'

/** What a category is compiled with. */
interface CompileContext {
  readonly appliance: Appliance
  /** Milliseconds between two questions about a placeholder name that should be gone. */
  readonly untilAskedAgain: number
  readonly diagnostics: Diagnostics
  readonly signal: AbortSignal
}

/**
 * Compiles a category, and warns if the answer says neither yes nor no. If the older routes exist, the compile cannot be skipped: a
 * placeholder name changes the number of sites before it. The autonomous service alone removes no placeholder name, so there the
 * appliance decides.
 *
 * @param site that the category contains; the older generation adds it if it does not, and cannot compile without one
 * @returns whether the answer says that the appliance accepted the request
 * @throws {ApplianceError}
 */
export async function compileCategory(
  category: CategoryAddress,
  site: Site | undefined,
  { appliance, untilAskedAgain, diagnostics, signal }: CompileContext,
): Promise<boolean> {
  const doubt = (await canBeSure())
    ? await compileSurely()
    : await appliance.categories.compile(category, site, signal)
  if (doubt)
    diagnostics.raise(compileUnconfirmed({ category: category.id, reason: diagnosticOf(doubt).message }))
  return doubt === undefined

  async function canBeSure(): Promise<boolean> {
    const { categories } = appliance
    if ((await categories.generation(signal)) === 'older') return site !== undefined
    // No compile of an empty category begins, and a placeholder name would stay active there.
    return (await categories.count(category, signal)) !== 0 && (await categories.hasOlderRoutes(signal))
  }

  async function compileSurely(): Promise<ApplianceError | undefined> {
    const isOlder = (await appliance.categories.generation(signal)) === 'older'
    // A compile that stores the site by the way may be skipped: the site makes up for the placeholder name. So it is added before.
    const add = isOlder && site !== undefined ? new FewSites([site]) : emptyTable
    const change = appliance.categoryChanges.begin({ category, add })
    try {
      const { failure, doubt, leftMarkers } = await change.carryOut(
        category,
        { siteThatStays: undefined, compile: true, pending: true, untilAskedAgain },
        signal,
      )
      if (leftMarkers.length > 0) {
        const names = leftMarkers.map((left) => ({ ...left, category: `number ${left.category}` }))
        diagnostics.raise(harmlessNamesLeft({ names }))
      }
      if (failure) throw failure
      return doubt
    } finally {
      change.end()
    }
  }
}

/** Why an order failed that may have been carried out all the same. */
interface LostOutcome {
  /** One or more sentences. */
  readonly reason: string
  readonly advice: string
}

/**
 * Sends an order whose outcome nothing shows later. If it fails after the order may have been carried out, the error says so; every other
 * failure stays as it is.
 *
 * @throws {ProviderError} with what `wordsForLost` makes of the failure
 */
export async function unlessOutcomeUnknown<T>(
  work: () => Promise<T>,
  wordsForLost: (lost: LostOutcome) => Diagnostic,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!mayHaveWorked(error)) throw error
    const { message: reason, advice } = diagnosticOf(error)
    throw new ProviderError(wordsForLost({ reason, advice }), { cause: error })
  }
}

/** What is wrong with a text that should be a site, as a sentence; undefined for a site. */
export function siteProblem(text: string): string | undefined {
  const parsed = parseSite(text)
  return parsed.ok ? undefined : `${parsed.reason}.`
}

/** The site that a checked text names; undefined without one. */
export function siteNamed(text: string | null | undefined): Site | undefined {
  const parsed = typeof text === 'string' ? parseSite(text) : undefined
  return parsed?.ok ? parsed.site : undefined
}

/** For which duration a restart of the directory service is waited for, unless something else is configured. */
export const longestRestart = '5m'
