import { simplifyName } from '../../appliance/categories/category-name'
import { resource } from '../../definitions'
import { gone } from '../../terraform/provider/definition'
import { string } from '../../terraform/schema/builders'
import { isUnknown } from '../../terraform/values/unknown'
import { notBlank } from '../../validators'
import { sameDescription } from './category-adoption'
import { announce, announceDestroy } from './category-announcements'
import { createCategory } from './category-application'
import { categoryDocumentation } from './category-documentation'
import { findManaged, findToImport, refuseAnotherCategory } from './category-identity'
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
import { importedList, readList } from './list-reading'
import { expectSites, managedSites } from './managed-list'
import { configuredList, planList } from './planned-list'

/** A personal category of websites (interface document, sections 4.1 and 4.2). */
export const category = resource('category', {
  description:
    'A personal category of websites, and the sites in it. The category is created if its name is not there yet, and ' +
    'adopted if it is.',
  documentation: categoryDocumentation,

  attributes: {
    name: string({
      required: true,
      requiresReplace: true,
      validate: notBlank,
      sameMeaning: (prior, next) => simplifyName(prior) === simplifyName(next),
      description:
        'Name of the category. If a category of this name exists already, it is adopted: a plan says so. The ' +
        'appliance cannot rename a category, so another name makes another one; with `create_before_destroy` its sites ' +
        'are never missing.',
    }),
    description: string({
      optional: true,
      computed: true,
      nullable: true,
      stable: true,
      sameMeaning: sameDescription,
      description:
        'What the category is for. Set when it is created: the appliance has no way to change it later.',
    }),
    on_destroy: string({
      default: 'remove',
      oneOf: ['remove', 'keep'],
      description:
        'What a destroy does, as the appliance cannot delete a category: `remove` takes the managed sites out and ' +
        'compiles, `keep` leaves everything there. Either way the category itself stays.',
    }),
    id: string({ computed: true, stable: true, description: 'Number of the category on the appliance.' }),
    table: string({
      computed: true,
      stable: true,
      description: 'Name of the table in which the appliance stores the sites; may be empty.',
    }),
    ...listAttributes,
  },

  privateData: departureNotes,

  validate({ config, diagnostics }) {
    reportList(config, diagnostics)
  },

  async plan({ config, prior, draft, replanned, ...surroundings }) {
    const { appliance, categoryClaims, removalLimit, diagnostics, signal } = surroundings
    const askGeneration = async () => await appliance?.categories.generation(signal)
    const list = await planList(configuredList(config, draft), prior, askGeneration, diagnostics, signal)
    const stays =
      prior !== null && !isUnknown(draft.name) && simplifyName(prior.name) === simplifyName(draft.name)
    if (prior) {
      const difference = { ...draft, category: prior.name, list, isReplaced: !stays }
      await reportDifference(difference, prior, { appliance, removalLimit, diagnostics, signal })
    }
    let isShared = false
    if (appliance && categoryClaims && !isUnknown(draft.name)) {
      const planned = {
        name: draft.name,
        description: config.description,
        list: announced(list, draft),
        replanned,
      }
      await announce(planned, prior, { appliance, categoryClaims, diagnostics, signal })
      if (stays) isShared = await announceStay(prior, prior, list, { categoryClaims, diagnostics })
    }
    const effects = plannedEffects(prior, list, draft)
    return { ...list.attributes, ...effects, ...(isShared && effectsOfSharing) }
  },

  async planDestroy({ state, note, ...surroundings }) {
    await announceDestroy(state, surroundings, note)
  },

  expect: expectSites,

  async create({ plan, ...surroundings }) {
    const { appliance, categoryClaims, signal } = surroundings
    const { name } = plan
    const owner = { category: name, list: null }
    const wanted = await declaredSites(plan)
    const description = isUnknown(plan.description) ? null : plan.description
    categoryClaims.declare(owner, wanted)
    return await categoryClaims.turn(name, signal, async () => {
      categoryClaims.refuseNotReleased(owner)
      const existing = await appliance.categories.findByName(name, signal)
      const change = await fillingOf(owner, plan, wanted, existing, surroundings)
      const created = await createCategory(description ?? '', change, surroundings)
      const { category: found, origin, outcome } = created
      return {
        ...plan,
        ...plannedList(plan),
        ...(await effectsOfFilling(owner, found, wanted, outcome, surroundings)),
        id: String(found.id),
        table: found.table,
        description: description ?? found.description ?? (origin === 'created' ? '' : null),
      }
    })
  },

  async read({ state, ...surroundings }) {
    const { appliance, categoryClaims, signal } = surroundings
    return await categoryClaims.releases.whileAtWork(async () => {
      const read = categoryClaims.reads.begin(state, null, await managedSites(state))
      const found = await findManaged(state, appliance, signal)
      if (!found) return gone
      const list = await readList(found, read, state, surroundings)
      return { ...list, table: found.table, description: found.description ?? state.description }
    })
  },

  async update({ prior, plan, ...surroundings }) {
    await refuseAnotherCategory(prior, surroundings.appliance, surroundings.signal)
    const owner = { category: prior.name, list: null }
    const effects = await updateList(owner, { id: Number(prior.id) }, { prior, plan }, surroundings)
    return {
      ...plan,
      ...plannedList(plan),
      ...effects,
      id: prior.id,
      table: prior.table,
      description: isUnknown(plan.description) ? prior.description : plan.description,
    }
  },

  async delete({ state, noted, ...surroundings }) {
    const { appliance, categoryClaims, signal } = surroundings
    const owner = { category: state.name, list: null }
    if (state.on_destroy === 'keep') return
    const find = () => findManaged(state, appliance, signal)
    await categoryClaims.turn(state.name, signal, () =>
      removeList(owner, state, { identity: state, find, noted }, surroundings),
    )
  },

  async importState({ id, appliance, signal }) {
    const found = await findToImport(id, appliance, signal)
    return {
      id: String(found.id),
      name: found.name,
      table: found.table,
      description: found.description ?? null,
      on_destroy: 'remove',
      ...importedList(found),
    }
  },
})
