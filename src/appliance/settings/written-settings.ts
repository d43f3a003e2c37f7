import type { WrittenSetting } from '../../diagnostics/wording'
import type { ApplianceSettings } from '../settings'

/**
 * A setting for a message.
 *
 * @param name the provider's attribute, such as `endpoints.records.url`
 * @param value left out where it is a secret
 */
export function writtenSetting(
  { variableOf }: ApplianceSettings,
  name: string,
  value?: string | undefined,
): WrittenSetting {
  // One header of several has no variable of its own.
  const [attribute = name] = name.split('[')
  return { name, value, variable: variableOf?.(attribute) }
}
