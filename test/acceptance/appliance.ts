import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Emulator, type EmulatorOptions, startEmulator } from '@webfilter/appliance-emulator'
import { keepJournal, onlyReads } from '../lanes/journals'

/** A running appliance, and what a configuration says to reach it. */
export interface TestAppliance extends Emulator {
  /** The provider block. */
  readonly provider: string
  /** The environment variables that say the same. */
  readonly environment: Readonly<Record<string, string>>
  /** The requests since the last call, as `METHOD /path`, those that only read left out. */
  writes(): readonly string[]
}

/**
 * Starts an appliance with all its areas. Unless the options say otherwise, the service of its user directory runs, and the
 * socket is in a folder of its own.
 */
export async function startAppliance(options: EmulatorOptions = {}): Promise<TestAppliance> {
  const folder = mkdtempSync(join(tmpdir(), 'appliance-'))
  const emulator = await startEmulator({
    socket: join(folder, 'directory.sock'),
    directory: { service: 'running' },
    ...options,
  })
  const endpoints = endpointsOf(emulator)
  const requests: string[] = []
  const readRequests = () => {
    const read = emulator.journal.entries().map(({ method, path }) => `${method} ${path}`)
    emulator.journal.clear()
    requests.push(...read)
    return read
  }
  return {
    ...emulator,
    provider: providerBlock(endpoints),
    environment: Object.fromEntries(
      Object.entries(endpoints).map(([area, url]) => [`APPLIANCE_${area.toUpperCase()}_URL`, url]),
    ),
    writes() {
      return readRequests().filter((request) => !onlyReads.test(request))
    },
    async close() {
      readRequests()
      keepJournal(requests)
      await emulator.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The provider's name of each area, and where it is. */
function endpointsOf({ urls }: Emulator): Readonly<Record<string, string>> {
  return {
    categories: urls.categories,
    categories_legacy: urls.legacy,
    certificates: urls.base,
    network: urls.base,
    analysis: urls.categories,
    records: urls.records,
    directory: urls.directory ?? '',
  }
}

function providerBlock(endpoints: Readonly<Record<string, string>>): string {
  const lines = Object.entries(endpoints).map(([area, url]) => `    ${area} = { url = "${url}" }`)
  return `
provider "appliance" {
  endpoints = {
${lines.join('\n')}
  }
}
`
}
