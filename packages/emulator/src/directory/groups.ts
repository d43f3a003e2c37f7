import type { Commit, Entries, Group } from './entries'

/** What a group is created with. */
interface NewGroup {
  readonly name: string
  /** Needed unless there is a single one. */
  readonly organization?: string
  /** A member to link at creation. */
  readonly uid?: string
}

const firstGid = 5001
const defaultGroup = 'default'

/** The groups of a directory. Names are compared without case within their organization, as LDAP does. */
export class Groups {
  readonly #entries: () => Entries
  readonly #commit: Commit
  readonly #organizations: Organizations

  constructor(entries: () => Entries, commit: Commit, organizations: Organizations) {
    this.#entries = entries
    this.#commit = commit
    this.#organizations = organizations
  }

  /** All groups, by gid. */
  all(): Group[] {
    return [...this.#entries().groups.values()].sort((a, b) => a.gid - b.gid)
  }

  /** The groups of one organization, by gid; none where there is no such organization. */
  in(organization: string): Group[] {
    const home = this.#organizations.named(organization)
    return this.all().filter((group) => group.organization === home)
  }

  /** The groups that a member is linked to, by gid. */
  of(uid: string): Group[] {
    const { linked } = this.#entries()
    return this.all().filter(({ gid }) => linked.get(gid)?.has(uid.toLowerCase()))
  }

  get(gid: number): Group | undefined {
    return this.#entries().groups.get(gid)
  }

  /** The uids that are linked to a group, sorted. No route returns them. */
  membersOf(gid: number): string[] {
    return [...(this.#entries().linked.get(gid) ?? [])].sort()
  }

  /**
   * Creates a group, or takes the one that has the name already, and links the member if one is given (docs/appliance, "Create a group").
   * Throws `INVALID_NAME`, `INVALID_OU` or `USER_NOT_FOUND`, and then creates nothing.
   */
  create({ name, organization = '', uid = '' }: NewGroup): Group {
    const wanted = name.trim()
    if (wanted === '') throw new Error('INVALID_NAME')
    if (uid !== '') this.#requireMember(uid)
    const home = this.#organizations.toCreateIn(organization)
    const sameName = (group: Group) => group.name.toLowerCase() === wanted.toLowerCase()
    const group = this.in(home).find(sameName) ?? this.#createIn(home, wanted)
    if (uid !== '') this.link(group.gid, uid)
    return group
  }

  /** The gid of the group that the appliance chooses for a new member: the organization's first, which comes to be if need be. */
  chosenIn(organization: string): number {
    const { gid } = this.in(organization)[0] ?? this.#createIn(organization, defaultGroup)
    return gid
  }

  /** Links a member to a group, again if it is linked. Throws `GROUP_NOT_FOUND` or `USER_NOT_FOUND`. */
  link(gid: number, uid: string): void {
    this.#requireGroup(gid)
    this.#requireMember(uid)
    this.#commit({ change: 'link', gid, uid: uid.toLowerCase() })
  }

  /** Unlinks a member from a group; one that is not linked is none the less unlinked. Throws `GROUP_NOT_FOUND`. */
  unlink(gid: number, uid: string): void {
    this.#requireGroup(gid)
    this.#commit({ change: 'unlink', gid, uid: uid.toLowerCase() })
  }

  /** Removes a group by hand: no route does. Its gid is given again if it was the highest. Throws `GROUP_NOT_FOUND`. */
  remove(gid: number): void {
    this.#requireGroup(gid)
    this.#commit({ change: 'remove-group', gid })
  }

  #createIn(organization: string, name: string): Group {
    const gid = Math.max(firstGid - 1, ...this.#entries().groups.keys()) + 1
    this.#commit({ change: 'group', gid, name, organization })
    return { gid, name, organization }
  }

  #requireGroup(gid: number): void {
    if (!this.#entries().groups.has(gid)) throw new Error('GROUP_NOT_FOUND')
  }

  #requireMember(uid: string): void {
    if (!this.#entries().members.has(uid.toLowerCase())) throw new Error('USER_NOT_FOUND')
  }
}

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

  /** All names, sorted (docs/appliance, "List organizations": a single one where the option of several is off). */
  all(): string[] {
    if (this.#single !== undefined) return [this.#single]
    return [...this.#entries().organizations.values()].sort()
  }

  /** The stored name of the organization that is meant; `undefined` where there is none. */
  named(name: string): string | undefined {
    return this.#single ?? this.#entries().organizations.get(name.trim().toLowerCase())
  }

  /**
   * The organization to create something in, which is created if it does not exist, unless such are refused. Throws
   * `OU_NOT_FOUND` then, and `INVALID_OU` for a name that is never taken (docs/appliance, "List organizations"). Where there is a single
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
