import type { Report } from './report'

/** One thing that is measured, against a baseline that is measured in the same run. */
export interface Benchmark {
  readonly name: string
  /** One line for the list of benchmarks. */
  readonly summary: string
  /** How often each side is measured by default. */
  readonly usualRuns: number
  run(options: RunOptions): Promise<Report | readonly Report[]>
}

export interface RunOptions {
  readonly runs: number
  readonly progress: Progress
}

/** Reports progress to the person who waits. */
export type Progress = (message: string) => void
