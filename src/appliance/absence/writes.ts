/** The writes of this client to what is sought: what was found before one may be gone after it. */
export class Writes {
  #begun = 0
  #underWay = 0

  async during<T>(write: () => Promise<T>): Promise<T> {
    this.#begun += 1
    this.#underWay += 1
    try {
      return await write()
    } finally {
      this.#underWay -= 1
    }
  }

  /** The same number as before if nothing was written in between; undefined while something is being written. */
  mark(): number | undefined {
    return this.#underWay === 0 ? this.#begun : undefined
  }
}
