import type { ManagedGroup } from '@webfilter/appliance-client/directory/entries'
import { canonicalUid, sameName } from '@webfilter/appliance-names'
import type { ManagedObject } from '@webfilter/terraform-plugin'

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
  readonly #groups = new Map<number, string>()
  readonly #missed: ManagedGroup[] = []
  readonly #linked = new Set<string>()
  #hasReported = false

  /** When an apply has installed the service last, in milliseconds; undefined if it only adopted it, or the service was not read. */
  installedAt: number | undefined

  /** Says that a membership of the state names a login. */
  expectMember(uid: string): void {
    this.#linked.add(canonicalUid(uid))
  }

  /** The logins that states name, as far as they were read. Those of memberships go first: each is in some group. */
  logins(): Iterable<string> {
    return new Set([...this.#linked, ...this.accounts.storedLogins()])
  }

  /** Says that a group is there that a state or a data source has, or that the run has created. */
  find({ gid, name }: ManagedGroup): void {
    this.#groups.set(gid, name)
  }

  /** The name of such a group, by its number. */
  nameOfGroup(gid: number): string | undefined {
    return this.#groups.get(gid)
  }

  /** Says that a group of the state counts as gone. */
  miss(group: ManagedGroup): void {
    this.#missed.push(group)
  }

  /** A group that counts as gone and that a member is in all the same; undefined if there is none. */
  missedAmong(
    groups: readonly { readonly gid: number; readonly name: string | undefined }[],
  ): ManagedGroup | undefined {
    return this.#missed.find((missed) =>
      groups.some(
        ({ gid, name }) => gid === missed.gid && (name === undefined || sameName(name, missed.name)),
      ),
    )
  }

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

/**
 * Says something of a member in a plan, until that plan is withdrawn.
 * @param what an object that nothing else says
 */
function say<What extends object>(
  said: Map<string, What>,
  login: string,
  what: What,
  by: ManagedObject | undefined,
): void {
  const uid = canonicalUid(login)
  said.set(uid, what)
  by?.whenWithdrawn(() => {
    if (said.get(uid) === what) said.delete(uid)
  })
}

function nameOf(thing: DirectoryThing, key: string): string {
  return `${thing} ${key.toLowerCase()}`
}

/** What a state says of a member's account. */
export interface StoredAccount {
  readonly adopted: boolean
  readonly on_destroy: 'delete' | 'keep' | null
}

/** The account of an object that this run replaces. */
export interface ReplacedAccount {
  readonly adopted: boolean
  /** The groups to which it is still to be linked. */
  readonly owed: readonly number[]
}

/**
 * What one run knows about the accounts of members. Terraform calls a provider for each resource separately, and does not even
 * report that a tainted one exists, while one resource can delete the account of another.
 */
export class Accounts {
  readonly #stored = new Map<string, StoredAccount>()
  readonly #declared = new Map<string, { readonly as: 'creation' | 'change' }>()
  readonly #leaving = new Map<string, object>()
  readonly #doubted = new Map<string, object>()
  readonly #replaced = new Map<string, ReplacedAccount>()

  /** Says that a member is in the state. */
  store(uid: string, account: StoredAccount): void {
    this.#stored.set(canonicalUid(uid), account)
  }

  /** Says that an object of the state goes because its resource is replaced. Its account stays. */
  replace(uid: string, account: ReplacedAccount): void {
    this.#replaced.set(canonicalUid(uid), account)
  }

  /** The account that a creation takes over, because the object that had it is replaced. */
  replaced(uid: string): ReplacedAccount | undefined {
    return this.#replaced.get(canonicalUid(uid))
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
    say(this.#declared, uid, { as }, by)
  }

  declared(uid: string): 'creation' | 'change' | undefined {
    return this.#declared.get(canonicalUid(uid))?.as
  }

  /** Says that the member is deleted with an object of the state that the configuration no longer contains. */
  leave(uid: string, by?: ManagedObject): void {
    say(this.#leaving, uid, {}, by)
  }

  isLeaving(uid: string): boolean {
    return this.#leaving.has(canonicalUid(uid))
  }

  /** Says that the plan creates a member whose login the appliance may refuse. */
  planDoubtedCreation(uid: string, by?: ManagedObject): void {
    say(this.#doubted, uid, {}, by)
  }

  /** An account that the plan deletes, as far as it is known by now; undefined if there is none. */
  get plannedDeletion(): string | undefined {
    return [...this.#leaving.keys()][0]
  }

  /** A member that the plan creates with a doubted login, as far as it is known by now; undefined if there is none. */
  get plannedDoubtedCreation(): string | undefined {
    return [...this.#doubted.keys()][0]
  }
}
