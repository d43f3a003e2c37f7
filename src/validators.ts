import type { StandardSchema } from './terraform/schema/validator'

/** Accepts `http://` and `https://` addresses whose host and port may be reached. Loads its library when there is something to check. */
export const addressOf = async (): Promise<StandardSchema> => (await import('./value-schemas')).httpAddress

/** Accepts what `addressOf` accepts, and `unix:///path`. */
export const areaUrl = async (): Promise<StandardSchema> =>
  (await import('./value-schemas')).httpOrSocketAddress

/** Accepts names of hosts that a certificate can carry. */
export const serverName = async (): Promise<StandardSchema> => (await import('./value-schemas')).nameOfServer

/** Accepts numbers from a least to a greatest one. */
export const between = (least: number, most: number) => async (): Promise<StandardSchema> =>
  (await import('./value-schemas')).numberBetween(least, most)

/** Accepts texts with something in them besides white space. */
export const notBlank = async (): Promise<StandardSchema> =>
  (await import('./value-schemas')).textWithSomethingInIt

/** Accepts numbers of sites, and shares of them in percent. */
export const removalLimit = async (): Promise<StandardSchema> =>
  (await import('./value-schemas')).numberOrShare

/** Accepts IPv4 addresses, written as four plain numbers. */
export const ipv4 = async (): Promise<StandardSchema> => (await import('./value-schemas')).ipv4Address

/** Accepts digits only. */
export const digitsOnly = async (): Promise<StandardSchema> => (await import('./value-schemas')).digits

/** Accepts numbers of categories, each in one spelling only. */
export const categoryNumber = async (): Promise<StandardSchema> =>
  (await import('./value-schemas')).numberOfCategory

/** Accepts host names with a domain. */
export const fullyQualified = async (): Promise<StandardSchema> =>
  (await import('./value-schemas')).fullyQualifiedName

/** Accepts a host, or a host and a port, without a scheme. */
export const websiteAddress = async (): Promise<StandardSchema> =>
  (await import('./value-schemas')).hostAndPort

/** Accepts codes of countries. */
export const countryCode = async (): Promise<StandardSchema> => (await import('./value-schemas')).twoLetters

/** Accepts the named numbers only. */
export const among =
  (...choices: readonly number[]) =>
  async (): Promise<StandardSchema> =>
    (await import('./value-schemas')).oneOfNumbers(choices)

/** Accepts logins: something without spaces and slashes. */
export const loginName = async (): Promise<StandardSchema> => (await import('./value-schemas')).login

/** Accepts mail addresses, as far as everybody agrees on what they are. */
export const mailAddress = async (): Promise<StandardSchema> =>
  (await import('./value-schemas')).addressOfMail
