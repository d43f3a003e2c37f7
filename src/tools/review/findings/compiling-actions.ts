import { simplifyName } from '@webfilter/appliance-names'
import type { Invocation, Plan } from '../plan/plan'
import { Attributes, isOfAppliance, type PlannedResource } from '../plan/planned-resource'
import type { PlannedCategory } from '../sites/category-exchange'
import type { ListChange } from '../sites/list-change'

/**
 * Whether an action compiles a category after the change of one of its lists. The action that another list of the category triggers
 * may run before: it does not count.
 */
export function isCompiledByAction(list: ListChange, category: PlannedCategory, plan: Plan): boolean {
  return plan.invocations.some((invocation) => {
    if (!isOfAppliance(invocation) || invocation.type !== 'appliance_compile_category') return false
    const trigger = afterWhat(invocation)
    const lists = [...category.lists, ...category.leaving]
    const owner = lists.find(({ resource }) => resource.address === trigger)
    if (trigger === undefined || (owner && owner !== list)) return false
    return isAbout(invocation, lists, owner)
  })
}

/** The address of the resource after whose change an action runs; undefined where it runs before, or nothing triggers it. */
function afterWhat({ lifecycle_action_trigger: trigger }: Invocation): string | undefined {
  return trigger?.action_trigger_event.startsWith('After') ? trigger.triggering_resource_address : undefined
}

/**
 * Whether an action names the category of lists. The number of a category that the plan creates is unknown, and the JSON of a plan does
 * not contain the expressions of actions: then the action is about the category whose creation triggers it.
 */
function isAbout(
  { config_values, config_unknown }: Invocation,
  lists: readonly ListChange[],
  owner: ListChange | undefined,
): boolean {
  const config = new Attributes(config_values ?? {}, config_unknown, {})
  if (config.isUnknown('id')) return owner?.resource.after?.isUnknown(numberOf(owner.resource)) ?? false
  const [id, name] = [config.text('id'), config.text('name')]
  return lists.some(({ resource }) =>
    [resource.before, resource.after].some((side) => {
      const named = side?.text(nameOf(resource))
      return id === undefined
        ? name !== undefined && named !== undefined && simplifyName(named) === simplifyName(name)
        : side?.text(numberOf(resource)) === id
    }),
  )
}

function numberOf({ type }: PlannedResource): string {
  return type === 'appliance_category' ? 'id' : 'category_id'
}

function nameOf({ type }: PlannedResource): string {
  return type === 'appliance_category' ? 'name' : 'category_name'
}
