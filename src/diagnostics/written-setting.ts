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
