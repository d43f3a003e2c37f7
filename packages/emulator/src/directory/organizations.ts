import type { Commit } from './change'
import type { Entries } from './entries'

const refusedNames = ['users', 'groups', 'computers', 'root']

/** Which organizations there may be. */
export interface OrganizationOptions {
  /** The name of the only organization, where the multiple-organizations option is off; it is on without it. */
  readonly singleOrganization?: string
  /** What becomes of the creation of something in an organization that is not there: it is `created` too by default. */
  readonly unknownOrganizations?: 'created' | 'refused'
}

/** The organizations of a directory: as many as members and groups are created in, or a single one that all live in. */
export class Organizations {
  readonly #entries: () => Entries
  readonly #commit: Commit
  readonly #single: string | undefined
  readonly #unknown: 'created' | 'refused'

  constructor(
    entries: () => Entries,
    commit: Commit,
    { singleOrganization, unknownOrganizations = 'created' }: OrganizationOptions,
  ) {
    this.#entries = entries
    this.#commit = commit
    this.#single = singleOrganization
    this.#unknown = unknownOrganizations
  }

  /** All names, sorted (interface document 4.6: a single one where the multiple-organizations option is off). */
  all(): string[] {
    if (this.#single !== undefined) return [this.#single]
    return [...this.#entries().organizations.values()].sort()
  }

  /** The stored name of the organization that is meant; `undefined` where there is none. */
  named(name: string): string | undefined {
    return this.#single ?? this.#entries().organizations.get(name.trim().toLowerCase())
  }

  /**
   * The organization to create something in, which comes to be where it is not there yet, unless such are refused. Throws
   * `OU_NOT_FOUND` then, and `INVALID_OU` for a name that is never taken (field notes, "organizations"). Where there is a single
   * one, that is taken whatever the name.
   */
  toCreateIn(name: string): string {
    const existing = this.named(name)
    if (existing !== undefined) return existing
    if (this.#unknown === 'refused') throw new Error('OU_NOT_FOUND')
    return this.create(name)
  }

  /** Makes an organization by hand, or takes the one that has the name already. Throws `INVALID_OU` for a name that is never taken. */
  create(name: string): string {
    const existing = this.named(name)
    if (existing !== undefined) return existing
    const wanted = name.trim()
    if (wanted === '' || refusedNames.includes(wanted.toLowerCase())) throw new Error('INVALID_OU')
    this.#commit({ change: 'organization', name: wanted })
    return wanted
  }

  /** Removes an organization with all that lives in it, which no route does. */
  remove(name: string): void {
    const { members, groups } = this.#entries()
    const removed = this.named(name)
    if (removed === undefined) return
    for (const { uid, organization } of [...members.values()])
      if (organization === removed) this.#commit({ change: 'remove-member', uid })
    for (const { gid, organization } of [...groups.values()])
      if (organization === removed) this.#commit({ change: 'remove-group', gid })
    this.#commit({ change: 'remove-organization', name: removed })
  }
}
