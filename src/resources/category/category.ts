import type { Categories } from '@webfilter/appliance-client/categories'
import { type Category, isNamed, lostNames } from '@webfilter/appliance-client/categories/category'
import {
  declaredList,
  noExceptions,
  reportDeclaredList,
} from '@webfilter/appliance-declarations/declared-list'
import {
  categoryDeclaredTwice,
  categoryIdentityMismatch,
  categoryImportAmbiguous,
  categoryMissing,
  categoryStays,
} from '@webfilter/appliance-declarations/diagnostics/categories'
import { warnOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { importId } from '@webfilter/appliance-declarations/import-id'
import { protectionAttributes } from '@webfilter/appliance-declarations/protection'
import { notBlank } from '@webfilter/appliance-declarations/validators'
import { parsedNumber, simplifyName } from '@webfilter/appliance-names'
import { noFiles } from '@webfilter/site-lists'
import { type Gone, gone, isUnknown, ProviderError, string } from '@webfilter/terraform-plugin'
import { refuseSecond } from '../../provider-data'
import { keyOf, type ListPlace, type NamedCategory } from '../../run/place'
import { refuseProtected } from '../deletion-protection'
import { failedCreation, type UnlistedRecord } from '../failed-creation'
import { createList, createOrKeepReleased, updateList } from './apply'
import { type Context, listResource, resource } from './context'
import { deleteList } from './deletion'
import { refuseOtherDescription, sameDescription } from './look'
import { type ChangeMemory, type ListNote, listPrivateData, nothingRecorded } from './memory'
import { categoryOfList } from './moves'
import { planDestroyOf, planList } from './plan'
import { keyOfGone, readList } from './refresh'
import { categoryDocumentation, listAttributes } from './schema'
import { noPackedList, prefetchList, staysIn } from './stored'

/** A personal category of websites (docs/appliance, "Routes"). */
export const category = resource('category', {
  version: 1,
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
        'Name of the category, in any letter case. An existing category is adopted, and the plan warns you. A new name creates another ' +
        'one, which no filtering rule names yet; with `create_before_destroy`, the sites are never missing in between.',
    }),
    description: string({
      optional: true,
      computed: true,
      nullable: true,
      useStateForUnknown: true,
      semanticEquals: sameDescription,
      description: 'Purpose of the category. The REST interface cannot change it after the creation.',
    }),
    on_destroy: string({
      default: 'remove',
      oneOf: ['remove', 'keep'],
      description:
        'Action for the managed sites on destroy. `remove` removes them and, if `compile` is `true`, compiles the category; `keep` leaves ' +
        'them in it. The category itself stays.',
    }),
    id: string({
      computed: true,
      useStateForUnknown: true,
      description: 'Number of the category.',
    }),
    ...protectionAttributes,
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

  async plan({ config, prior, proposed, changed, ...context }) {
    const { description } = config
    const declaredPlace = { list: null, name: proposed.name, description }
    const stored = prior && isListed(prior) ? prior : null
    const storedPlace = stored && listPlaceOf(stored)
    if (stored && storedPlace && staysIn(storedPlace, declaredPlace) && description !== stored.description)
      refuseOtherDescription(stored.name, description, stored.description, context.diagnostics)
    const declared = declaredList(config, proposed)
    const known = isUnknown(proposed.name) ? undefined : context.run?.vanished.get(keyOfGone(proposed.name))
    const vanished = stored ? undefined : (known ?? context.notedInPlan?.vanished)
    if (vanished) context.note({ vanished })
    const note = (noted: ListNote) => context.note({ ...noted, vanished })
    return await planList({ declared, declaredPlace, stored, storedPlace, changed }, { ...context, note })
  },

  refuseDestroy({ state, deletionProtection }) {
    if (!isListed(state)) return undefined
    return refuseProtected('category', `Category ${JSON.stringify(state.name)}`, state, deletionProtection)
  },

  async planDestroy({ state, ...context }) {
    const { name, on_destroy } = state
    if (!isListed(state)) return
    const { managed, removed } = await planDestroyOf(listPlaceOf(state), state, context)
    const kept = on_destroy === 'keep' ? 'kept' : managed.size > 0 ? 'shared' : 'none'
    const sites = removed.size > 0 ? 'removed' : kept
    context.diagnostics.raise(categoryStays({ name, sites, removed: removed.size }))
  },

  prefetch(state, providerData) {
    const { id, name } = state
    // Known before anything is created in its place, also without a refresh.
    if (id === unlistedId && typeof name === 'string')
      providerData.appliance?.categories.expectUnlisted(name, null)
    prefetchList(state, providerData)
  },

  async create({ plan, ...context }) {
    const { run, object } = context
    const { name } = plan
    const owner = { category: name, list: null }
    refuseSecond(run.claims.create('list', keyOf(owner), object), categoryDeclaredTwice({ name }))
    const description = isUnknown(plan.description) ? null : plan.description
    const notCreated = (failure: unknown) => {
      const state = { ...plan, ...noList, id: unlistedId, description }
      const keep = (record: UnlistedRecord) => context.keep({ ...nothingRecorded, ...record })
      return failedCreation(failure, state, { noted: context.noted, keep })
    }
    return await createOrKeepReleased(
      { category: { name }, list: null },
      plan,
      context,
      async () => {
        const place = { description: description ?? '', notCreated }
        const { category: found, isCreated, list } = await createList(owner, plan, place, context)
        return {
          ...plan,
          ...list,
          id: String(found.id),
          description: description ?? found.description ?? (isCreated ? '' : null),
        }
      },
      ({ id }, list) => ({ ...plan, ...list, id, description }),
    )
  },

  async read({ state, ...context }) {
    if (!isListed(state)) return await readUnlisted(state, context)
    const read = await readList(listPlaceOf(state), state, context)
    if (!read) {
      context.run.vanished.set(keyOfGone(state.name), state)
      return gone
    }
    return { ...read.list, description: read.found.description ?? state.description }
  },

  async update({ prior, plan, ...context }) {
    const list = await updateList(listPlaceOf(prior), { prior, plan }, context)
    const description = isUnknown(plan.description) ? prior.description : plan.description
    return { ...plan, ...list, id: prior.id, description }
  },

  async delete({ state, ...context }) {
    if (isListed(state)) await deleteList(listPlaceOf(state), state, context)
  },

  async importState({ id, identity, appliance: { categories }, signal }) {
    if (identity) return importedCategory(await findIdentified(identity, categories, signal))
    const { named, isKept } = importId(id)
    const imported = importedCategory(await findToImport(named, categories, signal))
    return isKept ? { ...imported, on_destroy: 'keep' } : imported
  },
})

/** What stands for the number in the state that a creation leaves which no list shows. */
const unlistedId = ''

function isListed({ id }: Pick<NamedCategory, 'id'>): boolean {
  return id !== unlistedId
}

/** Looks again for a category whose creation was not listed. If it is listed by now, or was renamed in the console, the plan adopts it. */
async function readUnlisted<S extends NamedCategory>(
  state: S,
  { appliance: { categories }, record, signal }: Context & Pick<ChangeMemory, 'record'>,
): Promise<S | Gone> {
  const found = await categories.findByName(state.name, signal)
  if (found) return gone
  categories.expectUnlisted(state.name, record?.unlisted ?? null)
  return state
}

function listPlaceOf(state: NamedCategory): ListPlace {
  return { category: state, list: null }
}

/** The state of a category that was found. Nothing of its sites is known, so that none of them is managed yet. */
function importedCategory(found: Category) {
  return {
    id: String(found.id),
    name: found.name,
    description: found.description ?? null,
    on_destroy: 'remove',
    deletion_protection: null,
    ...importedList,
  } as const
}

/** Nothing is managed. */
const noList = { sites: null, ...noFiles, ...noPackedList, ...noExceptions, compiled: true } as const

/** The list of a category that was imported: nothing is managed yet. */
const importedList = {
  ...noList,
  on_invalid_line: 'skip',
  allow_empty: false,
  on_conflict: 'keep',
  on_remove: 'remove',
  removal_limit: null,
  compile: true,
  verify: 'auto',
} as const

/**
 * The category that an import names, by its number or else by its name.
 * @throws {ProviderError} if there is none, or one has the number and another one the name
 */
async function findToImport(named: string, categories: Categories, signal: AbortSignal): Promise<Category> {
  const number = parsedNumber(named)
  const byId = number === undefined ? undefined : await categories.findById(number, signal)
  const others = byId ? (await categories.list(signal)).categories.filter(({ id }) => id !== byId.id) : []
  const byName = others.find((category) => isNamed(category, named))
  if (byId && byName) throw new ProviderError(categoryImportAmbiguous({ id: named, byId, byName }))
  const found = byId ?? (await categories.findByName(named, signal))
  if (found) return found
  throw new ProviderError(categoryMissing({ name: named }))
}

/**
 * The category that the identity of an import names. With a number it has to be the one of that number and of that name: a number alone
 * may belong to another category by now.
 * @throws {ProviderError} if there is none
 */
async function findIdentified(
  { id, name }: { readonly id: string | null; readonly name: string },
  categories: Categories,
  signal: AbortSignal,
): Promise<Category> {
  const found =
    id === null
      ? await categories.findByName(name, signal)
      : (await categories.list(signal)).categories.find((category) => String(category.id) === id)
  if (id !== null && !(found && isNamed(found, name))) {
    throw new ProviderError(categoryIdentityMismatch({ id, name, now: found?.name }))
  }
  if (found) return found
  throw new ProviderError(categoryMissing({ name }))
}

/** The personal categories of the appliance, for `terraform query` (docs/appliance, "List categories"). */
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

  async *list({ config: { name_contains }, appliance, diagnostics, signal }) {
    const wanted = simplifyName(name_contains ?? '')
    const { categories } = await appliance.categories.list(signal)
    warnOf(lostNames(categories), diagnostics)
    for (const category of categories) {
      // No configuration can declare a category without a name.
      if (category.name.trim() === '' || !simplifyName(category.name).includes(wanted)) continue
      yield { displayName: category.name, state: importedCategory(category) }
    }
  },
})
