import { setImmediate } from 'node:timers/promises'
import type { Site } from '../../sites/site'
import { readSuccess } from '../envelope'
import { ApplianceError } from '../errors'
import type { RouteCaller } from '../route-caller'
import { SharedRun } from '../shared-run'
import type { CategoryAddress } from './category'
import type { CategoryListing } from './category-listing'
import { categoryRoutes } from './category-routes'

/** Making what a category holds active. */
export interface CategoryCompilation {
  compile(category: CategoryAddress, siteThatIsThere: Site | undefined, signal: AbortSignal): Promise<void>
}

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

/** The compiles of one category: one at a time, each shared by those who came before it began. */
class CompileLine {
  #next: SharedRun<void> | undefined
  #last: SharedRun<void> | undefined

  async join(signal: AbortSignal, compile: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const run = this.#next && !this.#next.abandoned ? this.#next : this.#lineUp(compile)
    await run.join(signal)
  }

  #lineUp(compile: (signal: AbortSignal) => Promise<void>): SharedRun<void> {
    const before = this.#last
    const run = new SharedRun<void>(async (signal) => {
      await before?.ended()
      // One turn of the event loop, in which those who finish together come together.
      await setImmediate()
      if (this.#next === run) this.#next = undefined
      if (!signal.aborted) await compile(signal)
    })
    this.#next = run
    this.#last = run
    return run
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
