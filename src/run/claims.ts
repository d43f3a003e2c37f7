import type { ManagedObject } from '@webfilter/terraform-plugin'

/** What one resource of a configuration declares at most. */
type Claimed = 'list' | 'member' | 'group' | 'membership' | 'service' | 'certificate' | 'host name'

/**
 * Which object declares a thing of the appliance. A second one is declared twice. The plan refuses it, whichever of the two is planned later.
 *
 * An object that is planned again has withdrawn its claims before: see `ManagedObject`. A host other than Terraform does not say what an
 * object replaces. So the claim of a plan that replaces an object goes to the first creation that asks for it, and comes back to the second
 * plan of the replacement, which only Terraform asks for: it refuses a configuration in which both are meant.
 */
export class Claims {
  readonly #holders = new Map<string, Holder>()
  readonly #left = new Map<string, Set<ManagedObject>>()

  /**
   * Claims a thing in a plan. False if another object has claimed it.
   * @param isThere whether the object finds the thing, rather than being the first to create it: its state has the thing, or it adopts one
   */
  claim(thing: Claimed, name: string, object: ManagedObject, isThere = object.role === 'stored'): boolean {
    const key = keyOf(thing, name)
    const held = this.#holders.get(key)
    if (object.role === 'successor') return this.#confirm(held, object)
    const hold = (takenFrom?: ManagedObject) => this.#hold(key, { by: object, isThere, takenFrom })
    if (held === undefined) return hold()
    if (held.takenFrom !== undefined && held.takenFrom === object.earlier) return hold()
    if (object.role === 'stored') return held.isCreated === true && object.isImported && hold()
    // Whether the creation is of the same thing again, its apply decides.
    if (held.isCreated) return true
    const isReplacement = held.by.role === 'stored' && held.by.isReplaced && !held.isConfirmed
    return isReplacement && hold(held.by)
  }

  /** Whether a plan has claimed a thing that is there for it, other than that of the object. */
  isDeclared(thing: Claimed, name: string, object: ManagedObject): boolean {
    const held = this.#holders.get(keyOf(thing, name))
    return held !== undefined && held.by !== object && held.isThere === true
  }

  /**
   * Says in a plan that an object gives up a thing that stays on the appliance.
   * @returns false if a plan has claimed the thing for another object that is to be the first to create it
   */
  leave(thing: Claimed, name: string, object: ManagedObject): boolean {
    const key = keyOf(thing, name)
    const left = this.#left.get(key) ?? new Set()
    this.#left.set(key, left.add(object))
    object.whenWithdrawn(() => left.delete(object))
    const held = this.#holders.get(key)
    return held === undefined || held.by === object || held.isThere === true || held.isCreated === true
  }

  /** Whether a plan has said that another object gives up the thing. */
  isLeft(thing: Claimed, name: string, object: ManagedObject): boolean {
    const left = this.#left.get(keyOf(thing, name)) ?? new Set()
    return [...left].some((by) => by !== object && by !== object.earlier)
  }

  /** Claims a thing when its creation begins. False if another object has been created of it: then nothing may be sent. */
  create(thing: Claimed, name: string, object: ManagedObject): boolean {
    const key = keyOf(thing, name)
    if (this.#holders.get(key)?.isCreated) return false
    return this.#hold(key, { by: object, isCreated: true })
  }

  #hold(key: string, holder: Holder): true {
    const { by } = holder
    this.#holders.set(key, holder)
    by.whenWithdrawn(() => {
      if (this.#holders.get(key)?.by === by) this.#holders.delete(key)
    })
    return true
  }

  /** The second plan of a replacement claims what its first plan has claimed. */
  #confirm(held: Holder | undefined, { earlier }: ManagedObject): boolean {
    if (held === undefined || earlier === undefined) return true
    if (held.by === earlier) held.isConfirmed = true
    return held.takenFrom !== earlier
  }
}

interface Holder {
  readonly by: ManagedObject
  /** The object finds the thing. */
  readonly isThere?: boolean
  /** The plan of a replacement from which a creation has taken the claim. */
  readonly takenFrom?: ManagedObject | undefined
  /** The object was created in this run. */
  readonly isCreated?: true
  /** The second plan of the replacement is made. */
  isConfirmed?: true
}

/** Names of the directory have no letter case; the others are compared as they are. */
function keyOf(thing: Claimed, name: string): string {
  const isOfDirectory = thing === 'member' || thing === 'group' || thing === 'membership'
  return `${thing} ${isOfDirectory ? name.toLowerCase() : name}`
}
