import { simplifyName } from '@webfilter/appliance-names'
import { namesInData } from '../plan/data-names'
import type { Plan } from '../plan/plan'
import type { PlannedResource } from '../plan/planned-resource'
import { referredTo } from '../plan/references'

/** A category, as far as the plan tells which one it is. */
export interface CategoryIdentity {
  /** Equal for the same category. */
  readonly key: string
  /** As it is to be shown. */
  readonly name: string
}

export const categoryTypes: ReadonlySet<string> = new Set(['appliance_category', 'appliance_category_sites'])

/** Tells which category the list of a resource belongs to, before the plan and after it. */
export type CategoryNaming = (
  resource: PlannedResource,
  side: 'before' | 'after',
) => CategoryIdentity | undefined

/**
 * A category is known by its name, as names are compared on the appliance. A list in a category of others knows a number:
 * what else the plan has of that number gives the name, and where the number itself comes with the apply, the configuration.
 */
export function categoryNaming(resources: readonly PlannedResource[], plan: Plan): CategoryNaming {
  const lists = resources.filter(({ type }) => categoryTypes.has(type))
  const names = new Map([
    ...namesInData(plan, /^appliance_(?:categor|site$)/, 'id'),
    ...lists.flatMap(({ type, before, after }) =>
      [before, after].flatMap((side) => {
        const id = side?.text(type === 'appliance_category' ? 'id' : 'category_id')
        const name = side && nameOn(type, side)
        return id === undefined || name === undefined ? [] : [[id, name] as const]
      }),
    ),
  ])
  return identityOf

  function identityOf(resource: PlannedResource, side: 'before' | 'after'): CategoryIdentity | undefined {
    const attributes = resource[side]
    if (!attributes) return undefined
    const { type, address } = resource
    const name = nameOn(type, attributes)
    if (name !== undefined) return named(name, attributes.isSensitive(nameAttribute(type)))
    if (type === 'appliance_category') return { key: `address ${address}`, name: address }
    const id = attributes.text('category_id')
    if (id !== undefined) {
      const known = names.get(id)
      return known === undefined ? { key: `number ${id}`, name: id } : named(known, false)
    }
    const owner = referredTo(resource, 'category_id', 'appliance_category', lists, plan)
    return (owner && identityOf(owner, 'after')) ?? { key: `address ${address}`, name: address }
  }
}

function nameOn(type: string, side: NonNullable<PlannedResource['before']>): string | undefined {
  return side.text(nameAttribute(type))
}

function nameAttribute(type: string): string {
  return type === 'appliance_category' ? 'name' : 'category_name'
}

function named(name: string, isSensitive: boolean): CategoryIdentity {
  return { key: `name ${simplifyName(name)}`, name: isSensitive ? '(sensitive)' : name }
}
