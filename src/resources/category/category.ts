import type { Appliance } from '../../appliance/appliance'
import type { Category, CategoryAddress } from '../../appliance/categories/category'
import type { CategoryChangeOutcome } from '../../appliance/categories/category-change'
import { categoryId } from '../../appliance/categories/category-id'
import { simplifyName } from '../../appliance/categories/category-name'
import { ApplianceError } from '../../appliance/errors'
import { resource } from '../../definitions'
import { compareSites, likenessOf } from '../../sites/compare'
import { lastChange } from '../../sites/last-change'
import type { Site } from '../../sites/site'
import { gone } from '../../terraform/provider/definition'
import type { Diagnostics } from '../../terraform/provider/diagnostics'
import { IncompleteUpdate, ProviderError } from '../../terraform/provider/failures'
import { bool, integer, listOf, nestedObject, string } from '../../terraform/schema/builders'
import { containsUnknown, isUnknown, unknown } from '../../terraform/values/unknown'
import { notBlank } from '../../validators'
import { sameDescription } from './category-adoption'
import { announce } from './category-announcements'
import { resolveConflicts } from './category-conflicts'
import { categoryDocumentation } from './category-documentation'
import { lastChangeOf, plannedEffects } from './category-effects'
import { noNeeds, refuseWhatCannotBeDone } from './category-limits'
import { checkedSites, entriesOf, plannedSites, reportSites, sitesOf } from './declared-sites'

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
        '`move` takes it out there, `fail` refuses the change. The last two ask for each added site, in the plan up to 5,000.',
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

  async planDestroy({ state, appliance, claims, diagnostics, signal }) {
    if (state.on_destroy === 'remove') claims?.release(state.id, sitesOf(state.sites))
    const removal = state.on_destroy === 'remove' && sitesOf(state.sites).length > 0
    diagnostics.warn(`Category ${JSON.stringify(state.name)} will stay on the appliance`, whatStays())
    if (appliance) {
      await refuseWhatCannotBeDone(state.name, { ...noNeeds, removal }, { appliance, diagnostics, signal })
    }

    function whatStays(): string {
      if (removal)
        return 'The appliance cannot delete a category. Its managed sites are taken out; the category stays.'
      if (state.on_destroy === 'remove')
        return 'The appliance cannot delete a category. It has no managed sites.'
      return 'The appliance cannot delete a category, and on_destroy is "keep": its sites stay active.'
    }
  },

  async create({ plan, appliance, claims, diagnostics, signal }) {
    const { categories } = appliance
    const wanted = checkedSites(plan.sites)
    const description = isUnknown(plan.description) ? null : plan.description
    claims.declare(plan.name, wanted)
    return await claims.turn(plan.name, signal, async () => {
      if (claims.isNotReleased(plan.name)) throw notReleased(plan.name)
      const existing = await categories.findByName(plan.name, signal)
      const add = existing ? await absentFrom(existing, wanted, appliance, signal) : wanted
      const change = appliance.categoryChanges.begin({ category: undefined, add, remove: [] })
      try {
        const conflicts = { ownName: plan.name, added: add, onConflict: plan.on_conflict }
        const takeFrom = await resolveConflicts(conflicts, appliance, change, signal)
        const { category: found, origin } = await categories.create(plan.name, description ?? '', signal)
        // Of a category that was there nobody knows whether it was compiled: an earlier creation may have failed there.
        const compile = plan.compile && wanted.length > 0
        const kept = compareSites(add, wanted).added
        const pending = claims.isUncompiled(plan.name)
        const outcome = await change.carryOut(found, { kept, compile, takeFrom, pending }, signal)
        if (outcome.failure) throw outcome.failure
        warnOfCompile(plan.name, compile, outcome, diagnostics)
        return {
          ...plan,
          id: String(found.id),
          table: found.table,
          description: description ?? found.description ?? (origin === 'created' ? '' : null),
          item_count: await itemCount(appliance, found, diagnostics, signal),
          compiled: outcome.compiled || wanted.length === 0,
          last_change: lastChange([], wanted),
        }
      } finally {
        change.end()
      }
    })
  },

  async read({ state, appliance, diagnostics, signal }) {
    const { categories } = appliance
    const found = await categories.findById(Number(state.id), signal)
    if (!found || !isNamed(found, state.name)) return gone
    const sites = state.sites && (await thoseThatAreThere(found, state.sites))
    return {
      ...state,
      table: found.table,
      description: found.description ?? state.description,
      item_count: found.items ?? null,
      sites,
      // Sites may be missing because a run was killed that had taken them out and not compiled yet.
      compiled: state.compiled && sites?.length === state.sites?.length,
    }

    async function thoseThatAreThere(
      there: Category,
      declared: readonly string[],
    ): Promise<readonly string[]> {
      const sites = sitesOf(declared)
      const { present, absent, failure } = await categories.present(there, sites, signal)
      if (failure?.kind === 'route-missing') return asTheCountTells(there, declared)
      if (failure) throw failure
      return absent.length === 0 ? declared : entriesOf(declared, present)
    }

    /** Where single sites cannot be asked for, too low a count says that some are missing, and nothing says which. */
    function asTheCountTells({ items }: Category, declared: readonly string[]): readonly string[] {
      if (items === undefined || items >= sitesOf(declared).length) return declared
      diagnostics.warn(
        `Category ${JSON.stringify(state.name)} holds fewer sites than are managed`,
        `It holds ${items}, and ${sitesOf(declared).length} are managed. This appliance does not tell which are missing: ` +
          'the next apply adds all of them again, which leaves those that are there as they are.',
      )
      return []
    }
  },

  async update({ prior, plan, appliance, claims, diagnostics, signal }) {
    const address = { id: Number(prior.id) }
    await refuseAnotherCategory(prior, appliance, signal)
    const { added, removed: leaving, kept } = compareSites(sitesOf(prior.sites), checkedSites(plan.sites))
    const remove = plan.on_remove === 'remove' ? leaving : []
    // Of an imported category nobody has asked yet which of the declared sites it has.
    const add = prior.sites === null ? await absentFrom(address, added, appliance, signal) : added
    const found = compareSites(add, added).added
    const sitesChange = add.length + remove.length > 0
    const repairs = !prior.compiled && plan.compiled !== false
    const compile = plan.compile && (sitesChange || repairs)
    claims.declare(prior.name, sitesOf(plan.sites))
    const outcome = await claims.turn(prior.name, signal, carryOut)

    const touched = outcome.added.length + outcome.removed.length > 0
    const compiled = outcome.compiled || (prior.compiled && !touched && plan.compiled !== false)
    if (outcome.failure) {
      const there = [...compareSites(outcome.removed, leaving).added, ...kept, ...found, ...outcome.added]
      throw new IncompleteUpdate({ ...prior, compiled, sites: confirmedEntries(there) }, outcome.failure)
    }
    warnOfCompile(prior.name, compile, outcome, diagnostics)
    return {
      ...plan,
      id: prior.id,
      table: prior.table,
      description: isUnknown(plan.description) ? prior.description : plan.description,
      item_count: sitesChange ? await itemCount(appliance, address, diagnostics, signal) : prior.item_count,
      compiled,
      last_change:
        lastChangeOf(sitesOf(prior.sites), sitesOf(plan.sites), plan.on_remove) ?? prior.last_change,
    }

    async function carryOut(): Promise<CategoryChangeOutcome> {
      const change = appliance.categoryChanges.begin({ category: address, add, remove })
      try {
        const conflicts = { ownName: prior.name, added: add, onConflict: plan.on_conflict }
        const takeFrom = await resolveConflicts(conflicts, appliance, change, signal)
        return await change.carryOut(
          address,
          { kept: [...kept, ...found], compile, takeFrom, pending: !prior.compiled },
          signal,
        )
      } finally {
        change.end()
      }
    }

    function confirmedEntries(there: readonly Site[]): readonly string[] {
      const planned = entriesOf(plan.sites ?? [], there)
      const left = compareSites(sitesOf(planned), there).added
      return [...planned, ...entriesOf(prior.sites ?? [], left)]
    }
  },

  async delete({ state, appliance, claims, diagnostics, signal }) {
    const { categories } = appliance
    if (state.on_destroy === 'keep') return
    await claims.turn(state.name, signal, async () => {
      // Where the resource was replaced, or another one took its place, its sites may be declared still.
      const remove = sitesOf(state.sites).filter((site) => !claims.isDeclared(state.name, site))
      const compile = state.compile && (remove.length > 0 || !state.compiled)
      if (remove.length === 0 && !compile) return
      const found = await categories.findById(Number(state.id), signal).catch((failure: unknown) => {
        throw unfinished([], failure)
      })
      if (!found || !isNamed(found, state.name)) return
      const change = appliance.categoryChanges.begin({ category: found, add: [], remove })
      try {
        const kept = compareSites(remove, sitesOf(state.sites)).added
        const outcome = await change.carryOut(found, { kept, compile, pending: !state.compiled }, signal)
        if (outcome.failure) throw unfinished(outcome.removed, outcome.failure)
        if (!outcome.compiled) claims.leaveUncompiled(state.name)
        warnOfCompile(state.name, compile, outcome, diagnostics)
      } finally {
        change.end()
      }

      /** What is declared by others by now is theirs: the next destroy is to leave it. */
      function unfinished(removed: readonly Site[], failure: unknown): IncompleteUpdate {
        claims.failToRelease(state.name)
        const left = entriesOf(state.sites ?? [], compareSites(removed, remove).added)
        const untouched = state.compiled && removed.length === 0
        return new IncompleteUpdate({ ...state, sites: state.sites && left, compiled: untouched }, failure)
      }
    })
  },

  async importState({ id, appliance, signal }) {
    const { categories } = appliance
    const number = categoryId(id)
    const byId = number === undefined ? undefined : await categories.findById(number, signal)
    const found = byId ?? (await categories.findByName(id, signal))
    if (!found) {
      throw new ProviderError(
        `The appliance has no category ${JSON.stringify(id)}.`,
        'Give the number or the name of a personal category, as the data source appliance_categories lists them.',
      )
    }
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

/** The appliance reuses ids: a category is the same only where its id and its name fit. */
function isNamed(found: Category, name: string): boolean {
  return simplifyName(found.name) === simplifyName(name)
}

/** Sites that are still to be added; all of them where the appliance cannot be asked for single sites. */
async function absentFrom(
  category: CategoryAddress,
  sites: readonly Site[],
  { categories }: Appliance,
  signal: AbortSignal,
): Promise<readonly Site[]> {
  const { absent, unasked, failure } = await categories.present(category, sites, signal)
  if (failure && failure.kind !== 'route-missing') throw failure
  return [...absent, ...unasked]
}

/** A state that was not read before may be about a number that the appliance has given to another category since. */
async function refuseAnotherCategory(
  { id, name }: { readonly id: string; readonly name: string },
  { categories }: Appliance,
  signal: AbortSignal,
): Promise<void> {
  const found = await categories.recall(Number(id), signal)
  if (found && isNamed(found, name)) return
  throw new ProviderError(
    found
      ? `Number ${id} is now the category ${JSON.stringify(found.name)}, no longer ${JSON.stringify(name)}.`
      : `The appliance no longer has the category ${JSON.stringify(name)}, number ${id}.`,
    'Plan again without -refresh=false: the plan then shows what is to be done.',
  )
}

/** Two states would hold the category, and the next destroy of the one would take out what the other declares. */
function notReleased(name: string): ProviderError {
  return new ProviderError(
    `Another resource was to let go of category ${JSON.stringify(name)} before, and failed.`,
    'See the error of that resource, and apply again.',
  )
}

/** For information only: what was done is done, whether the appliance can be asked for the number or not. */
async function itemCount(
  { categories }: Appliance,
  category: CategoryAddress,
  diagnostics: Diagnostics,
  signal: AbortSignal,
): Promise<number | null> {
  try {
    return (await categories.count(category, signal)) ?? null
  } catch (error) {
    if (!(error instanceof ApplianceError)) throw error
    diagnostics.warn('The number of sites is not known', `${error.message} ${error.advice}`)
    return null
  }
}

/** Says where a compile was wanted, and none was made or nobody can tell. */
function warnOfCompile(
  name: string,
  wanted: boolean,
  { compiled, maySkipCompile }: CategoryChangeOutcome,
  diagnostics: Diagnostics,
): void {
  if (wanted && !compiled) {
    diagnostics.warn(
      `The removal from category ${JSON.stringify(name)} waits for a compile`,
      'This release of the appliance compiles only while it adds a site, and no managed site is left. The sites that were ' +
        'taken out stay active until the next compile: ask for one in the console.',
    )
  } else if (wanted && maySkipCompile) {
    diagnostics.warn(
      `Category ${JSON.stringify(name)} may not have been compiled`,
      'The older category routes skip a compile where the number of sites is what it was at the last one, and do not tell. ' +
        'If as many sites came as went since then, the change is not active: ask for a compile in the console.',
    )
  }
}
