/** A number with what it counts: `1 site`, `2 sites`, `32,245 sites`. */
export function counted(count: number, what: string, several = `${what}s`): string {
  return `${numberText(count)} ${count === 1 ? what : several}`
}

/** A number in a sentence: `500`, `32,245`. Not for numbers that are names, such as those of categories, or values of attributes. */
export function numberText(number: number): string {
  return number.toLocaleString('en-US')
}

/** A text from elsewhere on one line, without what a terminal would obey. */
export function onOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/** A setting of the provider, as a person wrote it. */
export interface WrittenSetting {
  /** `endpoints.directory.url`; that of a variable without an attribute, such as HTTPS_PROXY, is the variable. */
  readonly name: string
  /** Left out where it is a secret, or where there is none. What may hold a password is shown without it. */
  readonly value?: string | undefined
  /** The environment variable that it comes from; left out where it stands in the configuration. */
  readonly variable?: string | undefined
}

/** For the middle of a sentence: `base_url = "proxy" (from the environment variable APPLIANCE_BASE_URL)`. */
export function written({ name, value, variable }: WrittenSetting): string {
  const shown = value === undefined ? name : `${name} = ${JSON.stringify(value)}`
  return variable === undefined ? shown : `${shown} (from the environment variable ${variable})`
}

/** The same without the value: `base_url (environment variable APPLIANCE_BASE_URL)`. */
export function named({ name, variable }: WrittenSetting): string {
  return variable === undefined ? name : `${name} (environment variable ${variable})`
}

/** How a sentence names a list of sites in a category: the category's own, which has no name, or another one. */
export function calledList(list: string | null): string {
  return list === null ? "the category's own list" : `the list ${JSON.stringify(list)}`
}
