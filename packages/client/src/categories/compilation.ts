import type { Site } from '@webfilter/appliance-names'
import { ApplianceError } from '../errors'
import { hasStatus, readSuccess } from '../protocol/envelope'
import { routeName } from '../protocol/route'
import type { RawAnswer, RouteCaller } from '../protocol/route-caller'
import { CompileLine } from '../work'
import type { CategoryAddress, Generation } from './category'
import type { CategoryListing } from './listing'
import { type CategoryQueries, storedNumberOf } from './queries'
import { categoryRoutes } from './routes'

/** Making what a category holds active. */
export interface CategoryCompilation {
  /**
   * Compiles a category. The older generation compiles only by way of its batch route, and so needs a site that
   * the category holds already. Callers with the same site and generation that arrive before a compile starts share it; those that
   * arrive while one runs share the next.
   *
   * @param by the generation that is to compile; that of the settings or of the list unless given
   * @returns the answer that could not be read, where there is one: a compile leaves nothing behind that could be asked for
   */
  compile(
    category: CategoryAddress,
    existingSite: Site | undefined,
    signal: AbortSignal,
    by?: Generation,
  ): Promise<ApplianceError | undefined>
}

/**
 * Compiles by the route of the generation that the listing shows.
 *
 * @param queries know whether the older routes exist
 */
export function createCategoryCompilation(
  caller: RouteCaller,
  listing: CategoryListing,
  queries: Pick<CategoryQueries, 'requireOlderRoute'>,
): CategoryCompilation {
  const lines = new Map<number, CompileLine<ApplianceError | undefined>>()

  async function compileNow(
    id: number,
    existingSite: Site | undefined,
    signal: AbortSignal,
    by: Generation,
  ): Promise<ApplianceError | undefined> {
    if (by === 'autonomous') {
      const request = { parameters: { category_id: id } }
      return doubtAbout(await caller.receive(categoryRoutes.compile.autonomous, request, signal))
    }
    if (existingSite === undefined) throw nothingToCompileWith(id)
    const route = categoryRoutes.add.older
    await queries.requireOlderRoute(route, signal)
    // Of an address that the autonomous service stored, the older routes would add the other name.
    const items = (await storedNumberOf(listing, existingSite, signal)) ?? existingSite
    const request = { parameters: { ID: id }, body: route.body.with({ items }) }
    return await listing.whileWriting(async () => doubtAbout(await caller.receive(route, request, signal)))
  }

  return {
    async compile({ id }, existingSite, signal, by) {
      const generation = by ?? (await listing.generation(signal))
      const site = generation === 'older' ? existingSite : undefined
      const line = lines.get(id) ?? new CompileLine<ApplianceError | undefined>()
      lines.set(id, line)
      return await line.join(signal, (shared) => compileNow(id, site, shared, generation), [generation, site])
    },
  }
}

/**
 * The responses of both routes are not shown (docs/appliance, "Compile a category" and "Add sites and compile"). An answer that says
 * neither yes nor no is passed over with the doubt that it leaves. A page for people, a refusal in a word (docs/appliance,
 * "Authentication"), and an answer with a Status that cannot be read are failures.
 */
function doubtAbout(answer: RawAnswer): ApplianceError | undefined {
  try {
    readSuccess(answer.read())
    return undefined
  } catch (error) {
    if (!(error instanceof ApplianceError) || error.kind !== 'unreadable') throw error
    if (answer.refusal || answer.isHtml || hasStatus(answer.value) || /^\s*forbidden\b/i.test(answer.text))
      throw error
    return error
  }
}

function nothingToCompileWith(id: number): ApplianceError {
  const { older } = categoryRoutes.add
  return new ApplianceError({
    kind: 'route-missing',
    incident: { is: 'compile-needs-site', id, route: routeName(older) },
  })
}
