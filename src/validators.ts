import type { StandardSchema } from './terraform/schema/validator'

/** Accepts `http://` and `https://` addresses. Loads its library when there is something to check. */
export const addressOf = async (): Promise<StandardSchema> => (await import('./value-schemas')).httpAddress

/** Accepts what `addressOf` accepts, and `unix:///path`. */
export const areaUrl = async (): Promise<StandardSchema> =>
  (await import('./value-schemas')).httpOrSocketAddress

/** Accepts numbers from a least to a greatest one. */
export const between = (least: number, most: number) => async (): Promise<StandardSchema> =>
  (await import('./value-schemas')).numberBetween(least, most)

/** Accepts texts with something in them besides white space. */
export const notBlank = async (): Promise<StandardSchema> =>
  (await import('./value-schemas')).textWithSomethingInIt
