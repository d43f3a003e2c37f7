import { readdir, readFile } from 'node:fs/promises'

/** Milliseconds between two readings. The kernel keeps the peak itself, so only the last reading could come too late. */
const interval = 20

/**
 * Peak resident memory of any provider process during some work, in megabytes of 1,000,000 bytes.
 * Linux only: elsewhere it is 0.
 */
export async function peakMemory(work: () => Promise<unknown>): Promise<number> {
  let peak = 0
  let ended = false
  const watching = watch()
  try {
    await work()
  } finally {
    ended = true
    await watching
  }
  return peak

  async function watch(): Promise<void> {
    while (!ended) {
      for (const bytes of await Promise.all((await providers()).map(peakOf)))
        peak = Math.max(peak, bytes / 1e6)
      await new Promise((resolve) => setTimeout(resolve, interval))
    }
  }
}

async function providers(): Promise<readonly string[]> {
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const commands = await Promise.all(
    processes.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  )
  return processes.filter((_, index) => commands[index]?.includes('terraform-provider-appliance'))
}

async function peakOf(process: string): Promise<number> {
  const status = await readFile(`/proc/${process}/status`, 'utf8').catch(() => '')
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}
