import { resource } from '../../definitions'
import { gone } from '../../terraform/provider/definition'
import { ProviderError } from '../../terraform/provider/failures'
import { string } from '../../terraform/schema/builders'
import { isUnknown, type Unknown, unknown } from '../../terraform/values/unknown'
import { categoryNumber, notBlank } from '../../validators'
import { changeCategory } from './category-application'
import { findManaged, noCategory, refuseAnotherCategory, warnOfAnotherCategory } from './category-identity'
import { announceSites, announceSitesDestroy } from './category-sites-announcements'
import { categorySitesDocumentation } from './category-sites-documentation'
import { reportList } from './declared-list'
import { announceStay, departureNotes } from './departure'
import { announced } from './list-announcements'
import { listAttributes } from './list-attributes'
import {
  declaredSites,
  effectsOfFilling,
  fillingOf,
  plannedList,
  removeList,
  updateList,
} from './list-change'
import { reportDifference } from './list-difference'
import { effectsOfSharing, plannedEffects } from './list-effects'
import { readList } from './list-reading'
import { expectSites, managedSites } from './managed-list'
import { configuredList, planList } from './planned-list'

/** A list of sites in a category that something else owns (interface document, sections 4.1 and 4.2). */
export const categorySites = resource('category_sites', {
  description:
    'A list of sites in a category that something else owns: another configuration, or people in the console. A category ' +
    'may have several such lists, each with a name of its own.',
  documentation: categorySitesDocumentation,

  attributes: {
    category_id: string({
      required: true,
      requiresReplace: true,
      validate: categoryNumber,
      description: 'Number of the category, as `appliance_category` has it in `id`.',
    }),
    name: string({
      required: true,
      validate: notBlank,
      description:
        'Name of the list, by which it differs from others in the category. The appliance never learns of it, so another name ' +
        'changes nothing there.',
    }),
    on_destroy: string({
      default: 'remove',
      oneOf: ['remove', 'keep'],
      description:
        'What a destroy does: `remove` takes the managed sites out and compiles, `keep` leaves them there and only ceases to ' +
        'manage them.',
    }),
    ...listAttributes,
    id: string({
      computed: true,
      description: 'Number of the category and name of the list: `250/name`.',
    }),
    category_name: string({ computed: true, stable: true, description: 'Name of the category.' }),
  },

  privateData: departureNotes,

  validate({ config, diagnostics }) {
    reportList(config, diagnostics)
  },

  async plan({ config, prior, draft, replanned, ...surroundings }) {
    const { appliance, categoryClaims, removalLimit, diagnostics, signal } = surroundings
    const askGeneration = async () => await appliance?.categories.generation(signal)
    const list = await planList(configuredList(config, draft), prior, askGeneration, diagnostics, signal)
    const stays = prior !== null && prior.category_id === draft.category_id
    if (prior) {
      const difference = { ...draft, category: prior.category_name, list, isReplaced: !stays }
      await reportDifference(difference, prior, { appliance, removalLimit, diagnostics, signal })
    }
    let isShared = false
    if (appliance && categoryClaims && !isUnknown(draft.category_id) && !isUnknown(draft.name)) {
      const planned = { id: draft.category_id, name: draft.name, list: announced(list, draft), replanned }
      await announceSites(planned, prior, { appliance, categoryClaims, diagnostics, signal })
      if (stays)
        isShared = await announceStay(identityOf(prior), prior, list, { categoryClaims, diagnostics })
    }
    const effects = plannedEffects(prior, list, draft)
    return { ...list.attributes, ...effects, ...(isShared && effectsOfSharing), id: idOf(draft) }
  },

  async planDestroy({ state, note, ...surroundings }) {
    await announceSitesDestroy(state, surroundings, note)
  },

  expect: expectSites,

  async create({ plan, ...surroundings }) {
    const { appliance, categoryClaims, signal } = surroundings
    const found = await appliance.categories.findById(Number(plan.category_id), signal)
    if (!found) throw new ProviderError(noCategory(plan.category_id), { path: ['category_id'] })
    const owner = { category: found.name, list: plan.name }
    const wanted = await declaredSites(plan)
    categoryClaims.declare(owner, wanted)
    return await categoryClaims.turn(found.name, signal, async () => {
      categoryClaims.refuseNotReleased(owner)
      const change = await fillingOf(owner, plan, wanted, found, surroundings)
      const outcome = await changeCategory(found, change, surroundings)
      if (outcome.failure) throw outcome.failure
      return {
        ...plan,
        ...plannedList(plan),
        ...(await effectsOfFilling(owner, found, wanted, outcome, surroundings)),
        id: `${plan.category_id}/${plan.name}`,
        category_name: found.name,
      }
    })
  },

  async read({ state, ...surroundings }) {
    const { appliance, categoryClaims, signal } = surroundings
    return await categoryClaims.releases.whileAtWork(async () => {
      const read = categoryClaims.reads.begin(identityOf(state), state.name, await managedSites(state))
      const found = await findManaged(identityOf(state), appliance, signal)
      if (found) return await readList(found, read, state, surroundings)
      await warnOfAnotherCategory(identityOf(state), surroundings)
      return gone
    })
  },

  async update({ prior, plan, ...surroundings }) {
    await refuseAnotherCategory(identityOf(prior), surroundings.appliance, surroundings.signal)
    const owner = { category: prior.category_name, list: plan.name }
    const category = { id: Number(prior.category_id) }
    const effects = await updateList(owner, category, { prior, plan }, surroundings)
    return {
      ...plan,
      ...plannedList(plan),
      ...effects,
      id: `${plan.category_id}/${plan.name}`,
      category_name: prior.category_name,
    }
  },

  async delete({ state, noted, ...surroundings }) {
    const { appliance, categoryClaims, signal } = surroundings
    if (state.on_destroy === 'keep') return
    const owner = { category: state.category_name, list: state.name }
    const find = () => findManaged(identityOf(state), appliance, signal)
    await categoryClaims.turn(owner.category, signal, () =>
      removeList(owner, state, { identity: identityOf(state), find, noted }, surroundings),
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
