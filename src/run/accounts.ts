import { canonicalUid } from '../names/directory-name'

/** What a member was linked to when this run deleted it. */
export interface Links {
  readonly gids: readonly number[]
  /** The group of its own `gid`, if the state contained it. */
  readonly own: number | null
}

/** What a state says of a member that decides over its account. */
export interface StoredAccount {
  readonly adopted: boolean
  readonly on_destroy: 'delete' | 'keep' | null
}

/**
 * What one run knows about the accounts of members. Terraform calls a provider for each resource separately, and does not even
 * report that a tainted one exists, while one resource can delete the account of another.
 */
export class Accounts {
  readonly #stored = new Map<string, StoredAccount>()
  readonly #declared = new Map<string, 'creation' | 'change'>()
  readonly #leaving = new Set<string>()
  readonly #links = new Map<string, Links>()

  /** Says that a member is in the state. */
  store(uid: string, account: StoredAccount): void {
    this.#stored.set(canonicalUid(uid), account)
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
  declare(uid: string, as: 'creation' | 'change'): void {
    this.#declared.set(canonicalUid(uid), as)
  }

  declared(uid: string): 'creation' | 'change' | undefined {
    return this.#declared.get(canonicalUid(uid))
  }

  /** Says that the member is to be deleted with an object of the state that the configuration no longer contains. */
  leave(uid: string): void {
    this.#leaving.add(canonicalUid(uid))
  }

  isLeaving(uid: string): boolean {
    return this.#leaving.has(canonicalUid(uid))
  }

  /** Keeps the links of a member that is about to be deleted. */
  keepLinks(uid: string, links: Links): void {
    this.#links.set(canonicalUid(uid), links)
  }

  /** The links of a member that was deleted in this run; undefined if none was. */
  linksOf(uid: string): Links | undefined {
    return this.#links.get(canonicalUid(uid))
  }

  /** Says that one of the links is not to be made again. */
  forgetLink(uid: string, gid: number): void {
    const links = this.linksOf(uid)
    if (links) this.keepLinks(uid, { ...links, gids: links.gids.filter((linked) => linked !== gid) })
  }

  /** Says that the links are made again. */
  forgetLinks(uid: string): void {
    this.#links.delete(canonicalUid(uid))
  }
}
