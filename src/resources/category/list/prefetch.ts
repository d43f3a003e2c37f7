import type { StateJson } from '@webfilter/terraform-plugin'
import type { ProviderData } from '../../../definitions'
import { prefetchSites } from './managed'

/** Begins what reading and planning the list of a state will need: its sites, and the file that they came from. */
export function prefetchList(
  state: StateJson,
  { listThreads, siteFiles }: Partial<Pick<ProviderData, 'listThreads' | 'siteFiles'>>,
): void {
  void prefetchSites(state, listThreads)
  const { sites_file: path, file_digest: digest, sites_digest: sitesDigest } = state
  if (typeof path !== 'string' || typeof sitesDigest !== 'string') return
  siteFiles?.prefetch(path, { digest: typeof digest === 'string' ? digest : null, sitesDigest })
}
