import { readdir } from 'node:fs/promises'
import type { EmulatorProcess } from './emulator-process'
import { type ProcessFacts, processFacts, processorSeconds } from './processes'

/** Processor time of some work with the engine, in milliseconds: user and system time of all threads. */
export interface ProcessorTime {
  readonly engine: number
  /** All processes of the provider that the engine started. */
  readonly provider: number
  /** 0 without one. */
  readonly emulator: number
}

/** Milliseconds between two readings. What a process uses after its last reading is not seen. */
const interval = 50

/**
 * The processor time that an engine uses, and apart from it that of the provider processes that it starts and of an emulator. Linux only:
 * it is read from `/proc`, since the operating system reports it only as one sum when a process has ended.
 *
 * @param work starts the engine as a child of this process, and nothing else
 */
export async function processorTime(
  work: () => Promise<unknown>,
  emulator?: EmulatorProcess,
): Promise<ProcessorTime> {
  const before = emulator ? await processorSeconds(emulator.child) : 0
  const engines = new Map<number, number>()
  const providers = new Map<number, number>()
  const others = new Set((await running()).map(({ pid }) => pid))
  let ended = false
  const watching = watch()
  try {
    await work()
  } finally {
    ended = true
    await watching
  }
  const after = emulator ? await processorSeconds(emulator.child) : 0
  return { engine: sum(engines), provider: sum(providers), emulator: 1_000 * (after - before) }

  async function watch(): Promise<void> {
    while (!ended) {
      const now = await running()
      for (const { pid, parent, seconds } of now) {
        if (parent === process.pid && !others.has(pid)) engines.set(pid, 1_000 * seconds)
        else if (engines.has(parent)) providers.set(pid, 1_000 * seconds)
      }
      await new Promise((resolve) => setTimeout(resolve, interval))
    }
  }
}

async function running(): Promise<readonly ProcessFacts[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(names.map((name) => processFacts(Number(name)).catch(() => undefined)))
  // Some have ended in the meantime.
  return found.filter((each) => each !== undefined)
}

function sum(times: ReadonlyMap<number, number>): number {
  return [...times.values()].reduce((total, each) => total + each, 0)
}
