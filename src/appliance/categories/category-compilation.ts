import type { Site } from '../../sites/site'
import { CompileLine } from '../compile-line'
import { readSuccess } from '../envelope'
import { ApplianceError } from '../errors'
import type { RouteCaller } from '../route-caller'
import type { CategoryAddress } from './category'
import type { CategoryListing } from './category-listing'
import { categoryRoutes } from './category-routes'

/** Making what a category holds active. */
export interface CategoryCompilation {
  /**
   * Compiles a category. The older generation compiles only by way of its batch route, and so needs a site that
   * the category holds already. Callers that arrive before a compile starts share it; callers that arrive while one
   * runs share the next.
   */
  compile(category: CategoryAddress, siteThatIsThere: Site | undefined, signal: AbortSignal): Promise<void>
}

/** Compiles by the route of whichever generation the listing tells. */
export function createCategoryCompilation(
  caller: RouteCaller,
  listing: CategoryListing,
): CategoryCompilation {
  const lines = new Map<number, CompileLine>()

  async function compileNow(
    id: number,
    siteThatIsThere: Site | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    if ((await listing.generation(signal)) === 'autonomous') {
      readSuccess(
        await caller.ask(categoryRoutes.compile.autonomous, { parameters: { category_id: id } }, signal),
      )
      return
    }
    if (siteThatIsThere === undefined) throw nothingToCompileWith(id)
    const request = { parameters: { ID: id }, form: { items: siteThatIsThere } }
    await listing.whileWriting(async () =>
      readSuccess(await caller.ask(categoryRoutes.add.older, request, signal)),
    )
  }

  return {
    async compile({ id }, siteThatIsThere, signal) {
      const line = lines.get(id) ?? new CompileLine()
      lines.set(id, line)
      await line.join(signal, (shared) => compileNow(id, siteThatIsThere, shared))
    },
  }
}

function nothingToCompileWith(id: number): ApplianceError {
  const { older } = categoryRoutes.add
  return new ApplianceError({
    kind: 'route-missing',
    message: `The category ${id} cannot be compiled: the older category routes only compile along with a site (${older.method} ${older.path}), and no site of it is known.`,
    advice: 'Compile it in the console of the appliance, or leave at least one site in the category.',
  })
}
