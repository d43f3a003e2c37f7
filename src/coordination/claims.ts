/**
 * What the resources of one run claim. Terraform plans each resource once, unless it is replaced, so a thing that is claimed
 * twice is declared twice.
 */
export class Claims {
  readonly #claimed = new Set<string>()

  /** Claims a thing by its key. False where another resource of this run has claimed it already. */
  claim(key: string): boolean {
    const isFirst = !this.#claimed.has(key)
    this.#claimed.add(key)
    return isFirst
  }
}
