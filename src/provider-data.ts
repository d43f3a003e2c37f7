import { ApplianceError } from '@webfilter/appliance-client/errors'
import { checkNotPossible } from '@webfilter/appliance-declarations/diagnostics/connection'
import { sentencesOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import type { InheritedLimit } from '@webfilter/appliance-names/settings'
import type { ListThreads, SiteFiles, Verify } from '@webfilter/site-lists'
import { type Diagnostic, type Diagnostics, type Path, ProviderError } from '@webfilter/terraform-plugin'
import type { Run } from './run/run'

/** Whether a creation is planned although the appliance cannot be asked what exists: see the provider's `on_unreachable`. */
type OnUnreachable = 'warn' | 'fail'

/** The types of resources that can be protected from destroy, and whether all of them are: see `resources/deletion-protection.ts`. */
export type ProtectedTypes = {
  readonly [Type in 'category' | 'category_sites' | 'ldap_group' | 'ldap_member']?: boolean | null
}

/**
 * What every resource, data source and action of this provider can reach.
 * @typeParam Areas those areas of the appliance that it needs
 */
export interface ProviderData<Areas> {
  readonly appliance: Areas
  /** What the resources of this run know of each other. */
  readonly run: Run
  /** How many sites a change of a list may remove if the list has no limit of its own. */
  readonly removalLimit: InheritedLimit
  /** The types whose resources are protected from destroy, unless a resource says something else. */
  readonly deletionProtection: ProtectedTypes
  /** How thoroughly a refresh looks up the sites of a list that has no wish of its own. */
  readonly verify: Verify
  /** What a plan does if it cannot look at the appliance. */
  readonly onUnreachable: OnUnreachable
  /** The files that lists are read from. */
  readonly siteFiles: SiteFiles
  /** Where the work of long lists is done. */
  readonly listThreads: ListThreads
}

/**
 * Refuses the creation of a thing that this run has created for another resource. A plan refuses two creations, unless one was applied
 * before the other is planned, which Terraform does only if names become known at apply.
 * @throws {ProviderError} before anything is sent
 */
export function refuseSecond(isFirst: boolean, declaredTwice: Diagnostic): void {
  if (!isFirst) throw new ProviderError(declaredTwice)
}

/**
 * Looks at the appliance in a plan. If that fails for a reason that may pass, the plan warns of what it did not check, or is refused if
 * `on_unreachable` is `fail`.
 *
 * @param notChecked the warning, given the message and the advice of the failure: `(failure) => categoryNotChecked({ name, failure })`
 */
export async function lookInPlan<Found extends object>(
  notChecked: (failure: string) => Diagnostic,
  path: Path | undefined,
  { diagnostics, onUnreachable }: LookContext,
  look: () => Promise<Found | undefined>,
): Promise<Found | undefined | 'not looked'> {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof ApplianceError) || !error.transient) throw error
    const diagnostic = notChecked(sentencesOf(error.incident))
    diagnostics.raise(onUnreachable === 'fail' ? checkNotPossible(diagnostic) : diagnostic, path)
    return 'not looked'
  }
}

/** What a look is made with. */
export interface LookContext {
  readonly diagnostics: Diagnostics
  /** Undefined while the provider's settings are not known: then no look is made. */
  readonly onUnreachable: OnUnreachable | undefined
}
