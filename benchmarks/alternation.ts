import type { RunOptions } from './benchmark'

/** One of the sides that are compared, and its measurements. */
export class Side<Sample = number> {
  readonly #measure: () => Promise<Sample>
  readonly #samples: Sample[] = []

  constructor(measure: () => Promise<Sample>) {
    this.#measure = measure
  }

  get samples(): readonly Sample[] {
    return this.#samples
  }

  async warmUp(): Promise<void> {
    await this.#measure()
  }

  async measure(): Promise<void> {
    this.#samples.push(await this.#measure())
  }
}

/**
 * Measures all sides in turn, once per round, so that other work of the machine affects them alike. Every other round runs
 * backwards, so that no side always follows the same other side. A warm-up round is not counted.
 */
export async function alternate(
  sides: readonly Pick<Side, 'warmUp' | 'measure'>[],
  { runs, progress }: RunOptions,
): Promise<void> {
  progress('warming up')
  for (const side of sides) await side.warmUp()
  for (let round = 1; round <= runs; round++) {
    progress(`round ${round} of ${runs}`)
    for (const side of round % 2 === 1 ? sides : sides.toReversed()) await side.measure()
  }
}
