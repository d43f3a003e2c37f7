import type { InheritedLimit } from '@webfilter/appliance-names'
import { definitionsFor } from '@webfilter/terraform-plugin'
import type { Appliance } from './appliance/appliance'
import type { Run } from './coordination/run'
import type { SiteFiles } from './sites/files/site-files'
import type { ListThreads } from './sites/worker/list-threads'

/** Whether a creation is planned although the appliance cannot be asked for what is there: see the provider's `on_unreachable`. */
export type OnUnreachable = 'warn' | 'fail'

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
