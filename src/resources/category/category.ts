import { simplifyName } from '@webfilter/appliance-names'
import { gone, isUnknown, string } from '@webfilter/terraform-plugin'
import type { Category } from '../../appliance/categories/category'
import { configured, listResource, resource } from '../../definitions'
import { notBlank } from '../../validators'
import { createCategory, effectsOfFilling, fillingOf, removeList, updateList } from './apply-list'
import { reportDeclaredList } from './declared-list'
import { categoryDocumentation } from './documentation'
import { listAttributes } from './list-attributes'
import { lastAdded, listPrivateData } from './list-private-data'
import { managedListOf, managedSites, prefetchList, sitesOfPlan } from './list-state'
import {
  findIdentified,
  findManaged,
  findToImport,
  refuseAnotherCategory,
  sameDescription,
} from './managed-category'
import { categoryOfList } from './moves'
import { rememberShared } from './other-lists'
import { diagnoseCategory, diagnoseCategoryDestroy, diagnoseReplacement } from './plan-diagnostics'
import { arrival, planListOf, plannedEffects, whilePlanningList } from './plan-list'

import { importedList, refreshList } from './refresh-list'

/** A personal category of websites (interface document, sections 4.1 and 4.2). */
export const category = resource('category', {
  description:
    'Manages a personal category of websites and the sites in it. If a category with this name exists, the resource adopts it; ' +
    'otherwise it creates the category.\n\n' +
    'A category is a named list of sites. The filtering rules of the appliance decide what happens to its sites. The provider does ' +
    'not manage those rules: depending on them, adding a site to a category can block it or allow it.',
  documentation: categoryDocumentation,

  attributes: {
    name: string({
      required: true,
      requiresReplace: true,
      validate: notBlank,
      semanticEquals: (prior, next) => simplifyName(prior) === simplifyName(next),
      description:
        'Name of the category. If a category with this name exists, the resource adopts it, and the plan warns you. The REST ' +
        'interface cannot rename a category, so a new name creates another category. With `create_before_destroy`, the sites are ' +
        'never missing in between.',
    }),
    description: string({
      optional: true,
      computed: true,
      nullable: true,
      useStateForUnknown: true,
      semanticEquals: sameDescription,
      description:
        'Purpose of the category. Set when the category is created; the REST interface cannot change it later.',
    }),
    on_destroy: string({
      default: 'remove',
      oneOf: ['remove', 'keep'],
      description:
        'Action for the managed sites on destroy. `remove` removes them and, if `compile` is `true`, compiles the category; `keep` ' +
        'leaves them in the category. The category itself stays in both cases, because the REST interface cannot delete it.',
    }),
    id: string({
      computed: true,
      useStateForUnknown: true,
      description: 'Number of the category.',
    }),
    table: string({
      computed: true,
      useStateForUnknown: true,
      description: 'Name of the table in which the appliance stores the sites. Can be empty.',
    }),
    ...listAttributes,
  },

  identity: {
    name: { forImport: 'required', description: 'Name of the category.' },
    id: {
      forImport: 'optional',
      description:
        'Number of the category. If it is set, an import requires that the category has this number and this name.',
    },
  },

  moves: { category_sites: categoryOfList },

  privateData: listPrivateData,

  validate({ config, diagnostics }) {
    reportDeclaredList(config, diagnostics)
  },

  async plan({ config, prior, proposed, replanned, record, ...context }) {
    const arrived = arrival(context.run, prior, null)
    return await whilePlanningList(context.run, arrived, async () => {
      const { name } = proposed
      const stays = prior !== null && !isUnknown(name) && simplifyName(prior.name) === simplifyName(name)
      const of = prior && { category: prior.name, stays }
      const list = await planListOf({ config, prior, proposed, record, of }, context)
      const known = configured(context)
      if (known && prior && isUnknown(name)) await diagnoseReplacement(prior, list, known)
      const isShared =
        known && !isUnknown(name)
          ? await diagnoseCategory({ name, description: config.description, replanned }, list, prior, {
              ...known,
              record,
              notedInPlan: context.notedInPlan,
              arrived,
            })
          : false
      return { ...list.attributes, ...plannedEffects(prior, list, proposed, isShared) }
    })
  },

  async planDestroy({ state, note, ...context }) {
    const arrived = arrival(context.run, state, null)
    await whilePlanningList(context.run, arrived, () => diagnoseCategoryDestroy(state, context, note))
  },

  prefetch: prefetchList,

  async create({ plan, ...context }) {
    const { appliance, run, signal } = context
    const { name } = plan
    const owner = { category: name, list: null }
    const wanted = await sitesOfPlan(plan)
    const description = isUnknown(plan.description) ? null : plan.description
    run.lists.declare(owner, wanted)
    return await run.turn('category', name, signal, async () => {
      const existing = await appliance.categories.findByName(name, signal)
      const change = await fillingOf(owner, plan, wanted, existing, context)
      const created = await createCategory(description ?? '', change, context)
      const { category: found, origin, outcome } = created
      return {
        ...plan,
        ...managedListOf(plan),
        ...effectsOfFilling(owner, wanted, outcome, context),
        id: String(found.id),
        table: found.table,
        description: description ?? found.description ?? (origin === 'created' ? '' : null),
      }
    })
  },

  async read({ state, record, keep, ...context }) {
    const { appliance, run, signal } = context
    const read = run.refreshes.begin(state, null, await managedSites(state))
    const found = await findManaged(state, appliance, signal)
    if (!found) return gone
    const list = await refreshList(found, read, state, lastAdded(record), context)
    await rememberShared(state, await managedSites(list), { record, keep, run })
    run.shared.expect(state, null, await managedSites(list))
    return { ...list, table: found.table, description: found.description ?? state.description }
  },

  async update({ prior, plan, ...context }) {
    await refuseAnotherCategory(prior, context.appliance, context.signal)
    const owner = { category: prior.name, list: null }
    const effects = await updateList(owner, { id: Number(prior.id) }, { prior, plan }, context)
    return {
      ...plan,
      ...managedListOf(plan),
      ...effects,
      id: prior.id,
      table: prior.table,
      description: isUnknown(plan.description) ? prior.description : plan.description,
    }
  },

  async delete({ state, noted, ...context }) {
    const { appliance, run, signal } = context
    const owner = { category: state.name, list: null }
    if (state.on_destroy === 'keep') return
    const find = () => findManaged(state, appliance, signal)
    await run.turn('category', state.name, signal, () =>
      removeList(owner, state, { identity: state, find, noted }, context),
    )
  },

  async importState({ id, identity, appliance, signal }) {
    return importedCategory(
      identity
        ? await findIdentified(identity, appliance, signal)
        : await findToImport(id, appliance, signal),
    )
  },
})

/** The state of a category that was found. Nothing of its sites is known, so that none of them is managed yet. */
export function importedCategory(found: Category) {
  return {
    id: String(found.id),
    name: found.name,
    table: found.table,
    description: found.description ?? null,
    on_destroy: 'remove',
    ...importedList,
  } as const
}

/** The personal categories of the appliance, for `terraform query` (interface document, list routes of 4.1 and 4.2). */
export const categoryList = listResource('category', {
  description:
    'Lists the personal categories of the appliance. The REST interface cannot list the sites of a category, so an imported ' +
    'category manages no sites until you add `sites` or `sites_file` to its configuration.',

  attributes: {
    name_contains: string({
      optional: true,
      validate: notBlank,
      description:
        'Text that the name contains. Accents, apostrophes and letter case have no meaning. If not set, all categories are listed.',
    }),
  },

  async *list({ config: { name_contains }, appliance, signal }) {
    const wanted = simplifyName(name_contains ?? '')
    const { categories } = await appliance.categories.list(signal)
    for (const category of categories) {
      // No configuration can declare a category without a name.
      if (category.name.trim() === '' || !simplifyName(category.name).includes(wanted)) continue
      yield { displayName: category.name, state: importedCategory(category) }
    }
  },
})
