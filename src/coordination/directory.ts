import { canonicalUid } from '@webfilter/appliance-names'
import type { ManagedObject } from '@webfilter/terraform-plugin'
import { ReplacementJournal } from './replacement-journal'

/** What a resource of the user directory is about. */
export type DirectoryThing = 'member' | 'group' | 'membership' | 'service'

/**
 * What the resources of one run say of the user directory. A resource that is renamed in the configuration is briefly two resources for
 * one thing: what one of them declares, the other must not remove.
 */
export class DirectoryThings {
  /** What is known about members. */
  readonly accounts = new Accounts()
  readonly #declared = new Set<string>()
  readonly #kept = new Map<ManagedObject, string>()
  readonly #uninstalls = new Set<ManagedObject>()
  readonly #serviceManagers = new Set<ManagedObject>()
  #hasReported = false

  /** @param journal the journal of the replacements that are under way */
  constructor(readonly journal = new ReplacementJournal()) {}

  /** Says, before anything is sent, that a thing will exist when the apply of a resource is done. */
  declare(thing: DirectoryThing, key: string): void {
    this.#declared.add(nameOf(thing, key))
  }

  /** Whether this run created a resource that declares the thing. */
  isDeclared(thing: DirectoryThing, key: string): boolean {
    return this.#declared.has(nameOf(thing, key))
  }

  /** Says that the apply will make the service run. A service of the state alone is started by nothing. */
  manageService(by: ManagedObject): void {
    this.#serviceManagers.add(by)
    by.whenWithdrawn(() => this.#serviceManagers.delete(by))
  }

  get serviceIsManaged(): boolean {
    return this.#serviceManagers.size > 0
  }

  /**
   * Says that the run keeps something of the directory, which an uninstall of the service would delete.
   * @param what as a message names it: `member "ann.lee"`
   * @returns whether the run uninstalls the service, as far as that was said before
   */
  keep(what: string, by: ManagedObject): boolean {
    this.#kept.set(by, what)
    by.whenWithdrawn(() => this.#kept.delete(by))
    return this.#uninstalls.size > 0
  }

  /**
   * Says that the run uninstalls the service with everything in it.
   * @returns something that the run keeps, as far as that was said before
   */
  uninstall(by: ManagedObject): string | undefined {
    this.#uninstalls.add(by)
    by.whenWithdrawn(() => this.#uninstalls.delete(by))
    const [kept] = this.#kept.values()
    return kept
  }

  /** True for the first caller of this run that reports the stopped service, so that one warning is enough. */
  isFirstReport(): boolean {
    const first = !this.#hasReported
    this.#hasReported = true
    return first
  }
}

/** What a plan says of a member. */
interface Said<What> {
  readonly what: What
}

/** Says something of a member in a plan, until that plan is withdrawn. */
function say<What>(
  said: Map<string, Said<What>>,
  login: string,
  what: What,
  by: ManagedObject | undefined,
): void {
  const uid = canonicalUid(login)
  const own = { what }
  said.set(uid, own)
  by?.whenWithdrawn(() => {
    if (said.get(uid) === own) said.delete(uid)
  })
}

function nameOf(thing: DirectoryThing, key: string): string {
  return `${thing} ${key.toLowerCase()}`
}

/** Where an account is: its organization and its primary group. */
export interface AccountPlace {
  readonly organization: string
  /** Null or 0 if it is not known, because the appliance chose it or is to choose it. */
  readonly gid: number | null
}

/** What a state says of a member's account. */
export interface StoredAccount {
  readonly adopted: boolean
  readonly on_destroy: 'delete' | 'keep' | null
  /** An earlier replacement deleted the account and could not create it again. Whatever has the login now is another account. */
  readonly isGone: boolean
  /** The groups to which the account is still to be linked; left out while only the values of the state are known. */
  readonly owed?: readonly number[]
}

/** An account that the creation of its successor deletes, because a deletion has neither a configuration nor a state to return. */
export interface DeferredDeletion extends Required<StoredAccount> {
  /** In canonical form. */
  readonly uid: string
  /** As the state has it. */
  readonly place: AccountPlace
  /** Whether its resource was tainted: the plan of the successor then did not know of it. */
  readonly isTainted: boolean
  /** The state of its resource, and what was kept beside it: for a creation that fails and puts them back. */
  readonly state: object
  readonly record:
    | {
        readonly organization: string
        readonly gid: number | null
        readonly leftBehind?: string
        readonly absence?: string | undefined
      }
    | undefined
}

/** A member that this run created or adopted. */
interface Arrival {
  readonly uid: string
  /** `on_destroy` of the configuration. */
  readonly on_destroy: StoredAccount['on_destroy']
}

/**
 * What one run knows about the accounts of members. Terraform calls a provider for each resource separately, and does not even
 * report that a tainted one exists, while one resource can delete the account of another.
 */
export class Accounts {
  readonly #stored = new Map<string, StoredAccount>()
  readonly #declared = new Map<string, Said<'creation' | 'change'>>()
  readonly #leaving = new Map<string, Said<'leaves'>>()
  readonly #deletions = new Map<string, Said<'is deleted'>>()
  readonly #doubted = new Map<string, Said<'is doubted'>>()
  readonly #unlinked = new Set<string>()
  readonly #deferred = new Map<string, DeferredDeletion>()
  readonly #arrivals: Arrival[] = []

  /** Says that a member is in the state. What is left out stays as it was said before. */
  store(uid: string, account: StoredAccount): void {
    this.#stored.set(canonicalUid(uid), { ...this.stored(uid), ...account })
  }

  /** Says that a member is in no state any more, and that its account is deleted. */
  forget(uid: string): void {
    this.#stored.delete(canonicalUid(uid))
  }

  /** What the state says of a member, of any resource; undefined if it has none. */
  stored(uid: string): StoredAccount | undefined {
    return this.#stored.get(canonicalUid(uid))
  }

  /** The logins of the members that are known to be in the state. */
  storedLogins(): Iterable<string> {
    return this.#stored.keys()
  }

  /** Says that a resource of the configuration declares the member, and whether the state has it already. */
  declare(uid: string, as: 'creation' | 'change', by?: ManagedObject): void {
    say(this.#declared, uid, as, by)
  }

  declared(uid: string): 'creation' | 'change' | undefined {
    return this.#declared.get(canonicalUid(uid))?.what
  }

  /** Says that the member is deleted with an object of the state that the configuration no longer contains. */
  leave(uid: string, by?: ManagedObject): void {
    say(this.#leaving, uid, 'leaves', by)
  }

  isLeaving(uid: string): boolean {
    return this.#leaving.has(canonicalUid(uid))
  }

  /** Says that the plan deletes an account, and that the resource which has it in the state plans no successor. */
  planDeletion(uid: string, by?: ManagedObject): void {
    say(this.#deletions, uid, 'is deleted', by)
  }

  /** Says that the plan creates a member whose login the appliance may refuse. */
  planDoubtedCreation(uid: string, by?: ManagedObject): void {
    say(this.#doubted, uid, 'is doubted', by)
  }

  /** An account that the plan deletes without a successor, as far as it is known by now; undefined if there is none. */
  get plannedDeletion(): string | undefined {
    return [...this.#deletions.keys()][0]
  }

  /** A member that the plan creates with a doubted login, as far as it is known by now; undefined if there is none. */
  get plannedDoubtedCreation(): string | undefined {
    return [...this.#doubted.keys()][0]
  }

  /** Leaves the deletion of an account to the creation of its successor, which Terraform asks for next. Both may have the same login. */
  defer(successor: string, deletion: DeferredDeletion): void {
    this.#deferred.set(canonicalUid(successor), deletion)
  }

  /** The account that a member succeeds; undefined if it succeeds none, or if that is settled. */
  succeededBy(uid: string): DeferredDeletion | undefined {
    return this.#deferred.get(canonicalUid(uid))
  }

  /** Says that nothing is left to be done about the account that a member succeeds. */
  settle(uid: string): void {
    this.#deferred.delete(canonicalUid(uid))
  }

  /** Says that a member is there that this run created or adopted, and that succeeds none whose deletion was deferred. */
  arrive(arrival: Arrival): void {
    this.#arrivals.push(arrival)
  }

  /** Those members: one of them may succeed an object that is destroyed after it, and Terraform does not say which. */
  get arrivals(): readonly Arrival[] {
    return this.#arrivals
  }

  /** Says that this run removes the link of a member to a group, which then is not to be made again for its successor. */
  unlink(uid: string, gid: number): void {
    this.#unlinked.add(`${canonicalUid(uid)}/${gid}`)
  }

  isUnlinked(uid: string, gid: number): boolean {
    return this.#unlinked.has(`${canonicalUid(uid)}/${gid}`)
  }
}
