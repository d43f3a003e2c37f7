/** Which service answers the category routes: the older one, or the autonomous one (interface document, section 1). */
export type Generation = 'older' | 'autonomous'

/** A personal category as a list or a query tells it (interface document, 2.1 and 2.2). */
export interface Category {
  readonly id: number
  readonly name: string
  /** The storage table; may be empty in the older generation. */
  readonly table: string
  /** Told by the autonomous generation only. */
  readonly description?: string
  /** Number of sites; told by the autonomous generation only. */
  readonly items?: number
  /** Told by the older generation only. */
  readonly rpz?: ResponsePolicy
}

/** How a category takes part in a response policy zone (interface document, 2.1). */
export interface ResponsePolicy {
  readonly enabled: boolean
  /** 0 default, 1 drop, 2 NXDOMAIN, 3 allow, 4 redirect (field notes, "Categories"). */
  readonly action: number
  /** Target of a redirect; may be empty. */
  readonly redirect: string
}

/** What the list route told, in the order in which it told it. */
export interface CategoryList {
  /** The service that answered the list route. That the other is absent does not follow. */
  readonly generation: Generation
  readonly categories: readonly Category[]
}

/** Enough of a category to address it. */
export type CategoryAddress = Pick<Category, 'id'>
