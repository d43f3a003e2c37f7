import type { Report } from './report'

/** One thing that is measured, against a baseline that is measured in the same run. */
export interface Benchmark {
  readonly name: string
  /** One line for the list of benchmarks. */
  readonly summary: string
  /** How often each side is measured unless the command line says otherwise. */
  readonly usualRuns: number
  run(options: RunOptions): Promise<Report | readonly Report[]>
}

export interface RunOptions {
  readonly runs: number
  readonly progress: Progress
}

/** Tells whoever waits what is being done. */
export type Progress = (message: string) => void
