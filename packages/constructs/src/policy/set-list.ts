import { Token } from 'cdktf'
import { isKnown } from '../known-values'
import type { ListOfSites, ListResource } from './declared'
import { checkedByTheirConstructs } from './known-list'
import { copyOf } from './sites-file'

/** @param noun what the resource is for the reader of a problem, such as `category "ads"` */
export function setList(resource: ListResource, { sites, sitesFile }: ListOfSites, noun: string): void {
  checkedByTheirConstructs.add(resource)
  // A function of Terraform is typed as anything, and is a text: so what is no list is a reference to one.
  if (sites !== undefined) resource.sites = Array.isArray(sites) ? [...sites] : Token.asList(sites)
  if (sitesFile !== undefined)
    resource.sitesFile = isKnown(sitesFile) ? copyOf(sitesFile, resource, noun) : sitesFile
}
