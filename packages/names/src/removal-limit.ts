/** How many of the managed sites of a list one change may take out: so many, or so many of a hundred. */
export interface RemovalLimit {
  readonly most: number
  readonly unit: 'sites' | 'percent'
}

/** The limit that the provider's settings have for lists without one of their own. */
export interface InheritedLimit {
  /** As it is written; null where there is none. */
  readonly text: string | null
  /** The environment variable that it comes from; undefined where the configuration of the provider has it. */
  readonly variable: string | undefined
}

/** The limit that holds for a change, and where it stands. */
export interface EffectiveLimit extends RemovalLimit {
  readonly text: string
  readonly origin: 'resource' | 'provider' | 'environment' | 'default'
}

/** A change of a list. */
export interface LimitedChange {
  /** The resource's own limit as it is written; null if it has none. */
  readonly own: string | null
  readonly inherited: InheritedLimit
  /** The list comes from a file, or came from one. */
  readonly isOfFile: boolean
  /** How many sites the refreshed state manages. */
  readonly managed: number
}

/**
 * The limit for a change; undefined if it may take out whatever it likes. A long file has one without anybody's saying so: nobody
 * reads it, and what empties it is most often an accident.
 */
export function limitOf({ own, inherited, isOfFile, managed }: LimitedChange): EffectiveLimit | undefined {
  if (own !== null) return effective(own, 'resource')
  if (inherited.text !== null)
    return effective(inherited.text, inherited.variable === undefined ? 'provider' : 'environment')
  return isOfFile && managed > mostWithoutLimit ? effective(limitOfLongFiles, 'default') : undefined
}

/** How many of so many managed sites may be taken out. */
export function mostRemovals({ most, unit }: RemovalLimit, managed: number): number {
  return unit === 'sites' ? most : Math.floor((managed * most) / 100)
}

/** Whether a removal that is allowed uses up most of its limit. A limit that allows the whole list to be removed has nothing near it. */
export function isNearLimit(removed: number, most: number, managed: number): boolean {
  return most < managed && 100 * removed >= percentNearLimit * most
}

/** Reads `500` or `20%`; undefined for what is neither. Nothing is left of zeros in front, signs and fractions. */
export function parseRemovalLimit(text: string): RemovalLimit | undefined {
  const [, digits, percent] = /^(0|[1-9][0-9]{0,8})(%)?$/.exec(text) ?? []
  if (digits === undefined) return undefined
  const most = Number(digits)
  if (percent === undefined) return { most, unit: 'sites' }
  return most <= 100 ? { most, unit: 'percent' } : undefined
}

/** What is wrong with the text of a limit, or null. */
export function removalLimitProblem(text: unknown): string | null {
  return typeof text === 'string' && parseRemovalLimit(text) !== undefined
    ? null
    : 'Must be a number of sites such as "500", or a percentage of them such as "20%".'
}

/** From so much of what a limit allows, a removal is near it. */
const percentNearLimit = 80

/** A file with more sites than this has a limit by itself. */
const mostWithoutLimit = 1_000
const limitOfLongFiles = '50%'

function effective(text: string, origin: EffectiveLimit['origin']): EffectiveLimit | undefined {
  const limit = parseRemovalLimit(text)
  return limit && { ...limit, text, origin }
}
