import { simplifyName } from '../../appliance/categories/category-name'
import { Slots } from '../../appliance/slots'
import type { Site } from '../../sites/site'
import { ProviderError } from '../../terraform/provider/failures'
import { PlannedReleases } from './planned-releases'

/**
 * What the resources of one run say they are about. Terraform plans each of them once, so a category that is claimed twice
 * is declared twice. It applies them side by side, and a resource that is replaced or renamed in the configuration is for a
 * moment two that change one category: what the one declares, the other must not take out.
 */
export class CategoryClaims {
  /** What categories are planned to give up. */
  readonly releases = new PlannedReleases()
  readonly #claimed = new Set<string>()
  readonly #declared = new Map<string, ReadonlySet<Site>>()
  readonly #uncompiled = new Set<string>()
  readonly #notReleased = new Set<string>()
  readonly #turns = new Map<string, Slots>()

  /** Claims a category by its name. False where another resource of this run has claimed it already. */
  claim(name: string): boolean {
    const key = simplifyName(name)
    const first = !this.#claimed.has(key)
    this.#claimed.add(key)
    return first
  }

  /** Says, before anything is sent, which sites a category is to hold when the apply of a resource is done. */
  declare(name: string, sites: readonly Site[]): void {
    this.#declared.set(simplifyName(name), new Set(sites))
  }

  /** Whether a resource that was applied, or is being applied, wants the site in the category. */
  isDeclared(name: string, site: Site): boolean {
    return this.#declared.get(simplifyName(name))?.has(site) ?? false
  }

  /** Says that a change of this run was stored and could not be compiled. */
  leaveUncompiled(name: string): void {
    this.#uncompiled.add(simplifyName(name))
  }

  isUncompiled(name: string): boolean {
    return this.#uncompiled.has(simplifyName(name))
  }

  /** Says that a resource that was to be destroyed in this run still has the category in its state. */
  failToRelease(name: string): void {
    this.#notReleased.add(simplifyName(name))
  }

  /**
   * @throws {ProviderError} where such a resource has the category still: two states would hold it, and the next destroy of the
   * one would take out what the other declares
   */
  refuseNotReleased(name: string): void {
    if (!this.#notReleased.has(simplifyName(name))) return
    throw new ProviderError(
      `Another resource was to let go of category ${JSON.stringify(name)} before, and failed.`,
      'See the error of that resource, and apply again.',
    )
  }

  /** Changes of one category take turns. Throws `cancelled` when the signal is triggered while waiting. */
  async turn<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const key = simplifyName(name)
    const turn = this.#turns.get(key) ?? new Slots(1)
    this.#turns.set(key, turn)
    return await turn.run(signal, () => this.releases.whileAtWork(work))
  }
}
