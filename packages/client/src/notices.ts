import type { IncidentOf } from './incidents'

/** What is to be told of answers that were used all the same: once in a run, whoever asked for them. */
export class Notices {
  readonly #given = new Set<string>()
  #due: readonly Notice[] = []

  /** @param matter what the notice is about; of one matter only the first is told */
  give(matter: string, notice: Notice): void {
    if (this.#given.has(matter)) return
    this.#given.add(matter)
    this.#due = [...this.#due, notice]
  }

  /** Those that were given since they were last taken. */
  take(): readonly Notice[] {
    const due = this.#due
    this.#due = []
    return due
  }

  /** Another run begins. */
  beginAnew(): void {
    this.#given.clear()
  }
}

type Notice = IncidentOf<'entries-unreadable'>
