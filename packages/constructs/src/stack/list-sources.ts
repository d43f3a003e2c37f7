import { isKnown } from '../known-values'
import type { SynthesizedStack } from '../synthesized'

/** Lists that come from the program and from a file, of which the provider takes one. A reference may turn out to be null. */
export function problemsOfListSources(stack: SynthesizedStack): readonly string[] {
  return ['appliance_category', 'appliance_category_sites'].flatMap((type) =>
    stack
      .resources(type)
      .filter(({ attributes: { sites, sites_file: file } }) => {
        return Array.isArray(sites) && typeof file === 'string' && isKnown(file)
      })
      .map(({ place }) => `${place} has both sites and sitesFile. Remove one of them.`),
  )
}
