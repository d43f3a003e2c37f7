import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import type { Commit, Entries, MemberAttributes, StoredMember } from './entries'
import type { Groups, Organizations } from './groups'

/** A member as anyone may see it. */
export type Member = Omit<StoredMember, 'passwordHash'>

/** What a member is created with. */
interface NewMember {
  readonly uid: string
  /** Needed for a new member unless such are accepted; an existing one keeps its own where none is given. */
  readonly password?: string
  /** Needed for a new member, unless there is a single one. */
  readonly organization?: string
  /** 0, the default, lets the appliance choose the group. */
  readonly gid?: number
  readonly attributes?: MemberAttributes
}

interface MembersParts {
  readonly entries: () => Entries
  readonly commit: Commit
  readonly organizations: Organizations
  readonly groups: Groups
  readonly withoutPassword: 'refused' | 'accepted'
  readonly existingMembers: ExistingMembers
}

/** What a creation does with a member that exists (docs/appliance, "Create a member"): unknown of real appliances, hence for choice. */
export type ExistingMembers = 'updated' | 'kept'

const shortestUid = 4
const refusedUid = 'administrator'

/** The members of a directory. Their ids are lower-cased wherever they are given. */
export class Members {
  readonly #entries: () => Entries
  readonly #commit: Commit
  readonly #organizations: Organizations
  readonly #groups: Groups
  readonly #withoutPassword: 'refused' | 'accepted'
  readonly #existingMembers: ExistingMembers

  constructor({ entries, commit, organizations, groups, withoutPassword, existingMembers }: MembersParts) {
    this.#entries = entries
    this.#commit = commit
    this.#organizations = organizations
    this.#groups = groups
    this.#withoutPassword = withoutPassword
    this.#existingMembers = existingMembers
  }

  /** All members, by uid. */
  all(): Member[] {
    const members = [...this.#entries().members.values()].map(withoutHash)
    return members.sort((a, b) => (a.uid < b.uid ? -1 : 1))
  }

  get(uid: string): Member | undefined {
    const member = this.#entries().members.get(uid.toLowerCase())
    return member && withoutHash(member)
  }

  /**
   * Creates a member, or updates the one that has the id already, which stays in its organization, unless such are kept as they are
   * (docs/appliance, "Create a member"). It is linked to its group. Throws `INVALID_LOGIN`, `INVALID_PASSWORD`, `INVALID_OU`, `OU_NOT_FOUND` or `GROUP_NOT_FOUND`, and then
   * creates nothing.
   */
  create({ uid: login, password = '', organization = '', gid = 0, attributes = {} }: NewMember): Member {
    const uid = login.trim().toLowerCase()
    if (uid.length < shortestUid || uid === refusedUid) throw new Error('INVALID_LOGIN')
    const existing = this.#entries().members.get(uid)
    if (existing && this.#existingMembers === 'kept') return withoutHash(existing)
    if (existing === undefined && password === '' && this.#withoutPassword === 'refused')
      throw new Error('INVALID_PASSWORD')
    if (gid !== 0 && this.#groups.get(gid) === undefined) throw new Error('GROUP_NOT_FOUND')
    const home = existing?.organization ?? this.#organizations.toCreateIn(organization)
    const group = gid !== 0 ? gid : (existing?.gid ?? this.#groups.chosenIn(home))
    this.#commit({
      change: 'member',
      uid,
      organization: home,
      gid: group,
      attributes: merged(existing?.attributes ?? {}, attributes),
      passwordHash: password === '' ? (existing?.passwordHash ?? '') : hashPassword(password),
    })
    if (existing === undefined || gid !== 0) this.#groups.link(group, uid)
    return withoutHash(this.#known(uid))
  }

  /** Changes the given attributes; an empty one is cleared. Throws `USER_NOT_FOUND`. */
  save(uid: string, attributes: MemberAttributes): void {
    const member = this.#known(uid)
    this.#commit({ change: 'member', ...member, attributes: merged(member.attributes, attributes) })
  }

  /** Throws `USER_NOT_FOUND`, or `INVALID_PASSWORD` for an empty one. */
  setPassword(uid: string, password: string): void {
    const member = this.#known(uid)
    if (password === '') throw new Error('INVALID_PASSWORD')
    this.#commit({ change: 'member', ...member, passwordHash: hashPassword(password) })
  }

  /** Whether the member could log in with the password; nobody who is absent can. */
  checkPassword(uid: string, password: string): boolean {
    const member = this.#entries().members.get(uid.toLowerCase())
    return member !== undefined && fitsPassword(password, member.passwordHash)
  }

  /** Moves a member to another organization or group by hand, which no route does. Throws `USER_NOT_FOUND`. */
  move(uid: string, place: { readonly organization?: string; readonly gid?: number }): void {
    this.#commit({ change: 'member', ...this.#known(uid), ...place })
  }

  /** Removes a member with its links; one that is absent is none the less removed. */
  remove(uid: string): void {
    if (this.get(uid) !== undefined) this.#commit({ change: 'remove-member', uid: uid.toLowerCase() })
  }

  #known(uid: string): StoredMember {
    const member = this.#entries().members.get(uid.toLowerCase())
    if (member === undefined) throw new Error('USER_NOT_FOUND')
    return member
  }
}

function withoutHash({ passwordHash: _, ...member }: StoredMember): Member {
  return member
}

/** What is not given stays. LDAP knows no empty value: an attribute that is emptied is gone. */
function merged(before: MemberAttributes, given: MemberAttributes): MemberAttributes {
  const changes = Object.entries(given).filter(([, value]) => value !== undefined)
  const all = Object.entries({ ...before, ...Object.fromEntries(changes) })
  return Object.fromEntries(all.filter(([, value]) => value !== ''))
}

/** Kept low, so that thousands of members can be created on a slow machine; a directory of real people would ask for more. */
const cost = { N: 4096 }
const saltLength = 16
const hashLength = 32

/** Hashes a password with a salt of its own, as `salt:hash` in hexadecimal digits. */
function hashPassword(password: string): string {
  const salt = randomBytes(saltLength)
  return `${salt.toString('hex')}:${scryptSync(password, salt, hashLength, cost).toString('hex')}`
}

/** Whether a password is the one of a stored hash, in a time that does not depend on where they differ. */
function fitsPassword(password: string, stored: string): boolean {
  const [salt = '', hash = ''] = stored.split(':')
  const expected = Buffer.from(hash, 'hex')
  const given = scryptSync(password, Buffer.from(salt, 'hex'), hashLength, cost)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
