import type { Appliance } from '@webfilter/appliance-client'
import { definitionsFor } from '@webfilter/terraform-plugin'
import type { ProviderData } from './provider-data'

/** The framework's `resource`, `dataSource`, `listResource` and `action`, with the whole appliance within reach. */
export const { resource, dataSource, listResource, action } = definitionsFor<ProviderData<Appliance>>()
