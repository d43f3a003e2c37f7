import { gone, isUnknown, ProviderError, string, type Unknown, unknown } from '@webfilter/terraform-plugin'
import { configured, resource } from '../../definitions'

import { categoryNumber, notBlank } from '../../validators'

import { changeCategory, effectsOfFilling, fillingOf, removeList, updateList } from './apply-list'
import { reportDeclaredList } from './declared-list'
import { categorySitesDocumentation } from './documentation'
import { listAttributes } from './list-attributes'
import { lastAdded, listPrivateData } from './list-private-data'
import { managedListOf, managedSites, prefetchList, sitesOfPlan } from './list-state'
import { findManaged, noCategory, refuseAnotherCategory, warnOfAnotherCategory } from './managed-category'
import { listOfCategory } from './moves'
import { rememberShared } from './other-lists'
import { diagnoseMove, diagnoseSitesDestroy, diagnoseSitesList } from './plan-diagnostics'
import { arrival, planListOf, plannedEffects, whilePlanningList } from './plan-list'

import { refreshList } from './refresh-list'

/** A list of sites in a category that something else owns (interface document, sections 4.1 and 4.2). */
export const categorySites = resource('category_sites', {
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
    ...listAttributes,
    id: string({
      computed: true,
      description: 'Number of the category and name of the list, such as `250/feed`.',
    }),
    category_name: string({ computed: true, useStateForUnknown: true, description: 'Name of the category.' }),
  },

  // Attributes with the names of those of a category's identity: OpenTofu 1.12 keeps the identity of the old type where a list moves
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

  async plan({ config, prior, proposed, replanned, record, ...context }) {
    const arrived = arrival(context.run, prior && identityOf(prior), prior?.name ?? null)
    return await whilePlanningList(context.run, arrived, async () => {
      const { category_id: id, name } = proposed
      const of = prior && { category: prior.category_name, stays: prior.category_id === id }
      const list = await planListOf({ config, prior, proposed, record, of }, context)
      const known = configured(context)
      if (known && prior && isUnknown(id)) await diagnoseMove(prior, list, known)
      const isShared =
        known && !isUnknown(id) && !isUnknown(name)
          ? await diagnoseSitesList({ id, name, replanned }, list, prior, {
              ...known,
              record,
              notedInPlan: context.notedInPlan,
              arrived,
            })
          : false
      return { ...list.attributes, ...plannedEffects(prior, list, proposed, isShared), id: idOf(proposed) }
    })
  },

  async planDestroy({ state, note, ...context }) {
    const arrived = arrival(context.run, identityOf(state), state.name)
    await whilePlanningList(context.run, arrived, () => diagnoseSitesDestroy(state, context, note))
  },

  prefetch: prefetchList,

  async create({ plan, ...context }) {
    const { appliance, run, signal } = context
    const found = await appliance.categories.findById(Number(plan.category_id), signal)
    if (!found) throw new ProviderError(noCategory(plan.category_id), { path: ['category_id'] })
    const owner = { category: found.name, list: plan.name }
    const wanted = await sitesOfPlan(plan)
    run.lists.declare(owner, wanted)
    return await run.turn('category', found.name, signal, async () => {
      const change = await fillingOf(owner, plan, wanted, found, context)
      const outcome = await changeCategory(found, change, context)
      if (outcome.failure) throw outcome.failure
      return {
        ...plan,
        ...managedListOf(plan),
        ...effectsOfFilling(owner, wanted, outcome, context),
        id: `${plan.category_id}/${plan.name}`,
        category_name: found.name,
      }
    })
  },

  async read({ state, record, keep, ...context }) {
    const { appliance, run, signal } = context
    const read = run.refreshes.begin(identityOf(state), state.name, await managedSites(state))
    const found = await findManaged(identityOf(state), appliance, signal)
    if (found) {
      const list = await refreshList(found, read, state, lastAdded(record), context)
      await rememberShared(identityOf(state), await managedSites(list), { record, keep, run })
      run.shared.expect(identityOf(state), state.name, await managedSites(list))
      return list
    }
    await warnOfAnotherCategory(identityOf(state), context)
    return gone
  },

  async update({ prior, plan, ...context }) {
    await refuseAnotherCategory(identityOf(prior), context.appliance, context.signal)
    const owner = { category: prior.category_name, list: plan.name }
    const category = { id: Number(prior.category_id) }
    const effects = await updateList(owner, category, { prior, plan }, context)
    return {
      ...plan,
      ...managedListOf(plan),
      ...effects,
      id: `${plan.category_id}/${plan.name}`,
      category_name: prior.category_name,
    }
  },

  async delete({ state, noted, ...context }) {
    const { appliance, run, signal } = context
    if (state.on_destroy === 'keep') return
    const owner = { category: state.category_name, list: state.name }
    const find = () => findManaged(identityOf(state), appliance, signal)
    await run.turn('category', owner.category, signal, () =>
      removeList(owner, state, { identity: identityOf(state), find, noted }, context),
    )
  },
})

/** Of a list whose category is yet to be created, or whose name is, it is not known. */
function idOf({
  category_id,
  name,
}: {
  readonly category_id: string | Unknown
  readonly name: string | Unknown
}) {
  return isUnknown(category_id) || isUnknown(name) ? unknown : `${category_id}/${name}`
}

function identityOf(state: { readonly category_id: string; readonly category_name: string }) {
  return { id: state.category_id, name: state.category_name }
}
