import { afterEach } from '@jest/globals'
import { type Emulator, type EmulatorOptions, startEmulator } from '@webfilter/appliance-emulator'
import { readSites, type Site } from '@webfilter/appliance-names'
import { type Appliance, connect } from '../../src/appliance'
import type { ApplianceSettings } from '../../src/settings'

/** What a test opened, closed after it, the last first. */
export const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

export const { signal } = new AbortController()

export const sitesOf = (...texts: string[]): readonly Site[] => readSites(texts).sites

export const manySites = (count: number) =>
  sitesOf(...Array.from({ length: count }, (_, n) => `site-${n}.example.com`))

export async function setUp(options: EmulatorOptions = {}, settings: ApplianceSettings = {}) {
  const emulator = await startEmulator(options)
  closers.push(emulator.close)
  const appliance = connectTo(emulator, settings)
  return { emulator, appliance, categories: appliance.categories }
}

export function connectTo({ urls }: Emulator, settings: ApplianceSettings): Appliance {
  const appliance = connect({
    endpoints: { categories: { url: urls.categories }, categories_legacy: { url: urls.legacy } },
    retries: 0,
    ...settings,
  })
  closers.push(appliance.close)
  return appliance
}

export const requestsOf = ({ journal }: Emulator) =>
  journal.entries().map(({ method, path }) => `${method} ${path}`)

export const stored = ({ store }: Emulator, id: number) => [...store.sites(id)].sort()

export const generations = [
  { generation: 'older', list: 'older' },
  { generation: 'both', list: 'autonomous' },
] as const satisfies readonly EmulatorOptions[]
