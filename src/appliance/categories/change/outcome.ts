import type { Site } from '@webfilter/appliance-names'
import type { ApplianceError } from '../../errors'
import type { CategoryAddress } from '../category'

/** What became of a change. Sites that are in neither list were not touched, as far as the appliance confirmed. */
export interface CategoryChangeOutcome {
  /** Moves to here included. */
  readonly added: readonly Site[]
  /** Moves from here included. */
  readonly removed: readonly Site[]
  readonly compiled: boolean
  /** Harmless names that were added for the sake of a compile, and that the appliance has still. */
  readonly leftMarkers: readonly LeftMarker[]
  /** The first failure. After it nothing was sent but what takes markers out again. */
  readonly failure: ApplianceError | undefined
  /** An answer that could not be read, although what can be asked for shows that it was done; not a failure. */
  readonly doubt: ApplianceError | undefined
}

/** A harmless name that was added to a category for the sake of a compile. */
export interface LeftMarker {
  readonly site: Site
  /** Number of the category. */
  readonly category: number
  /** Whether the category holds it. If not, it is active until the next compile, as it was there in the last one. */
  readonly isStored: boolean
}

/** The outcome of a change while it is made. */
export class OutcomeSoFar implements CategoryChangeOutcome {
  added: readonly Site[] = []
  removed: readonly Site[] = []
  compiled = false
  failure: ApplianceError | undefined
  doubt: ApplianceError | undefined
  readonly #markers: Marker[] = []

  get leftMarkers(): readonly LeftMarker[] {
    return this.#markers.flatMap(({ site, category, isStored, isCompiled }) =>
      isStored || isCompiled ? [{ site, category, isStored }] : [],
    )
  }

  /** A marker is in a category, or may be. */
  mark(site: Site, { id }: CategoryAddress): void {
    this.#markers.push({ site, category: id, isStored: true, isCompiled: false })
  }

  unmark(site: Site): void {
    for (const marker of this.#markers) if (marker.site === site) marker.isStored = false
  }

  /** A category was compiled: the markers that it holds are active from now on, and no others. */
  noteCompile({ id }: CategoryAddress): void {
    this.compiled = true
    for (const marker of this.#markers) if (marker.category === id) marker.isCompiled = marker.isStored
  }

  /** Keeps the first doubt. */
  note(doubt: ApplianceError | undefined): void {
    this.doubt ??= doubt
  }
}

/** A marker that was sent. */
interface Marker {
  readonly site: Site
  readonly category: number
  isStored: boolean
  /** Whether it was there in the last compile. */
  isCompiled: boolean
}
