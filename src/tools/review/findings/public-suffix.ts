import { isPublicSuffix } from '@webfilter/appliance-names'
import { NameCounter } from '../names'
import { counted, Name, say } from '../phrase'
import { changedIn } from '../sites/site-changes'
import type { Observation, ReviewedPlan } from './reviewed-plan'

/**
 * Sites under which anybody may register a domain (publicsuffix.org), those of hosting services included: added ones, and restored ones
 * apart from them.
 */
export function publicSuffixes({ exchange: { categories }, restored }: ReviewedPlan): readonly Observation[] {
  return categories.flatMap((category) => {
    const [added, back] = [new NameCounter(), new NameCounter()]
    const shown = (text: string) => (category.isSensitive ? undefined : text)
    for (const site of category.added) {
      if (!isPublicSuffix(site)) continue
      const counter = restored.get(category.name)?.has(site) ? back : added
      counter.add(shown(site))
    }
    // The provider refuses what has no dot inside, a plan of another release might not.
    for (const entry of category.lists.flatMap(({ unreadable }) => unreadable))
      if (isPublicSuffix(entry)) added.add(shown(entry))
    const gains = (names: NameCounter): Observation => ({
      says: say`category ${new Name(category.name)} gains ${counted(names.count, 'public suffix', 'public suffixes')}, including every domain below`,
      names,
      addresses: changedIn(category),
    })
    return [
      ...(added.count > 0 ? [gains(added)] : []),
      ...(back.count > 0 ? [{ ...gains(back), cause: 'drift' as const }] : []),
    ]
  })
}
