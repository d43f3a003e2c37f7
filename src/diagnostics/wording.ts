/** A number with what it counts: `1 site`, `2 sites`, `32,245 sites`. */
export function counted(count: number, what: string, several = `${what}s`): string {
  return `${numberText(count)} ${count === 1 ? what : several}`
}

/** A number in a sentence: `500`, `32,245`. Not for numbers that are names, such as those of categories, or values of attributes. */
export function numberText(number: number): string {
  return number.toLocaleString('en-US')
}

/** Milliseconds in a sentence: `30 minutes`, `1 hour`, `90 seconds`. */
export function durationText(milliseconds: number): string {
  const seconds = milliseconds / 1_000
  if (seconds % 3_600 === 0) return counted(seconds / 3_600, 'hour')
  return seconds % 60 === 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second')
}

/** A text from elsewhere on one line, without control characters for a terminal. */
export function onOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/** A setting of the provider, as it is written. */
export interface WrittenSetting {
  /** `endpoints.directory.url`; that of a variable without an attribute, such as HTTPS_PROXY, is the variable. */
  readonly name: string
  /** Left out for a secret, and if there is none. A password in it is left out. */
  readonly value?: string | undefined
  /** The environment variable that it comes from; left out if it is in the configuration. */
  readonly variable?: string | undefined
}

/** For the middle of a sentence: `base_url = "proxy" (from the environment variable APPLIANCE_BASE_URL)`. */
export function settingWithValue({ name, value, variable }: WrittenSetting): string {
  const shown = value === undefined ? name : `${name} = ${JSON.stringify(value)}`
  return variable === undefined ? shown : `${shown} (from the environment variable ${variable})`
}

/** The same without the value: `base_url (environment variable APPLIANCE_BASE_URL)`. */
export function settingName({ name, variable }: WrittenSetting): string {
  return variable === undefined ? name : `${name} (environment variable ${variable})`
}

/** Name of a list of sites in a sentence; null is the list of the category itself. */
export function listPhrase(list: string | null): string {
  return list === null ? "the category's own list" : `the list ${JSON.stringify(list)}`
}
