import type { Categories } from '@webfilter/appliance-client/categories'
import type { CategoryChanges } from '@webfilter/appliance-client/categories/change'
import { type Diagnostics, definitionsFor, type ManagedObject } from '@webfilter/terraform-plugin'
import type { ProviderData } from '../../provider-data'

/** What lists reach of the provider: of the appliance, its categories only. */
type ListProvider = ProviderData<{
  readonly categories: Categories
  readonly categoryChanges: CategoryChanges
}>

/** The framework's `resource` and `listResource`, with the categories of the appliance within reach. */
export const { resource, listResource } = definitionsFor<ListProvider>()

/** What lists are planned and changed with. */
export interface Context extends Omit<ListProvider, 'deletionProtection' | 'listThreads'> {
  readonly diagnostics: Diagnostics
  readonly signal: AbortSignal
  /** The object that the plan or the change is about. */
  readonly object: ManagedObject
}

/** What lists are planned with: nothing of the provider while its settings are not known. */
export type PlanContext = Partial<Context> & Pick<Context, 'diagnostics' | 'signal' | 'object'>

/** Whether the settings of the provider are known. */
export function isConfigured(context: PlanContext): context is Context {
  return context.appliance !== undefined
}
