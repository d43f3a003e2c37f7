import { simplifyName } from '@webfilter/appliance-names'
import type { Category } from '../../../appliance/categories/category'
import { counted } from '../../../diagnostics/counted'
import { type AssumptionVerdict, topics } from '../assumptions'

/** Names that only differ in what is assumed to make no difference disprove the assumption. No list proves it. */
export function judgeNames(categories: readonly Category[]): readonly AssumptionVerdict[] {
  const seen = new Map<string, Category>()
  for (const category of categories) {
    const simple = simplifyName(category.name)
    const other = seen.get(simple)
    if (other) {
      const because = `The category list contains both ${described(other)} and ${described(category)}.`
      return [{ topic: topics.categoryNames, holds: 'not held', because }]
    }
    seen.set(simple, category)
  }
  if (seen.size < 2) return []
  const because = `No two of the ${counted(seen.size, 'name')} in the category list are alike.`
  return [{ topic: topics.categoryNames, holds: 'held', because }]
}

const knownCodes: ReadonlySet<number> = new Set([0, 1, 2, 3, 4])

/** Whether the list has a policy code that is not known. Nothing is said where it tells no codes. */
export function judgePolicyCodes(categories: readonly Category[]): readonly AssumptionVerdict[] {
  const topic = topics.policyCodes
  const told = categories.flatMap(({ rpz }) => (rpz ? [rpz.action] : []))
  if (told.length === 0) return []
  const unknown = told.find((code) => !knownCodes.has(code))
  return unknown === undefined
    ? [
        {
          topic,
          holds: 'held',
          because: 'The category list contains only the codes 0 to 4; their meaning was not checked.',
        },
      ]
    : [{ topic, holds: 'not held', because: `The category list contains the code ${unknown}.` }]
}

function described({ name, id }: Category): string {
  return `${JSON.stringify(name)} (${id})`
}
