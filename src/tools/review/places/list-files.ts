import type { Plan } from '../plan/plan'
import { plannedResource } from '../plan/planned-resource'

/**
 * The files from which resources take their sites, by the addresses of the resources. A path is relative to the folder in which the
 * engine runs, unless it is absolute. One that is sensitive or not known yet is left out.
 */
export function listFiles({ changes }: Plan): ReadonlyMap<string, string> {
  return new Map(
    changes.map(plannedResource).flatMap(({ address, after }) => {
      const file = after?.isSensitive('sites_file') ? undefined : after?.text('sites_file')
      return file === undefined || file === '' ? [] : [[address, file] as const]
    }),
  )
}
