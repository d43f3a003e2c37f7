import { visible } from '../report/phrase'
import type { ProgressLine } from '../report/progress-line'

/** The progress of plans in one line: how many of several are done, and what the one that reported last is doing. */
export class StacksProgress {
  readonly #line: ProgressLine
  readonly #all: number
  #done = 0

  constructor(line: ProgressLine, all: number) {
    this.#line = line
    this.#all = all
  }

  show(stack: string, progress: string): void {
    const before = this.#all === 1 ? '' : `${this.#done} of ${this.#all} done; ${visible(stack)}: `
    this.#line.show(`${before}${progress}`)
  }

  /** A stack is done, whether it failed or not. */
  done(): void {
    this.#done += 1
    if (this.#all > 1) this.#line.show(`${this.#done} of ${this.#all} done`)
  }
}
