import { isPublicSuffix } from '../../sites/public-suffix'
import { NameCounter } from '../names'
import { counted, Name, say } from '../phrase'
import { changedIn } from '../sites/site-changes'
import type { Observation, ReviewedPlan } from './reviewed-plan'

/** Added sites under which anybody may register a domain (publicsuffix.org), those of hosting services included. */
export function publicSuffixes({ exchange: { categories } }: ReviewedPlan): readonly Observation[] {
  return categories.flatMap((category) => {
    const names = new NameCounter()
    const shown = (text: string) => (category.isSensitive ? undefined : text)
    for (const site of category.added) if (isPublicSuffix(site)) names.add(shown(site))
    // The provider refuses what has no dot inside, a plan of another release might not.
    for (const entry of category.lists.flatMap(({ unreadable }) => unreadable))
      if (isPublicSuffix(entry)) names.add(shown(entry))
    if (names.count === 0) return []
    const says = say`category ${new Name(category.name)} gains ${counted(names.count, 'public suffix', 'public suffixes')}, including every domain below`
    return [{ says, names, addresses: changedIn(category) }]
  })
}
