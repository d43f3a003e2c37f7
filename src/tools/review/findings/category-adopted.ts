import { simplifyName } from '@webfilter/appliance-names'
import { categoryAdopted } from '../../../diagnostics/categories'
import { Name, say } from '../phrase'
import type { PlannedResource } from '../plan/planned-resource'
import type { Observation, ReviewedPlan } from './reviewed-plan'

/**
 * Categories that the plan takes over instead of creating them, with whatever others have put into them. A plan itself does
 * not say which: an import tells it, a data source that lists the category, or a warning of the provider.
 */
export function categoriesAdopted({ resources, plan, messages }: ReviewedPlan): readonly Observation[] {
  const listed = namesIn(
    plan.data.flatMap(({ type, values }) => (/^appliance_categor/.test(type) ? [values] : [])),
  )
  const warned = new Set(
    messages.flatMap(({ code, address }) => (code === categoryAdopted.code ? address : [])),
  )
  // A category that is only forgotten stays, so whatever else creates one of its name takes it over.
  for (const { type, action, before } of resources) {
    const name = before?.text('name')
    if (type === 'appliance_category' && action === 'forget' && name !== undefined)
      listed.add(simplifyName(name))
  }
  return resources.filter(isAdopted).map((resource) => {
    const { address, after } = resource
    const name = after?.isSensitive('name') ? '(sensitive)' : (after?.text('name') ?? address)
    return {
      says: say`category ${new Name(name)} already exists and is adopted with the sites it contains`,
      addresses: [address],
      ...(warned.has(address) && { code: categoryAdopted.code }),
    }
  })

  function isAdopted({ type, action, isImported, address, after }: PlannedResource): boolean {
    if (type !== 'appliance_category') return false
    const name = after?.text('name')
    const isFound = warned.has(address) || (name !== undefined && listed.has(simplifyName(name)))
    return isImported || (action === 'create' && isFound)
  }
}

/** The names of categories in values of the data sources `appliance_category` and `appliance_categories`. */
function namesIn(values: unknown): Set<string> {
  const names = new Set<string>()
  collect(values)
  return names

  function collect(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    const name: unknown = Reflect.get(value, 'name')
    if (typeof name === 'string') names.add(simplifyName(name))
    for (const each of Object.values(value)) collect(each)
  }
}
