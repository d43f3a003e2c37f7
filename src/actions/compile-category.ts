import { type Categories, type Category, categoryRoutes } from '@webfilter/appliance-client'
import { absenceUnproven } from '@webfilter/appliance-declarations/diagnostics/absence'
import { categoryKeyUnclear, categoryMissing } from '@webfilter/appliance-declarations/diagnostics/categories'
import {
  compileCategoryEmpty,
  compileSiteMissing,
  compileSiteRequired,
} from '@webfilter/appliance-declarations/diagnostics/operations'
import { numberName } from '@webfilter/appliance-declarations/diagnostics/wording'
import { categoryNumber, notBlank } from '@webfilter/appliance-declarations/validators'
import { parsedNumber, type Site } from '@webfilter/appliance-names'
import { FewSites } from '@webfilter/site-lists'
import { check, isUnknown, ProviderError, string } from '@webfilter/terraform-plugin'
import { action } from '../definitions'
import { categoryReleases } from '../documentation'
import { compileCategory as compile, siteNamed, siteProblem } from '../orders'
import { actionDocumentation, carryOut, checkInPlan, limitOfRequests, timeoutAttribute } from './carry-out'

const type = 'appliance_compile_category'

/** Compiles one category (docs/appliance, "Compile a category"). */
export const compileCategory = action('compile_category', {
  description:
    'Compiles one category, so that added and removed sites take effect. Exactly one of `id` and `name` must be set.\n\n' +
    'If sites must become active after each change, keep `compile = true` in the resource that manages them.',
  documentation: actionDocumentation('category_compile', {
    release: categoryReleases,
    meaning: [
      {
        heading: 'What the appliance can compile',
        text:
          '- The autonomous service accepts the compile of a category by its number, and runs it in the background.\n' +
          '- The older REST routes compile only when they add a site. So `site` is required, and the category must contain it.\n' +
          '- Both skip a compile if the category contains as many sites as at its last one. With the older routes, the action therefore ' +
          'adds a placeholder name and removes it again before. The autonomous service alone cannot remove a name, so it can skip the ' +
          'compile.\n' +
          '- No appliance compiles an empty category: the sites of its last compile stay active. The autonomous service reports how many ' +
          'sites a category contains, and the action rejects an empty one.',
      },
    ],
  }),

  attributes: {
    id: string({
      optional: true,
      validate: categoryNumber,
      description: 'Number of the category. Conflicts with `name`.',
    }),
    name: string({
      optional: true,
      validate: notBlank,
      description: 'Name of the category. Conflicts with `id`.',
    }),
    site: string({
      optional: true,
      validate: check((value) => (typeof value === 'string' ? (siteProblem(value) ?? null) : null)),
      description:
        'Site that the category contains. Required by the older REST routes for categories, and ignored by the autonomous service.',
    }),
    timeout: timeoutAttribute(limitOfRequests),
  },

  validate({ config: { id, name }, diagnostics }) {
    if (isUnknown(id) || isUnknown(name) || (id === null) !== (name === null)) return
    diagnostics.raise(categoryKeyUnclear({ given: id === null ? 'none' : 'both' }))
  },

  async plan({ config, appliance, onUnreachable, diagnostics, signal }) {
    if (!appliance) return
    const generation = () => appliance.categories.generation(signal)
    const found = await checkInPlan(type, { diagnostics, onUnreachable }, async () => ({
      generation: await generation(),
    }))
    if (found?.generation !== 'older' || config.site !== null) return
    diagnostics.raise(compileSiteRequired(), ['site'])
  },

  async invoke({ config, appliance, run, diagnostics, progress, signal }) {
    const { categories } = appliance
    const { timeout } = config
    const invoked = { action: type, task: `compile ${categoryText(config)}` }
    await carryOut(invoked, { timeout, signal }, async (limited) => {
      const { id, name } = await findCategory(config, categories, limited.signal)
      await run.changes.turn('category', name, limited.signal, async () => {
        const site = await siteToCompileWith({ id, name }, config.site, categories, limited.signal)
        const isSure = site !== undefined || (await categories.hasOlderRoutes(limited.signal))
        const { method, path } = isSure ? categoryRoutes.add.older : categoryRoutes.compile.autonomous
        const request = `${method} ${path.replace(/\[[^[\]]*\]/, String(id))}`
        limited.ordering(request)
        progress(`Sending ${request}${site ? ` with ${site}` : ''}, and waiting for the answer.`)
        const isAccepted = await compile({ id }, site, {
          appliance,
          ...run.waits,
          diagnostics,
          signal: limited.signal,
        })
        if (isAccepted)
          progress(
            `The appliance accepted the request to compile category ${JSON.stringify(name)} (number ${id}).`,
          )
        if (isAccepted && !isSure)
          progress('It skips the compile if the category contains as many sites as at its last compile.')
      })
    })
  },
})

/** The category in the configuration: its number or its name. */
interface Key {
  readonly id: string | null
  readonly name: string | null
}

function categoryText({ id, name }: Key): string {
  return id === null ? `category ${JSON.stringify(name)}` : `category number ${numberName(id)}`
}

async function findCategory(
  { id, name }: Key,
  categories: Categories,
  signal: AbortSignal,
): Promise<Category> {
  const number = id === null ? undefined : parsedNumber(id)
  const category =
    number === undefined
      ? await categories.findByName(name ?? '', signal)
      : await categories.findById(number, signal)
  if (category) return category
  throw new ProviderError(categoryMissing(id === null ? { name } : { id }), {
    path: [id === null ? 'name' : 'id'],
  })
}

/** The site that the request to compile contains; undefined if the number of the category is enough. */
async function siteToCompileWith(
  category: Pick<Category, 'id' | 'name'>,
  named: string | null,
  categories: Categories,
  signal: AbortSignal,
): Promise<Site | undefined> {
  if ((await categories.generation(signal)) === 'autonomous') {
    if ((await categories.count(category, signal)) !== 0) return undefined
    throw new ProviderError(compileCategoryEmpty(category))
  }
  const site = siteNamed(named)
  if (!site) throw new ProviderError(compileSiteRequired(), { path: ['site'] })
  const outcome = await categories.present(category, new FewSites([site]), signal)
  if (outcome.failure) throw outcome.failure
  if (outcome.present.size > 0) return site
  if (outcome.unproven) {
    const advice = 'If it does not, name a site that the category contains.'
    throw new ProviderError(absenceUnproven({ thing: 'site', name: site, advice }))
  }
  throw new ProviderError(compileSiteMissing({ ...category, site }), { path: ['site'] })
}
