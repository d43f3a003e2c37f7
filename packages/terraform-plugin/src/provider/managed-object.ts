import type { Diagnostic } from '../diagnostics/diagnostic'
import type { ObjectValue } from '../values/value'

/**
 * The object that a call is about, as one plan or apply sees it. Terraform plans each object once in a process, and names none. Other
 * hosts plan one as often as they like, and apply in between: what resources say of an object in a plan holds until it is planned again.
 */
export class ManagedObject {
  readonly typeName: string
  /** `stored` if it is in a state; `new` if it is to be created; `successor` in the second plan of a replacement. */
  readonly role: 'stored' | 'new' | 'successor'
  /** What its private data name it by; undefined if they have no name for it, as those of older releases. */
  readonly token: string | undefined
  /** The attribute `id` of its state. */
  readonly id: string | undefined
  /** The host sent no private data at all. */
  readonly isBare: boolean
  /** It was imported by this process. */
  readonly isImported: boolean
  /** It is in a state, and was planned in this run. */
  readonly isPlanned: boolean
  /** The plan destroys it, and is not one of a replacement. */
  readonly isDestroyed: boolean
  /** What its deletion is a part of; undefined if it is not being deleted. */
  readonly deletion: Deletion | undefined
  /** The plan of the same object before this one; for a successor, that of the object that is replaced. */
  earlier: ManagedObject | undefined
  /** Whether the plan replaces it, which is known when the plan is made. */
  isReplaced = false
  /** Why it must not be replaced; undefined if it may be. */
  destroyRefusal: Diagnostic | undefined
  readonly #undo: (() => void)[] = []
  #isWithdrawn = false

  constructor(facts: ObjectFacts) {
    const { typeName, role, token, id, isBare, isImported, isPlanned, isDestroyed, deletion, earlier } = facts
    this.typeName = typeName
    this.role = role
    this.token = token
    this.id = id
    this.isBare = isBare ?? false
    this.isImported = isImported ?? false
    this.isPlanned = isPlanned ?? false
    this.isDestroyed = isDestroyed ?? false
    this.deletion = deletion
    this.earlier = earlier
  }

  /** Whether the plan holds no more. */
  get isWithdrawn(): boolean {
    return this.#isWithdrawn
  }

  /** Takes back something that the plan says of the object, when the object is planned again or deleted, or was not created. */
  whenWithdrawn(undo: () => void): void {
    if (this.#isWithdrawn) undo()
    else this.#undo.push(undo)
  }

  withdraw(): void {
    this.#isWithdrawn = true
    this.earlier = undefined
    for (const undo of this.#undo.splice(0)) undo()
  }
}

/**
 * What a deletion is a part of:
 *
 * - `destroy`: the object has gone from the configuration, or everything is destroyed. Only this one was planned as a destroy.
 * - `replacement`: a creation of the same resource follows, or the host says too little to exclude that.
 * - `deposed`: the object was replaced before, and its resource has another one. Hosts plan such a deletion when they apply it.
 */
export type Deletion = 'destroy' | 'replacement' | 'deposed'

type ObjectFacts = Pick<ManagedObject, 'typeName' | 'role' | 'token'> & {
  readonly id?: string | undefined
  readonly isBare?: boolean
  readonly isImported?: boolean
  readonly isPlanned?: boolean
  readonly isDestroyed?: boolean
  readonly deletion?: Deletion
  readonly earlier?: ManagedObject | undefined
}

/** What a call says of the object that it is about. */
interface Asked {
  readonly typeName: string
  readonly state: ObjectValue | null
  /** In its private data. */
  readonly token: string | undefined
  readonly isBare?: boolean
  /** They say that its plan destroys it. */
  readonly isDestroy?: boolean
}

/**
 * The objects that one process was asked about since its run began. Objects are told apart by the tokens in their private data. One without
 * a token is told from others of its kind by its ID alone.
 *
 * A run has no end that a host would report. The next one has begun when an object is read or planned that was applied: Terraform does
 * neither in one process. It reads an object twice if the state describes it at two addresses, and after it has planned its destroy. So
 * after a second read, the next run begins only with an object that is planned again, other than to be destroyed, or that was imported.
 */
export class ManagedObjects {
  readonly #nextRun: () => void
  readonly #readAgain: () => void
  readonly #seen = new Map<string, 'read' | 'applied'>()
  readonly #imported = new Set<string>()
  /** An object was read for the second time in this run: another one may have begun. */
  #isReadAgain = false
  /** The plans that keep, change or replace an object: by token, or else by type and ID. */
  readonly #plans = new Map<string, ManagedObject>()
  /** The plans that destroy one, by the same. A state may have one object twice, of which one is destroyed. */
  readonly #destroys = new Map<string, ManagedObject>()
  /** What was created, or planned other than to be destroyed, by type and ID, whether it has a token or not. */
  readonly #byId = new Map<string, ManagedObject>()

  /**
   * @param nextRun called before the first call of a run that is not the first one
   * @param readAgain called before an object is read for the second time in a run
   */
  constructor(nextRun: () => void, readAgain: () => void) {
    this.#nextRun = nextRun
    this.#readAgain = readAgain
  }

  /** Says that an object is read. It is the one that was planned, if it was. */
  read({ typeName, state, token }: Asked): ManagedObject {
    if (token !== undefined) {
      const seen = this.#seen.get(token)
      if (seen === 'applied') this.forget()
      else if (seen === 'read') {
        this.#readAgain()
        this.#isReadAgain = true
      }
      this.#seen.set(token, 'read')
    }
    const id = idOf(state)
    const key = token ?? keyOf(typeName, id) ?? ''
    const planned = this.#plans.get(key) ?? this.#destroys.get(key)
    return planned ?? new ManagedObject({ typeName, role: 'stored', token, id })
  }

  imported(token: string): void {
    this.#imported.add(token)
  }

  /**
   * Says that an object of a state is planned, and withdraws its earlier plan. A destroy and another plan are of two: the state has the object
   * at two addresses, or a deposed copy of it. Each of the two must see what the other one says, so neither withdraws the other.
   *
   * @param given the token that the plan gives to an object without one
   * @param isDestroyed whether the plan destroys it
   */
  plan({ typeName, state, token }: Asked, given: string | undefined, isDestroyed: boolean): ManagedObject {
    if (token !== undefined && !isDestroyed && this.#seen.get(token) === 'applied') this.forget()
    const id = idOf(state)
    const key = token ?? keyOf(typeName, id)
    const plans = isDestroyed ? this.#destroys : this.#plans
    const earlier = key === undefined ? undefined : plans.get(key)
    const isImported = token !== undefined && this.#imported.has(token)
    if (this.#isReadAgain && !isDestroyed && (earlier?.isPlanned || isImported)) {
      this.forget()
      return this.plan({ typeName, state, token }, given, isDestroyed)
    }
    const facts = { typeName, token, id, isImported, isPlanned: true, isDestroyed }
    const object = new ManagedObject({ ...facts, role: 'stored', earlier })
    earlier?.withdraw()
    for (const name of [key, given]) if (name !== undefined) plans.set(name, object)
    if (!isDestroyed) this.#rememberId(object, id)
    return object
  }

  /** Says that the creation of an object is planned. @param replaced the token of the object that it replaces, if the host says so */
  planCreation(typeName: string, isReplacement: boolean, replaced: string | undefined): ManagedObject {
    const earlier = replaced === undefined ? undefined : this.#plans.get(replaced)
    return new ManagedObject({
      typeName,
      role: isReplacement ? 'successor' : 'new',
      token: undefined,
      ...(isReplacement && { earlier }),
    })
  }

  /** Says that an object is about to be created. */
  create(typeName: string, token: string): ManagedObject {
    this.#seen.set(token, 'applied')
    const object = new ManagedObject({ typeName, role: 'new', token })
    this.#plans.set(token, object)
    return object
  }

  /** Says how a creation ended. @param state null if nothing was created */
  created(object: ManagedObject, state: ObjectValue | null): void {
    if (state === null) object.withdraw()
    else this.#rememberId(object, idOf(state))
  }

  /** Says that an object is about to be changed. It is the one that was planned. */
  update({ typeName, state, token }: Asked): ManagedObject {
    if (token !== undefined) this.#seen.set(token, 'applied')
    const planned = token === undefined ? undefined : this.#plans.get(token)
    return planned ?? new ManagedObject({ typeName, role: 'stored', token, id: idOf(state) })
  }

  /** Says that an object is about to be deleted, and withdraws the plan that says so. */
  delete({ typeName, state, token, isBare = false, isDestroy = false }: Asked): ManagedObject {
    const id = idOf(state)
    const key = keyOf(typeName, id) ?? ''
    const plans = isBare ? this.#byId : isDestroy ? this.#destroys : this.#plans
    const planned = plans.get(isBare ? key : (token ?? key))
    planned?.withdraw()
    const deletion = deletionOf({ isBare, isDestroy, planned })
    return new ManagedObject({ typeName, role: 'stored', token, id, isBare, deletion })
  }

  /** Begins another run. */
  forget(): void {
    for (const known of [this.#seen, this.#imported, this.#plans, this.#destroys, this.#byId]) known.clear()
    this.#isReadAgain = false
    this.#nextRun()
  }

  #rememberId(object: ManagedObject, id: string | undefined): void {
    const key = keyOf(object.typeName, id)
    if (key !== undefined) this.#byId.set(key, object)
  }
}

/**
 * A destroy that is applied was planned before this run, because a run begins with `ConfigureProvider`: one that was planned in it is of a
 * deposed object. A host that deletes without a plan has planned the replacement, or created the object that takes the place.
 */
function deletionOf({
  isBare,
  isDestroy,
  planned,
}: {
  readonly isBare: boolean
  readonly isDestroy: boolean
  readonly planned: ManagedObject | undefined
}): Deletion {
  if (isBare) return planned?.isReplaced || planned?.role === 'new' ? 'replacement' : 'destroy'
  if (!isDestroy) return 'replacement'
  return planned ? 'deposed' : 'destroy'
}

function idOf(state: ObjectValue | null): string | undefined {
  return typeof state?.id === 'string' ? state.id : undefined
}

function keyOf(typeName: string, id: string | undefined): string | undefined {
  return id === undefined ? undefined : JSON.stringify([typeName, id])
}
