import { simplifyName } from '../../appliance/categories/category-name'
import { resource } from '../../definitions'
import { compareSites, likenessOf } from '../../sites/compare'
import { lastChange } from '../../sites/last-change'
import type { Site } from '../../sites/site'
import { gone } from '../../terraform/provider/definition'
import { IncompleteUpdate } from '../../terraform/provider/failures'
import { bool, integer, listOf, nestedObject, string } from '../../terraform/schema/builders'
import { containsUnknown, isUnknown, unknown } from '../../terraform/values/unknown'
import { notBlank } from '../../validators'
import { sameDescription } from './category-adoption'
import { announce, announceDestroy } from './category-announcements'
import { changeCategory, createCategory, itemCount } from './category-application'
import { categoryDocumentation } from './category-documentation'
import { lastChangeOf, plannedEffects } from './category-effects'
import { findManaged, findToImport, refuseAnotherCategory } from './category-identity'
import { absentFrom, entriesThatAreThere } from './category-presence'
import {
  checkedSites,
  entriesOf,
  entriesOfEither,
  plannedSites,
  reportSites,
  sitesOf,
} from './declared-sites'

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
        'Name of the category. Where a category of this name is there already, it is adopted: a plan says so. The ' +
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
    sites: listOf('string', {
      optional: true,
      sameMeaning: (prior, next) => likenessOf(prior, next) === 'same-but-for-spelling',
      description:
        'Sites of the category: domains or IPv4 addresses. Their order means nothing, and only they are managed: what ' +
        'others added stays. It is a list because Terraform compares the elements of large sets pairwise.',
    }),
    on_conflict: string({
      default: 'keep',
      oneOf: ['keep', 'move', 'fail'],
      description:
        'What happens to an added site that another personal category holds: `keep` leaves it there too and asks nothing, ' +
        '`move` takes it out there, `fail` refuses the change, unless that category gives the site up in the same apply and ' +
        'does not depend on this one. The last two ask for each added site, in the plan up to 5,000.',
    }),
    on_remove: string({
      default: 'remove',
      oneOf: ['remove', 'keep'],
      description:
        'What happens to a site that leaves the list: `remove` takes it out of the category, `keep` leaves it there and only ' +
        'ceases to manage it. Where the appliance has the autonomous category service alone, which takes nothing out, `keep` ' +
        'is the way to let go of sites, those included that somebody took out by hand.',
    }),
    compile: bool({
      default: true,
      description:
        'Whether changes become active with the apply that makes them. Without it they wait for the next compile, ' +
        'whoever asks for it.',
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
    item_count: integer({
      computed: true,
      nullable: true,
      description:
        'Number of sites in the category, those of others included. Null where the appliance does not tell.',
    }),
    compiled: bool({
      computed: true,
      description:
        'Whether the last change was compiled. Where it is false and `compile` is set, the next apply compiles.',
    }),
    last_change: nestedObject(
      {
        added: integer({ computed: true, description: 'How many sites were added.' }),
        removed: integer({ computed: true, description: 'How many sites were taken out.' }),
        first_added: listOf('string', { computed: true, description: 'The first ten of those added.' }),
        first_removed: listOf('string', { computed: true, description: 'The first ten of those taken out.' }),
      },
      { computed: true, nullable: true, description: 'What the last change of the sites was.' },
    ),
  },

  validate({ config, diagnostics }) {
    reportSites(config.sites, diagnostics)
  },

  async plan({ config, prior, draft, replanned, appliance, claims, diagnostics, signal }) {
    if (appliance && claims && !isUnknown(draft.name)) {
      const planned = {
        name: draft.name,
        description: config.description,
        onConflict: isUnknown(draft.on_conflict) ? ('keep' as const) : draft.on_conflict,
        ...plannedSites(prior?.sites ?? null, draft.sites, draft.on_remove),
        replanned,
      }
      await announce(planned, prior, { appliance, claims, diagnostics, signal })
    }
    if (prior) return plannedEffects(prior, draft, appliance?.categories.api)
    return { last_change: containsUnknown(draft.sites) ? unknown : lastChange([], sitesOf(draft.sites)) }
  },

  async planDestroy({ state, ...surroundings }) {
    await announceDestroy(state, surroundings)
  },

  async create({ plan, ...surroundings }) {
    const { appliance, claims, signal } = surroundings
    const { name } = plan
    const wanted = checkedSites(plan.sites)
    const description = isUnknown(plan.description) ? null : plan.description
    claims.declare(name, wanted)
    return await claims.turn(name, signal, async () => {
      claims.refuseNotReleased(name)
      const existing = await appliance.categories.findByName(name, signal)
      const add = existing ? await absentFrom(existing, wanted, appliance, signal) : wanted
      const change = {
        name,
        add,
        remove: [],
        kept: compareSites(add, wanted).added,
        onConflict: plan.on_conflict,
        // Of a category that was there nobody knows whether it was compiled: an earlier creation may have failed there.
        compile: plan.compile && wanted.length > 0,
        pending: claims.isUncompiled(name),
      }
      const {
        category: found,
        origin,
        outcome,
      } = await createCategory(description ?? '', change, surroundings)
      return {
        ...plan,
        id: String(found.id),
        table: found.table,
        description: description ?? found.description ?? (origin === 'created' ? '' : null),
        item_count: await itemCount(found, surroundings),
        compiled: outcome.compiled || wanted.length === 0,
        last_change: lastChange([], wanted),
      }
    })
  },

  async read({ state, ...surroundings }) {
    const { appliance, claims, signal } = surroundings
    return await claims.releases.whileAtWork(async () => {
      const found = await findManaged(state, appliance, signal)
      if (!found) return gone
      const sites = state.sites && (await entriesThatAreThere(found, state.sites, surroundings))
      return {
        ...state,
        table: found.table,
        description: found.description ?? state.description,
        item_count: found.items ?? null,
        sites,
        // Sites may be missing because a run was killed that had taken them out and not compiled yet.
        compiled: state.compiled && sites?.length === state.sites?.length,
      }
    })
  },

  async update({ prior, plan, ...surroundings }) {
    const { appliance, claims, signal } = surroundings
    const { name } = prior
    const category = { id: Number(prior.id) }
    await refuseAnotherCategory(prior, appliance, signal)
    const { added, removed: leaving, kept } = compareSites(sitesOf(prior.sites), checkedSites(plan.sites))
    const remove = plan.on_remove === 'remove' ? leaving : []
    // Of an imported category nobody has asked yet which of the declared sites it has.
    const add = prior.sites === null ? await absentFrom(category, added, appliance, signal) : added
    const there = [...kept, ...compareSites(add, added).added]
    const sitesChange = add.length + remove.length > 0
    const repairs = !prior.compiled && plan.compiled !== false
    const change = {
      name,
      add,
      remove,
      kept: there,
      onConflict: plan.on_conflict,
      compile: plan.compile && (sitesChange || repairs),
      pending: !prior.compiled,
    }
    claims.declare(name, sitesOf(plan.sites))
    const outcome = await claims.turn(name, signal, () => changeCategory(category, change, surroundings))

    const touched = outcome.added.length + outcome.removed.length > 0
    const compiled = outcome.compiled || (prior.compiled && !touched && plan.compiled !== false)
    if (outcome.failure) {
      const confirmed = [...compareSites(outcome.removed, leaving).added, ...there, ...outcome.added]
      const sites = entriesOfEither(plan.sites ?? [], prior.sites ?? [], confirmed)
      throw new IncompleteUpdate({ ...prior, compiled, sites }, outcome.failure)
    }
    return {
      ...plan,
      id: prior.id,
      table: prior.table,
      description: isUnknown(plan.description) ? prior.description : plan.description,
      item_count: sitesChange ? await itemCount(category, surroundings) : prior.item_count,
      compiled,
      last_change:
        lastChangeOf(sitesOf(prior.sites), sitesOf(plan.sites), plan.on_remove) ?? prior.last_change,
    }
  },

  async delete({ state, ...surroundings }) {
    const { appliance, claims, signal } = surroundings
    const { name } = state
    if (state.on_destroy === 'keep') return
    await claims.turn(name, signal, async () => {
      // Where the resource was replaced, or another one took its place, its sites may be declared still.
      const remove = sitesOf(state.sites).filter((site) => !claims.isDeclared(name, site))
      const compile = state.compile && (remove.length > 0 || !state.compiled)
      if (remove.length === 0 && !compile) return
      claims.releases.plan(state.id, remove)
      const found = await findManaged(state, appliance, signal).catch((failure: unknown) => {
        throw unfinished([], failure)
      })
      if (!found) return
      const kept = compareSites(remove, sitesOf(state.sites)).added
      const change = {
        name,
        add: [],
        remove,
        kept,
        onConflict: 'keep',
        compile,
        pending: !state.compiled,
      } as const
      const outcome = await changeCategory(found, change, surroundings)
      if (outcome.failure) throw unfinished(outcome.removed, outcome.failure)
      if (!outcome.compiled) claims.leaveUncompiled(name)

      /** What is declared by others by now is theirs: the next destroy is to leave it. */
      function unfinished(removed: readonly Site[], failure: unknown): IncompleteUpdate {
        claims.failToRelease(name)
        const left = entriesOf(state.sites ?? [], compareSites(removed, remove).added)
        const untouched = state.compiled && removed.length === 0
        return new IncompleteUpdate({ ...state, sites: state.sites && left, compiled: untouched }, failure)
      }
    })
  },

  async importState({ id, appliance, signal }) {
    const found = await findToImport(id, appliance, signal)
    return {
      id: String(found.id),
      name: found.name,
      table: found.table,
      description: found.description ?? null,
      item_count: found.items ?? null,
      sites: null,
      on_conflict: 'keep',
      on_remove: 'remove',
      compile: true,
      on_destroy: 'remove',
      compiled: true,
      last_change: null,
    }
  },
})
