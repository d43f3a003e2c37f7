import { visible } from '../review/visible'
import type { ProgressLine } from './progress-line'

/** The progress of several plans in one line: how many are done, and what the one that reported last is doing. */
export class StacksProgress {
  readonly #line: ProgressLine
  readonly #all: number
  #done = 0

  constructor(line: ProgressLine, all: number) {
    this.#line = line
    this.#all = all
  }

  show(stack: string, progress: string): void {
    this.#line.show(`${this.#done} of ${this.#all} done; ${visible(stack)}: ${progress}`)
  }

  /** A stack is done, whether it failed or not. */
  done(): void {
    this.#done += 1
    this.#line.show(`${this.#done} of ${this.#all} done`)
  }
}
