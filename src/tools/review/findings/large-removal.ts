import { namesOfSites } from '../names'
import { counted, Name, say } from '../phrase'
import { changedIn } from '../sites/site-changes'
import type { Observation, ReviewedPlan } from './reviewed-plan'

/** Categories that lose more sites than the settings allow. Sites that move to another category are not lost. */
export function largeRemovals({ exchange: { categories }, settings }: ReviewedPlan): readonly Observation[] {
  const { sites: most, percent: mostPercent } = settings.largeRemoval
  return categories.flatMap((category) => {
    const { name, before, removedAlone: removed, isSensitive } = category
    if (removed.size === 0) return []
    const percent = (100 * removed.size) / before.size
    if (removed.size <= most && percent <= mostPercent) return []
    return [
      {
        says: say`category ${new Name(name)} loses ${removed.size} of ${counted(before.size, 'managed site')} (${Math.round(percent)}%)`,
        names: namesOfSites(removed, isSensitive),
        addresses: changedIn(category),
      },
    ]
  })
}
