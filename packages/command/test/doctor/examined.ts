import type { ApplianceSettings, Area } from '@webfilter/appliance-client'
import type { Emulator } from '@webfilter/appliance-emulator'
import { examine } from '../../src/doctor/doctor'
import type { Check, CheckName, Report } from '../../src/doctor/report'

/** The settings that lead to an emulator. */
export function settingsFor({ urls }: Emulator, more: ApplianceSettings = {}): ApplianceSettings {
  return {
    endpoints: {
      categories: { url: urls.categories },
      categories_legacy: { url: urls.legacy },
      certificates: { url: urls.base },
      network: { url: urls.base },
      analysis: { url: urls.categories },
      records: { url: urls.records },
      ...(urls.directory && { directory: { url: urls.directory } }),
    },
    ...more,
  }
}

export async function examined(
  settings: ApplianceSettings,
  now = new Date(),
  { member }: { readonly member?: string } = {},
): Promise<Report> {
  return await examine({ settings }, now, new AbortController().signal, member)
}

/** The checks of one name that are about one area. */
export function checksOf({ checks }: Report, name: CheckName, area: Area): readonly Check[] {
  return checks.filter(({ check, areas }) => check === name && areas.includes(area))
}

export function failuresOf({ checks }: Report): readonly Check[] {
  return checks.filter(({ status }) => status === 'failed')
}

/** What was found against an assumption. */
export function disproof({ disproofs }: Report, topic: string) {
  return disproofs.find((each) => each.topic === topic)
}
