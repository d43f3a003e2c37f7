import type { RunOptions } from './benchmark'

/** One of the sides that are compared, and what was measured of it. */
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
 * Measures all sides in turn, once per round, so that whatever else the machine does hits them alike. Every other round
 * goes backwards, so that none always comes after the same other. One round that does not count goes first.
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
