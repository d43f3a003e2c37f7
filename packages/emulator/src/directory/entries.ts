import { z } from 'zod'
import { readRecorded } from '../change-log'

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

/** The attributes of a member that may be changed later, by their LDAP names; an empty one is absent. */
export const memberAttributesSchema = z.object({
  givenName: z.string().optional(),
  sn: z.string().optional(),
  mail: z.string().optional(),
  title: z.string().optional(),
  telephoneNumber: z.string().optional(),
  mobile: z.string().optional(),
})

/** One change of the entries, the service or the backups: what a directory applies, and what a data file keeps. */
const directoryChangeSchema = z.discriminatedUnion('change', [
  z.object({
    change: z.literal('service'),
    phase: z.enum(['not-installed', 'switched-off', 'running', 'stopped']),
  }),
  z.object({ change: z.literal('organization'), name: z.string() }),
  z.object({ change: z.literal('remove-organization'), name: z.string() }),
  z.object({
    change: z.literal('member'),
    uid: z.string(),
    organization: z.string(),
    gid: z.int(),
    attributes: memberAttributesSchema,
    passwordHash: z.string(),
  }),
  z.object({ change: z.literal('remove-member'), uid: z.string() }),
  z.object({ change: z.literal('group'), gid: z.int(), name: z.string(), organization: z.string() }),
  z.object({ change: z.literal('remove-group'), gid: z.int() }),
  z.object({ change: z.literal('link'), gid: z.int(), uid: z.string() }),
  z.object({ change: z.literal('unlink'), gid: z.int(), uid: z.string() }),
  z.object({ change: z.literal('backup'), filename: z.string(), time: z.int(), size: z.int() }),
  z.object({ change: z.literal('import'), filename: z.string() }),
])

/** A change of the directory, as the file of an appliance records it. */
export type DirectoryChange = z.infer<typeof directoryChangeSchema>
export type MemberAttributes = Readonly<z.infer<typeof memberAttributesSchema>>

/** Records a change and applies it. */
export type Commit = (change: DirectoryChange) => void

/** Reads a change that was recorded. Throws if it is none. */
export function parseDirectoryChange(recorded: unknown): DirectoryChange {
  return readRecorded(directoryChangeSchema, 'the directory', recorded)
}
