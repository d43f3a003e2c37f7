import type { DirectoryChange, MemberAttributes } from './change'

/** A member as it is stored. Its password is kept as a salted hash alone. */
export interface StoredMember {
  readonly uid: string
  readonly organization: string
  /** The group that it was created in. */
  readonly gid: number
  readonly attributes: MemberAttributes
  readonly passwordHash: string
}

/** A group as the directory stores it. */
export interface Group {
  readonly gid: number
  readonly name: string
  readonly organization: string
}

/** All entries of a directory: what a backup holds, and what uninstalling the service forgets. */
export class Entries {
  /** By their lower-cased names, since LDAP compares names without case. */
  readonly #organizations: Map<string, string>
  readonly #members: Map<string, StoredMember>
  readonly #groups: Map<number, Group>
  readonly #linked: Map<number, Set<string>>

  constructor(original?: Entries) {
    this.#organizations = new Map(original?.organizations)
    this.#members = new Map(original?.members)
    this.#groups = new Map(original?.groups)
    this.#linked = new Map([...(original?.linked ?? [])].map(([gid, uids]) => [gid, new Set(uids)]))
  }

  get organizations(): ReadonlyMap<string, string> {
    return this.#organizations
  }

  get members(): ReadonlyMap<string, StoredMember> {
    return this.#members
  }

  get groups(): ReadonlyMap<number, Group> {
    return this.#groups
  }

  /** The uids that are linked to each group. */
  get linked(): ReadonlyMap<number, ReadonlySet<string>> {
    return this.#linked
  }

  /** Applies a change of entries; one of anything else changes nothing here. */
  apply(change: DirectoryChange): void {
    switch (change.change) {
      case 'organization':
        this.#organizations.set(change.name.toLowerCase(), change.name)
        break
      case 'remove-organization':
        this.#organizations.delete(change.name.toLowerCase())
        break
      case 'member': {
        const { change: _, ...member } = change
        this.#members.set(change.uid, member)
        break
      }
      case 'remove-member':
        this.#members.delete(change.uid)
        for (const uids of this.#linked.values()) uids.delete(change.uid)
        break
      case 'group': {
        const { change: _, ...group } = change
        this.#groups.set(change.gid, group)
        this.#linked.set(change.gid, this.#linked.get(change.gid) ?? new Set())
        break
      }
      case 'remove-group':
        this.#groups.delete(change.gid)
        this.#linked.delete(change.gid)
        break
      case 'link':
        this.#linked.get(change.gid)?.add(change.uid)
        break
      case 'unlink':
        this.#linked.get(change.gid)?.delete(change.uid)
        break
    }
  }
}
