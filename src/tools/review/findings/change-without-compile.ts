import { minus } from '../../../sites/table/site-table'
import { Name, say } from '../phrase'
import type { PlannedResource } from '../plan/planned-resource'
import { referredTo } from '../plan/references'
import type { PlannedCategory } from '../sites/category-exchange'
import type { ListChange } from '../sites/list-change'
import { isCompiledByAction } from './compiling-actions'
import type { Observation, ReviewedPlan } from './reviewed-plan'

/** Categories whose sites change while nothing in the plan compiles them: the change waits for the next compile of the category. */
export function changesWithoutCompile(reviewed: ReviewedPlan): readonly Observation[] {
  return reviewed.exchange.categories.flatMap((category) => {
    const silent = [...category.lists, ...category.leaving].filter(
      (list) =>
        isUncompiled(list, category) &&
        changesSites(list, category) &&
        !isCompiledByAction(list, category, reviewed.plan),
    )
    if (silent.length === 0 || isCompiledByOperation(category, reviewed)) return []
    return [
      {
        says: say`category ${new Name(category.name)} changes and compile is false: the change becomes active with the next compile, which may be that of another category`,
        addresses: silent.map(({ resource }) => resource.address),
      },
    ]
  })
}

function changesSites(
  { before, after, released, isUncertain }: ListChange,
  { leaving }: PlannedCategory,
): boolean {
  if (isUncertain || minus(after, before).size > 0) return true
  const removed = minus(minus(before, after), released)
  return removed.size > 0 || (leaving.length > 0 && before.size > released.size)
}

/** What leaves is compiled by what the state says, what comes by what the configuration says. */
function isUncompiled(list: ListChange, { leaving }: PlannedCategory): boolean {
  const { before, after, action } = list.resource
  if (action === 'none' || action === 'forget') return false
  return (leaving.includes(list) ? before : after)?.value('compile') === false
}

function isCompiledByOperation(category: PlannedCategory, { resources, plan }: ReviewedPlan): boolean {
  return resources.some((resource) => {
    const { type, action, after } = resource
    if (type !== 'appliance_operation' || (action !== 'create' && action !== 'replace')) return false
    if (after?.text('name') !== 'category_compile') return false
    const id = idIn(after.value('arguments'))
    const owners = category.lists.map((list) => list.resource)
    if (id !== undefined) return owners.some((owner) => idOf(owner) === id)
    const named = referredTo(resource, 'arguments', 'appliance_category', resources, plan)
    return named !== undefined && owners.includes(named)
  })
}

function idIn(argumentsOfOperation: unknown): string | undefined {
  if (typeof argumentsOfOperation !== 'object' || argumentsOfOperation === null) return undefined
  const id: unknown = Reflect.get(argumentsOfOperation, 'category_id')
  return typeof id === 'string' ? id : undefined
}

function idOf({ type, before, after }: PlannedResource): string | undefined {
  const attribute = type === 'appliance_category' ? 'id' : 'category_id'
  return after?.text(attribute) ?? before?.text(attribute)
}
