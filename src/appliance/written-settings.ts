import type { WrittenSetting } from '../diagnostics/entries/written-setting'
import type { ApplianceSettings } from './settings'

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

/** Of what is longer the beginning is shown; characters. */
const longest = 120

/** An address for a message. What stands before its host, or after a question mark, can be a secret, and is left out. */
export function shownAddress(text: string): string {
  const shown = text
    .replace(/[?#].*$/s, (rest) => `${rest.slice(0, 1)}…`)
    .replace(/^([^/]*\/\/)?.*@/s, (_, scheme: string = '') => `${scheme}…@`)
  return shortened(shown)
}

/** What an attribute says, for a message. */
export function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
