import type { Site } from '@webfilter/appliance-names'
import { emptyTable, type SiteSet } from '@webfilter/site-lists'
import type { Categories } from '../../../src/categories/categories'
import { allConfirmed, type CategoryAddress, noneConfirmed } from '../../../src/categories/category'
import type { Compiler } from '../../../src/categories/change/steps'
import { ApplianceError } from '../../../src/errors'

/** A category of a release that skips compiles: if the category is empty, and if it has as many sites as at its last compile. */
export class SkippingCategory {
  readonly #remembers: boolean
  readonly stored: Set<Site>
  active: ReadonlySet<Site>

  /** @param gone what was taken out since the last compile, and @param come what was added */
  constructor(
    compiled: readonly Site[],
    gone: readonly Site[] = [],
    come: readonly Site[] = [],
    remembers = true,
  ) {
    this.#remembers = remembers
    this.active = new Set(compiled)
    this.stored = new Set([...compiled.filter((site) => !gone.includes(site)), ...come])
  }

  lose(sites: readonly Site[]): void {
    for (const site of sites) this.stored.delete(site)
  }

  compile(): void {
    const isSkipped = this.#remembers && this.active.size === this.stored.size
    if (this.stored.size > 0 && !isSkipped) this.active = new Set(this.stored)
  }
}

/** A request that fails: before it is carried out, or although it was, as if the answer was lost. */
export interface Failure {
  /** How many requests come before it. */
  readonly after: number
  readonly how: 'refused' | 'lost'
}

/** The category area of a release that skips compiles, without requests: what the changes of a run use of it. */
export class SkippingRelease {
  readonly #compiler: Compiler
  readonly #categories: readonly SkippingCategory[]
  #failure: Failure | undefined
  #sent = 0

  /** @param categories by their numbers */
  constructor(compiler: Compiler, categories: readonly SkippingCategory[]) {
    this.#compiler = compiler
    this.#categories = categories
  }

  /** One of the next requests fails. */
  failNext(failure: Failure | undefined): void {
    this.#failure = failure
    this.#sent = 0
  }

  /** To be given to what makes changes. */
  asCategories(): Categories {
    const used: Partial<Categories> = {
      api: 'auto',
      generation: async () => (this.#compiler === 'older' ? 'older' : 'autonomous'),
      hasOlderRoutes: async () => this.#compiler !== 'autonomous',
      count: async (category) =>
        this.#compiler === 'older' ? undefined : this.#numbered(category).stored.size,
      holders: async () => ({ holders: new Map(), unproven: false, failure: undefined }),
      add: async (category, sites, { compile, by }) => {
        const compiles = compile && by === 'older'
        const failure = this.#send(() => {
          for (const site of sites) this.#numbered(category).stored.add(site)
          if (compiles) this.#compileAll()
        })
        const unsure = failure?.kind === 'interrupted' ? sites : emptyTable
        return { ...outcomeOf(sites, failure), unsure, compiled: compiles && !failure }
      },
      // The autonomous service has no route for that.
      remove: async (category, sites) =>
        this.#compiler === 'autonomous'
          ? noneConfirmed(sites, failed('route-missing'))
          : this.#forEach(sites, (site) => this.#numbered(category).stored.delete(site)),
      move: async (from, to, sites) => {
        const outcome = this.#forEach(sites, (site) => {
          this.#numbered(from).stored.delete(site)
          this.#numbered(to).stored.add(site)
        })
        return { ...outcome, unsure: outcome.failure?.kind === 'interrupted' ? sites : emptyTable }
      },
      compile: async (category, site) => {
        const failure = this.#send(() => {
          if (site !== undefined) this.#numbered(category).stored.add(site)
          this.#compileAll()
        })
        if (failure) throw failure
        return undefined
      },
    }
    return used as Categories
  }

  #numbered({ id }: CategoryAddress): SkippingCategory {
    const category = this.#categories[id]
    if (!category) throw new Error(`there is no category ${id}`)
    return category
  }

  #compileAll(): void {
    for (const category of this.#categories) category.compile()
  }

  #forEach(sites: SiteSet, work: (site: Site) => void) {
    for (const [index, site] of [...sites].entries()) {
      const failure = this.#send(() => work(site))
      if (failure)
        return {
          ...outcomeOf(sites, failure),
          confirmed: sites.slice(0, index),
          unconfirmed: sites.slice(index),
        }
    }
    return outcomeOf(sites, undefined)
  }

  #send(work: () => void): ApplianceError | undefined {
    const { after, how } = this.#failure ?? {}
    const fails = this.#sent === after
    this.#sent += 1
    if (!fails || how === 'lost') work()
    if (!fails) return undefined
    return failed(how === 'lost' ? 'interrupted' : 'failed')
  }
}

function failed(kind: ApplianceError['kind']): ApplianceError {
  return new ApplianceError({ kind, incident: { is: 'request-cancelled-midway' } })
}

function outcomeOf(sites: SiteSet, failure: ApplianceError | undefined) {
  return failure ? noneConfirmed(sites, failure) : allConfirmed(sites)
}
