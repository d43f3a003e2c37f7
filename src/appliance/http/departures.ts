/**
 * Lets all requests of a turn of the event loop leave one right after the other. A server on the same machine is then woken
 * once and finds them all, while it would fall asleep between requests that leave one by one: waking it costs more than the
 * rest of a small request.
 */
export class Departures {
  #waiting: (() => void)[] = []

  add(depart: () => void): void {
    if (this.#waiting.push(depart) === 1) setImmediate(() => this.#departAll())
  }

  #departAll(): void {
    const all = this.#waiting
    this.#waiting = []
    for (const depart of all) depart()
  }
}
