import { isNamed } from '@webfilter/appliance-client/categories/category'
import {
  declaredList,
  nameOfPlace,
  reportDeclaredList,
} from '@webfilter/appliance-declarations/declared-list'
import {
  categoryNumberRefused,
  categoryNumberReused,
} from '@webfilter/appliance-declarations/diagnostics/categories'
import {
  listDeclaredTwice,
  sitesRemoved,
  sitesStay,
} from '@webfilter/appliance-declarations/diagnostics/category-changes'
import { siteNames } from '@webfilter/appliance-declarations/diagnostics/wording'
import { protectionAttributes } from '@webfilter/appliance-declarations/protection'
import { categoryNumber, notBlank } from '@webfilter/appliance-declarations/validators'
import { gone, isUnknown, ProviderError, string, type Unknown, unknown } from '@webfilter/terraform-plugin'
import { refuseSecond } from '../../provider-data'
import { keyOf, type ListPlace, type NamedCategory } from '../../run/place'
import { refuseProtected } from '../deletion-protection'
import { createList, createOrKeepReleased, updateList } from './apply'
import { type Context, isConfigured, resource } from './context'
import { deleteList } from './deletion'
import { noCategory } from './look'
import { listPrivateData } from './memory'
import { listOfCategory } from './moves'
import { planDestroyOf, planList } from './plan'
import { readList } from './refresh'
import { categorySitesDocumentation, listAttributes } from './schema'
import { type CompiledList, prefetchList } from './stored'

/** A list of sites in a category that something else owns (docs/appliance, "Routes"). */
export const categorySites = resource('category_sites', {
  version: 1,
  description:
    'Manages a list of sites in a category that this resource does not own: one of another resource or configuration, or one ' +
    'that is maintained in the console. A category can have several such lists, each with its own name.',
  documentation: categorySitesDocumentation,

  attributes: {
    category_id: string({
      required: true,
      requiresReplace: true,
      validate: categoryNumber,
      description: 'Number of the category, such as the `id` of an `appliance_category`.',
    }),
    name: string({
      required: true,
      validate: notBlank,
      description:
        'Name of the list, unique among the lists of the category. The appliance does not store it, so a new name changes nothing ' +
        'there.',
    }),
    on_destroy: string({
      default: 'remove',
      oneOf: ['remove', 'keep'],
      description:
        'Action for the managed sites on destroy. `remove` removes them and, if `compile` is `true`, compiles the category; `keep` ' +
        'leaves them in the category and stops managing them.',
    }),
    ...protectionAttributes,
    ...listAttributes,
    id: string({
      computed: true,
      description: 'Number of the category and name of the list, such as `250/feed`.',
    }),
    category_name: string({ computed: true, useStateForUnknown: true, description: 'Name of the category.' }),
  },

  // Attributes with the names of those of a category's identity: OpenTofu 1.12 keeps the identity of the old type if a list moves
  // between the two, and refuses one that lacks an attribute of the new type.
  identity: {
    id: {
      forImport: 'required',
      mutable: true,
      description: 'Number of the category and name of the list, such as `250/feed`.',
    },
    name: { forImport: 'required', mutable: true, description: 'Name of the list.' },
  },

  moves: { category: listOfCategory },

  privateData: listPrivateData,

  validate({ config, diagnostics }) {
    reportDeclaredList(config, diagnostics)
  },

  async plan({ config, prior, proposed, changed, ...context }) {
    const declaredPlace = { list: proposed.name, id: proposed.category_id }
    const declared = declaredList(config, proposed)
    const storedPlace = prior && listPlaceOf(prior)
    if (!prior && isConfigured(context)) await refuseReusedNumber(declaredPlace, context)
    const planned = await planList({ declared, declaredPlace, stored: prior, storedPlace, changed }, context)
    return { ...planned, id: nameOfPlace(declaredPlace) ?? unknown }
  },

  refuseDestroy({ state, deletionProtection }) {
    return refuseProtected(
      'category_sites',
      `List ${JSON.stringify(state.name)} of category ${JSON.stringify(state.category_name)}`,
      state,
      deletionProtection,
    )
  },

  async planDestroy({ state, ...context }) {
    const { category_name: category, name } = state
    if (state.on_destroy === 'keep') context.diagnostics.raise(sitesStay({ list: name, category }))
    const { removed } = await planDestroyOf(listPlaceOf(state), state, context)
    if (removed.size === 0) return
    const sites = siteNames(removed)
    context.diagnostics.raise(sitesRemoved({ category, count: removed.size, sites, by: 'destroy' }))
  },

  prefetch: prefetchList,

  async create({ plan, ...context }) {
    const { category_id, name } = plan
    const stateOf = (category_name: string, list: CompiledList) => ({
      ...plan,
      ...list,
      id: `${category_id}/${name}`,
      category_name,
    })
    return await createOrKeepReleased(
      { category: { id: category_id }, list: name },
      plan,
      context,
      async () => {
        const found = await context.appliance.categories.findById(Number(category_id), context.signal)
        if (!found) throw new ProviderError(noCategory(category_id), { path: ['category_id'] })
        const owner = { category: found.name, list: name }
        const isFirst = context.run.claims.create('list', keyOf(owner), context.object)
        refuseSecond(isFirst, listDeclaredTwice({ list: name, category: found.name }))
        const { list } = await createList(owner, plan, { category: found }, context)
        return stateOf(found.name, list)
      },
      (category, list) => stateOf(category.name, list),
    )
  },

  async read({ state, ...context }) {
    const read = await readList(listPlaceOf(state), state, context)
    if (read) return read.list
    context.run.formerNames.set(keyOfNumber(state.category_id, state.name), { was: state.category_name })
    await warnOfAnotherCategory(listPlaceOf(state).category, context)
    return gone
  },

  async update({ prior, plan, ...context }) {
    const { category } = listPlaceOf(prior)
    const list = await updateList({ category, list: plan.name }, { prior, plan }, context)
    return { ...plan, ...list, id: `${plan.category_id}/${plan.name}`, category_name: prior.category_name }
  },

  async delete({ state, ...context }) {
    await deleteList(listPlaceOf(state), state, context)
  },
})

function listPlaceOf(state: {
  readonly category_id: string
  readonly category_name: string
  readonly name: string
}): ListPlace {
  return { category: { id: state.category_id, name: state.category_name }, list: state.name }
}

/**
 * Refuses to create a list again that the state had in another category, whose number belongs to the one that the configuration would mean by
 * now.
 */
async function refuseReusedNumber(
  { id, list }: { readonly id: string | Unknown; readonly list: string | Unknown },
  { appliance, run, diagnostics, signal }: Context,
): Promise<void> {
  if (isUnknown(id) || isUnknown(list)) return
  const former = run.formerNames.get(keyOfNumber(id, list))
  const found = former && (await appliance.categories.findById(Number(id), signal))
  if (!found || isNamed(found, former.was)) return
  const facts = { id, name: former.was, now: found.name, list }
  diagnostics.raise(categoryNumberRefused(facts), ['category_id'])
}

/** Of the list, among what states say of numbers. */
function keyOfNumber(id: string, list: string): string {
  return `list ${id}/${list}`
}

/** Warns if the number of a category that is gone belongs to another one, to which a configuration with this number now refers. */
async function warnOfAnotherCategory(
  { id, name }: NamedCategory,
  { appliance, diagnostics, signal }: Context,
): Promise<void> {
  const found = await appliance.categories.findById(Number(id), signal)
  if (!found || isNamed(found, name)) return
  diagnostics.raise(categoryNumberReused({ id, name, now: found.name }))
}
