import type { InheritedLimit } from '@webfilter/appliance-names'
import {
  type Diagnostic,
  type Diagnostics,
  definitionsFor,
  type Path,
  ProviderError,
} from '@webfilter/terraform-plugin'
import type { Appliance } from './appliance/appliance'
import { ApplianceError } from './appliance/errors'
import type { Run } from './coordination/run'
import { checkNotPossible } from './diagnostics/connection'
import type { SiteFiles } from './sites/files/site-files'
import type { ListThreads } from './sites/worker/list-threads'

/** Whether a creation is planned although the appliance cannot be asked for what is there: see the provider's `on_unreachable`. */
type OnUnreachable = 'warn' | 'fail'

/** What every resource, data source and action of this provider can reach. */
export interface ProviderData {
  readonly appliance: Appliance
  /** What the resources of this run know of each other. */
  readonly run: Run
  /** How many sites a change of a list may take out that says nothing of it. */
  readonly removalLimit: InheritedLimit
  /** What a plan does about a look at the appliance that fails. */
  readonly onUnreachable: OnUnreachable
  /** The files that lists are read from. */
  readonly siteFiles: SiteFiles
  /** Where the work of long lists is done. */
  readonly listThreads: ListThreads
}

/** The framework's `resource`, `dataSource`, `listResource` and `action`, with the appliance within reach. */
export const { resource, dataSource, listResource, action } = definitionsFor<ProviderData>()

/** What resources are planned and changed with. */
export interface Context {
  readonly appliance: Appliance
  readonly run: Run
  readonly onUnreachable: OnUnreachable
  readonly diagnostics: Diagnostics
  readonly signal: AbortSignal
}

/** What plans are made with: neither appliance nor run while the provider's configuration is not known yet. */
export type PlanContext = Partial<Context> & Pick<Context, 'diagnostics' | 'signal'>

/** The same where the provider is configured; undefined where it is not. */
export function configured({
  appliance,
  run,
  onUnreachable,
  diagnostics,
  signal,
}: PlanContext): Context | undefined {
  return appliance && run && onUnreachable && { appliance, run, onUnreachable, diagnostics, signal }
}

/** Makes a plan. While it is made within an apply, changes that depend on what it says wait for it. */
export async function whilePlanning<T>(run: Run | undefined, work: () => Promise<T>): Promise<T> {
  return await (run ? run.whileAtWork(work) : work())
}

/**
 * Looks at the appliance while a creation is planned. A failure that may pass is no reason to refuse the plan, unless the provider's
 * settings say so: the plan says what was not checked.
 *
 * @param notChecked what the plan says then, made of the message and the advice of the failure: `(failure) => categoryNotChecked({ name, failure })`
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
    const diagnostic = notChecked(`${error.told.message} ${error.told.advice}`)
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

/**
 * What is wrong with the values of a resource, and the attribute to blame. It is found when a configuration is checked, or only at
 * apply, where the values were not known before.
 */
export interface Problem extends Diagnostic {
  readonly path: Path
}

/** Reports all problems of a configuration that is checked. */
export function report(problems: readonly Problem[], diagnostics: Diagnostics): void {
  for (const { path, ...diagnostic } of problems) diagnostics.raise(diagnostic, path)
}

/** @throws {ProviderError} for the first of them, where values became known at apply only */
export function refuse(problems: readonly Problem[]): void {
  const [first] = problems
  if (!first) return
  const { path, ...diagnostic } = first
  throw new ProviderError(
    { ...diagnostic, advice: 'Correct the source of the value, and apply again.' },
    { path },
  )
}
