import { canonicalUid, sameName } from '@webfilter/appliance-names'
import { SingleFlights } from '@webfilter/concurrency'
import { afterSending, cancelled, pause } from '../cancellation'
import { ApplianceError, asApplianceError, isDenied, mayBeAbsence, mayHaveWorked } from '../errors'
import type { DoubtfulList, Incident, IncidentOf, Unlisted } from '../incidents'
import type { Notices } from '../notices'
import { quotable } from '../quotation/quotation'
import { noSecrets } from '../quotation/secrets'
import { type Organizations, readGroupList, readGroupsOfMember } from './answers'
import type { DirectoryCaller } from './directory-caller'
import {
  type Group,
  type GroupList,
  groupNamed,
  groupNumbered,
  isGroupNamed,
  type ManagedGroup,
  mayBeNamed,
  withoutRepeatedGroups,
} from './entries'
import { isStillShown, type Members, namingTheOrganization, unlessUnreadable } from './members'
import { directoryRoutes } from './routes'

/** The groups of the directory, and their members. Every method throws `ApplianceError`. */
export interface Groups {
  /** The groups of an organization. Concurrent callers share one request. */
  list(organization: string, signal: AbortSignal): Promise<readonly Group[]>

  /**
   * The group of a number, in whatever organization it is; undefined if no list has it. The lists are read once for all who ask in a run.
   */
  findByNumber(gid: number, signal: AbortSignal): Promise<GroupInOrganization | undefined>

  /** Another run begins: nothing that was found in the last one is kept. */
  beginAnew(): void

  /**
   * Looks for a group of a state. It is the same only if number and name are the same, where the directory returns the name.
   *
   * A list may be cut off, paged or filtered. So what it lacks is gone only if the groups of a few members do not show it either, and a second
   * list lacks it as well if no member is known. An empty list is what a directory may answer that has lost its data: it is believed only if the
   * organization is gone, too. A group that is shown belongs to the list of its organization from then on.
   *
   * @returns undefined if it is gone
   * @throws {ApplianceError} if the list is not to be believed
   */
  findManaged(group: ManagedGroup, around: Surroundings, signal: AbortSignal): Promise<FoundGroup | undefined>

  /**
   * Makes sure that an organization has a group of this name. Lists before and after, and trusts only the lists; the request
   * to create is sent once at most. After one that no list shows by its name, none is sent for this name.
   */
  create(name: string, organization: string, signal: AbortSignal): Promise<CreatedGroup>

  /** Says that an earlier apply has sent a creation of this name, and that no list has shown it. @param news what the list had since */
  expectUnlisted(group: Omit<ManagedGroup, 'gid'>, news: Unlisted['news']): void

  /** The error for a name under which nothing is created again; undefined if something may be. */
  unlisted(group: Omit<ManagedGroup, 'gid'>): IncidentOf<'group-not-listed'> | undefined

  /** The groups of a member; undefined where there is no such member. Concurrent callers share one request. */
  ofMember(uid: string, signal: AbortSignal): Promise<readonly Group[] | undefined>

  /** The same for a member that this run has not found yet, whose absence may be unproven (see `Members.look`). */
  ofUnseenMember(uid: string, signal: AbortSignal): Promise<readonly Group[] | undefined>

  /**
   * Makes a member one of a group. One that it is already counts as linked. Throws where the directory does not confirm it; where the
   * appliance answers that it did not, the directory is asked all the same.
   *
   * @returns the group as the directory reports it
   */
  link(gid: number, uid: string, signal: AbortSignal): Promise<Group>

  /** One that it is not, or that is not there, counts as unlinked. */
  unlink(gid: number, uid: string, signal: AbortSignal): Promise<void>

  /** Whether a member is in a group although the appliance has called it unlinked: as `Members.remains`. */
  remains(gid: number, uid: string, delays: readonly number[], signal: AbortSignal): Promise<boolean>
}

/** A group, and where it is. */
export interface GroupInOrganization {
  readonly group: Group
  readonly organization: string
}

/** What is known of the directory in which a group of a state is looked for. */
export interface Surroundings {
  /** Members that may be in the group. */
  readonly logins: Iterable<string>
  /** The directory may have been emptied since the group was seen, as by an uninstall: then an empty list is believed. */
  readonly mayBeEmptied?: boolean
}

/** A group of a state that is there. */
export interface FoundGroup {
  readonly group: Group
  /** The member whose groups show it, if the list lacks it. */
  readonly shownBy?: string
}

/** A group that is there, and whether it was there before. */
export interface CreatedGroup {
  readonly gid: number
  /** `adopted` where the group was there before. */
  readonly origin: 'created' | 'adopted'
}

export function createGroups(
  caller: DirectoryCaller,
  members: Pick<Members, 'find' | 'look'>,
  listOrganizations: (signal: AbortSignal) => Promise<Organizations>,
  notices: Notices,
): Groups {
  const lists = new SingleFlights<readonly Group[]>(cancelled)
  /** Organizations whose last list has entries that cannot be read. */
  const partlyUnreadable = new Set<string>()
  const shown = new Map<string, readonly Group[]>()
  /** Groups of this run that are not created any more. */
  const unlisted = new Map<string, IncidentOf<'group-not-listed'>>()
  const everywhere = new SingleFlights<readonly GroupInOrganization[]>(cancelled)
  let known: readonly GroupInOrganization[] | undefined
  const memberships = new SingleFlights<readonly Group[] | ApplianceError>(cancelled)

  function noteUnlisted(group: Omit<ManagedGroup, 'gid'>, news: Unlisted['news'], unread?: Incident) {
    const { name, organization } = group
    const incident = { is: 'group-not-listed', name, organization, news, isEarlier: false, unread } as const
    unlisted.set(keyOf(group), incident)
    return incident
  }

  const listOf = (organization: string, signal: AbortSignal) =>
    lists.join(organization, signal, (shared) => readGroupsOf(organization, shared))

  async function membershipsOf(uid: string, signal: AbortSignal): Promise<readonly Group[] | undefined> {
    const groups = await membershipsOrFailure(uid, signal)
    if (!(groups instanceof ApplianceError)) return groups
    if (await members.find(uid, signal)) throw groups
    return undefined
  }

  const membershipsOrFailure = (uid: string, signal: AbortSignal) =>
    memberships.join(canonicalUid(uid), signal, (shared) => readMemberships(canonicalUid(uid), shared))

  async function readGroupsOf(organization: string, signal: AbortSignal) {
    const answer = await caller.ask(directoryRoutes.groups, { query: { ou: organization } }, signal)
    const list: GroupList = readGroupList(answer, organization)
    partlyUnreadable.delete(organization)
    if (list.unreadable) {
      partlyUnreadable.add(organization)
      notices.give(`groups of ${organization}`, list.unreadable)
    }
    const lacking = shown
      .get(organization)
      ?.filter((group) => !list.groups.some((each) => isSame(each, group)))
    return lacking ? [...list.groups, ...lacking] : list.groups
  }

  /** The group of a state among those of a few members. Of a member that is not there, nothing is learned. */
  async function shownByMembers(managed: ManagedGroup, logins: Iterable<string>, signal: AbortSignal) {
    let [asked, answered] = [0, false]
    for (const uid of logins) {
      if (asked === mostAsked) break
      asked += 1
      const groups = await membershipsOrFailure(uid, signal)
      if (groups instanceof ApplianceError) continue
      answered = true
      const group = groups.find((each) => each.gid === managed.gid && isSame(each, managed))
      if (group) return { group, shownBy: uid }
    }
    return answered ? undefined : 'not asked'
  }

  async function readAll(signal: AbortSignal): Promise<readonly GroupInOrganization[]> {
    const all: GroupInOrganization[] = []
    for (const organization of (await listOrganizations(signal)).names)
      for (const group of await listOf(organization, signal)) all.push({ group, organization })
    known = all
    return all
  }

  /** Why the list of an organization shows of nothing that it is gone; undefined if there is no such reason. */
  async function doubtIn(
    groups: readonly Group[],
    organization: string,
    signal: AbortSignal,
  ): Promise<DoubtfulList | undefined> {
    if (partlyUnreadable.has(organization)) return 'partly unreadable'
    if (groups.length > 0) return undefined
    const { names } = await listOrganizations(signal)
    const isListed = names.some((each) => sameName(each, organization) || mayBeNamed(each, organization))
    return isListed ? 'empty' : undefined
  }

  /** A failure is returned where it may mean that there is no such member. */
  async function readMemberships(uid: string, signal: AbortSignal) {
    try {
      return readGroupsOfMember(
        await caller.ask(directoryRoutes.memberGroups, { parameters: { uid } }, signal),
      )
    } catch (error) {
      if (error instanceof ApplianceError && mayBeAbsence(error)) return error
      throw error
    }
  }

  async function named(name: string, organization: string, signal: AbortSignal) {
    return groupNamed(name, await listOf(organization, signal))
  }

  async function askToCreate(name: string, organization: string, signal: AbortSignal) {
    const route = directoryRoutes.createGroup
    try {
      await caller.ask(route, { body: route.body.with({ name, ou: organization }) }, signal)
      return undefined
    } catch (error) {
      if (signal.aborted || !(mayHaveWorked(error) || isDenied(error))) throw error
      return error
    } finally {
      lists.forget(organization)
      known = undefined
    }
  }

  /** Asks again if nothing is found right after a change: a replica or a cache may show it late. */
  async function appears<T>(look: () => Promise<T | undefined>, signal: AbortSignal): Promise<T | undefined> {
    for (const delay of delaysUntilThere) {
      await pause(delay, signal)
      const found = await look()
      if (found !== undefined) return found
    }
    return undefined
  }

  async function linkedGroup(gid: number, uid: string, signal: AbortSignal): Promise<Group | undefined> {
    const groups = await membershipsOf(uid, signal)
    return groups?.find((group) => group.gid === gid)
  }

  /** Sends a request about a membership, after which what was read of the member's groups is out of date. */
  async function change(
    route: typeof directoryRoutes.link | typeof directoryRoutes.unlink,
    gid: number,
    uid: string,
    signal: AbortSignal,
  ) {
    try {
      await caller.ask(route, { parameters: { gid, uid: canonicalUid(uid) } }, signal)
    } finally {
      memberships.forget(canonicalUid(uid))
    }
  }

  return {
    list: listOf,
    ofMember: membershipsOf,
    async ofUnseenMember(uid, signal) {
      const groups = await membershipsOrFailure(uid, signal)
      if (!(groups instanceof ApplianceError)) return groups
      if ((await members.look(uid, signal)).member) throw groups
      return undefined
    },
    async findByNumber(gid, signal) {
      const all = known ?? (await everywhere.join('', signal, readAll))
      const found = all.filter(({ group }) => group.gid === gid)
      // A directory that does not filter lists each group in every organization.
      const group = groupNumbered(gid, withoutRepeatedGroups(found.map((each) => each.group)))
      return found.find((each) => each.group === group)
    },
    expectUnlisted(group, news) {
      const { name, organization } = group
      if (!news && unlisted.has(keyOf(group))) return
      unlisted.set(keyOf(group), { is: 'group-not-listed', name, organization, news, isEarlier: true })
    },
    unlisted: (group) => unlisted.get(keyOf(group)),
    beginAnew() {
      shown.clear()
      unlisted.clear()
      known = undefined
    },
    async findManaged(managed, { logins, mayBeEmptied = false }, signal) {
      const { name, organization } = managed
      const list = await listOf(organization, signal)
      const found = listedIn(list, managed)
      if (found) return { group: found }
      const seen = await shownByMembers(managed, logins, signal)
      if (seen && seen !== 'not asked') {
        shown.set(organization, [...(shown.get(organization) ?? []), seen.group])
        lists.forget(organization)
        // The list may give the number to another one.
        listedIn([...list, seen.group], managed)
        return seen
      }
      const again = seen ? await listOf(organization, signal) : list
      const now = listedIn(again, managed)
      if (now) return { group: now }
      const doubt = await doubtIn(again, organization, signal)
      const isExplained = doubt === 'empty' && mayBeEmptied
      if (!isExplained && (doubt === 'empty' || (doubt && seen))) throw notBelieved(name, organization, doubt)
      return undefined
    },
    async create(name, organization, signal) {
      const list = await listOf(organization, signal)
      const before = groupNamed(name, list)
      if (before) return { gid: before.gid, origin: 'adopted' }
      const earlier = unlisted.get(keyOf({ name, organization }))
      if (earlier) throw new ApplianceError({ kind: 'failed', incident: earlier, nothingSent: true })
      const failure = await askToCreate(name, organization, signal)
      const look = () => named(name, organization, signal)
      const after = await (isDenied(failure)
        ? unlessItFails(afterSending(look))
        : afterSending(() => appears(look, signal)).catch((error: unknown) => {
            // The group may exist under another name, although a later list shows none under this one.
            const unread = asApplianceError(error)
            if (failure || !unread) throw error
            const incident = noteUnlisted({ name, organization }, null, unread.incident)
            throw new ApplianceError({ kind: unread.kind, incident, cause: unread })
          }))
      if (!after) {
        const numbers = new Set(list.map(({ gid }) => gid))
        const now = await unlessItFails(afterSending(() => listOf(organization, signal)))
        const news = now
          ?.filter(({ gid }) => !numbers.has(gid))
          .map((group) => ({ number: group.gid, name: quotable(group.name ?? '', noSecrets) }))
        const saysNo = failure instanceof ApplianceError && failure.kind === 'failed'
        if (!failure || (news && news.length > 0 && !saysNo && !isDenied(failure))) {
          const incident = noteUnlisted({ name, organization }, news ?? null)
          throw new ApplianceError({ kind: 'failed', incident, cause: failure })
        }
        throw await namingTheOrganization(failure, organization, () => listOrganizations(signal))
      }
      return { gid: after.gid, origin: 'created' }
    },
    async link(gid, uid, signal) {
      try {
        await change(directoryRoutes.link, gid, uid, signal)
      } catch (error) {
        if (mayHaveWorked(error) || isDenied(error)) {
          const linked = await unlessItFails(afterSending(() => linkedGroup(gid, uid, signal)))
          if (linked) return linked
        }
        throw await namingWhatIsMissing(error)
      }
      const linked = await afterSending(() => appears(() => linkedGroup(gid, uid, signal), signal))
      if (linked) return linked
      throw await namingWhatIsMissing(notLinked(gid, uid))

      async function namingWhatIsMissing(failure: unknown): Promise<unknown> {
        if (!(failure instanceof ApplianceError) || failure.kind !== 'failed') return failure
        const missing = await whatIsMissing()
        return missing === undefined
          ? failure
          : new ApplianceError({
              kind: 'failed',
              incident: { is: 'membership-impossible', uid, gid, missing },
              cause: failure,
            })
      }

      /** Only for a better message: what keeps it from finding out is no failure of its own. */
      async function whatIsMissing(): Promise<'member' | 'group' | undefined> {
        try {
          if (!(await members.look(uid, signal)).member) return 'member'
          const { names } = await listOrganizations(signal)
          for (const organization of names) {
            const groups = await listOf(organization, signal)
            if (groups.some((group) => group.gid === gid)) return undefined
          }
          return 'group'
        } catch (error) {
          if (error instanceof ApplianceError) return undefined
          throw error
        }
      }
    },
    async unlink(gid, uid, signal) {
      try {
        await change(directoryRoutes.unlink, gid, uid, signal)
      } catch (error) {
        if (!mayBeAbsence(error) || (await afterSending(() => linkedGroup(gid, uid, signal)))) throw error
      }
    },
    async remains(gid, uid, delays, signal) {
      const isShown = async (each: string) => {
        const parameters = { uid: canonicalUid(each) }
        const found = await caller.glance(directoryRoutes.memberGroups, { parameters }, signal)
        const groups = found && unlessUnreadable(() => readGroupsOfMember(found))
        return groups?.some((group) => group.gid === gid) === true
      }
      return await isStillShown(isShown, uid, delays, signal)
    },
  }
}

/** A look after a failure, which is the error if the look fails too. */
async function unlessItFails<T>(look: Promise<T>): Promise<T | undefined> {
  try {
    return await look
  } catch (error) {
    if (error instanceof ApplianceError && error.kind !== 'cancelled') return undefined
    throw error
  }
}

/** The group of a state in a list. */
function listedIn(groups: readonly Group[], managed: ManagedGroup): Group | undefined {
  const found = groupNumbered(managed.gid, groups)
  return found && isSame(found, managed) ? found : undefined
}

/** Whether a listed group has the number and the name of another one. Where the directory returns no name, the number counts. */
function isSame(group: Group, { gid, name }: Pick<Group, 'gid' | 'name'>): boolean {
  return group.gid === gid && (group.name === undefined || name === undefined || isGroupNamed(group, name))
}

function notBelieved(name: string, organization: string, list: DoubtfulList): ApplianceError {
  const incident = { is: 'group-list-not-believed', name, organization, list } as const
  return new ApplianceError({ kind: 'unreadable', incident })
}

/** Others may have removed the links of some of them. */
const mostAsked = 10

/** Milliseconds before each look after a change. */
const delaysUntilThere: readonly number[] = [0, 500, 1500]

/** Of a group by its name, as names are compared. */
function keyOf({ name, organization }: Omit<ManagedGroup, 'gid'>): string {
  return JSON.stringify([organization.trim().toLowerCase(), name.trim().toLowerCase()])
}

function notLinked(gid: number, uid: string): ApplianceError {
  return new ApplianceError({ kind: 'failed', incident: { is: 'membership-not-listed', uid, gid } })
}
