import { type Emulator, type EmulatorOptions, startEmulator } from '../../src/emulator/emulator'

/** A running appliance, and what a configuration says to reach it. */
export interface TestAppliance extends Emulator {
  /** The provider block. */
  readonly provider: string
  /** The environment variables that say the same. */
  readonly environment: Readonly<Record<string, string>>
  /** The requests since the last call, as `METHOD /path`, those that only read left out. */
  writes(): readonly string[]
}

export async function startAppliance(options: EmulatorOptions = {}): Promise<TestAppliance> {
  const emulator = await startEmulator(options)
  const { categories, legacy } = emulator.urls
  return {
    ...emulator,
    provider: `
provider "appliance" {
  endpoints = {
    categories        = { url = "${categories}" }
    categories_legacy = { url = "${legacy}" }
  }
}
`,
    environment: {
      APPLIANCE_CATEGORIES_URL: categories,
      APPLIANCE_CATEGORIES_LEGACY_URL: legacy,
    },
    writes() {
      const requests = emulator.journal.entries().map(({ method, path }) => `${method} ${path}`)
      emulator.journal.clear()
      return requests.filter((request) => !/^GET \/categories\/(list|query\/)/.test(request))
    },
  }
}
