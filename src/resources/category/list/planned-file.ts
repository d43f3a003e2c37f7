import { ProviderError } from '@webfilter/terraform-plugin'
import { sitesFileChangedAfterPlan } from '../../../diagnostics/site-files'
import type { PlannedList } from './planned'

/** What a plan found in the file of a list. It is kept in private data, for the plan that its apply begins with. */
export interface PlannedFile {
  readonly path: string
  /** SHA-256 of the file's bytes, hexadecimal. */
  readonly bytes: string
  /** What the plan says of the list: the digest of its sites, how many they are, and the digest of the file that they came from. */
  readonly sites_digest: string
  readonly site_count: number
  readonly file_digest: string
}

/** What is to be kept of the file of a list; undefined where the list is from none, or not wholly known. */
export function plannedFile({ attributes, opened }: PlannedList): PlannedFile | undefined {
  const { sites_digest, site_count, file_digest } = attributes
  const all = { path: opened?.path, bytes: opened?.digest, sites_digest, site_count, file_digest }
  return isPlannedFile(all) ? all : undefined
}

/** Whether JSON is what is kept of a file. */
export function isPlannedFile(json: unknown): json is PlannedFile {
  if (typeof json !== 'object' || json === null) return false
  const isText = ['path', 'bytes', 'sites_digest', 'file_digest'].every(
    (name) => typeof Reflect.get(json, name) === 'string',
  )
  return isText && typeof Reflect.get(json, 'site_count') === 'number'
}

/**
 * Refuses at apply a file whose bytes changed after the plan, if another list would come of it. Terraform refuses that too, but as a
 * bug of the provider, and without the name of the file.
 *
 * @param now undefined where nothing is known of the list any more
 * @throws {ProviderError}
 */
export function refuseChangedFile(planned: PlannedFile, now: PlannedFile | undefined): void {
  if (!now || now.bytes === planned.bytes) return
  if (now.sites_digest === planned.sites_digest && now.file_digest === planned.file_digest) return
  throw new ProviderError(
    sitesFileChangedAfterPlan({ path: planned.path, planned: facts(planned), now: facts(now) }),
    {
      path: ['sites_file'],
    },
  )
}

function facts({ bytes, site_count }: PlannedFile) {
  return { sites: site_count, sha256: bytes }
}
