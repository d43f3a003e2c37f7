import { canonicalUid, sameName } from '@webfilter/appliance-names'
import { SingleFlights } from '@webfilter/concurrency'
import { afterSending, cancelled, pause } from '../cancellation'
import { ApplianceError, isDenied, mayBeAbsence, mayHaveWorked } from '../errors'
import { type Organizations, readGroups } from './answers'
import type { DirectoryCaller } from './directory-caller'
import { type Group, groupNamed, mayBeNamed } from './entries'
import { isStillShown, type Members, namingTheOrganization, unlessUnreadable } from './members'
import { directoryRoutes } from './routes'

/** The groups of the directory, and their members. Every method throws `ApplianceError`. */
export interface Groups {
  /** The groups of an organization. Concurrent callers share one request. */
  list(organization: string, signal: AbortSignal): Promise<readonly Group[]>

  /**
   * Throws if a group of a state that the list of its organization lacks must not count as gone: an empty list is what a directory may
   * answer that has lost its data. It is believed only if the organization is gone, too.
   */
  confirmGone(group: GroupAddress, signal: AbortSignal): Promise<void>

  /**
   * Makes sure that an organization has a group of this name. Lists before and after, and trusts only the lists; the request
   * to create is sent once at most.
   */
  create(name: string, organization: string, signal: AbortSignal): Promise<CreatedGroup>

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

/** A group by its name in its organization. */
interface GroupAddress {
  readonly name: string
  readonly organization: string
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
): Groups {
  const lists = new SingleFlights<readonly Group[]>(cancelled)
  const memberships = new SingleFlights<readonly Group[] | ApplianceError>(cancelled)

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
    return readGroups(await caller.ask(directoryRoutes.groups, { query: { ou: organization } }, signal))
  }

  /** A failure is returned where it may mean that there is no such member. */
  async function readMemberships(uid: string, signal: AbortSignal) {
    try {
      return readGroups(await caller.ask(directoryRoutes.memberGroups, { parameters: { uid } }, signal))
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
    async confirmGone({ name, organization }, signal) {
      if ((await listOf(organization, signal)).length > 0) return
      const { names } = await listOrganizations(signal)
      const isListed = names.some((each) => sameName(each, organization) || mayBeNamed(each, organization))
      if (isListed) throw emptyListOf(name, organization)
    },
    async create(name, organization, signal) {
      const before = await named(name, organization, signal)
      if (before) return { gid: before.gid, origin: 'adopted' }
      const failure = await askToCreate(name, organization, signal)
      const look = () => named(name, organization, signal)
      const after = await (isDenied(failure)
        ? unlessItFails(afterSending(look))
        : afterSending(() => appears(look, signal)))
      if (!after) {
        if (!failure) throw notListed(name, organization)
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
        const groups = found && unlessUnreadable(() => readGroups(found))
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

function emptyListOf(name: string, organization: string): ApplianceError {
  const incident = { is: 'empty-group-list-not-believed', name, organization } as const
  return new ApplianceError({ kind: 'unreadable', incident })
}

/** Milliseconds before each look after a change. */
const delaysUntilThere: readonly number[] = [0, 500, 1500]

function notListed(name: string, organization: string): ApplianceError {
  return new ApplianceError({ kind: 'failed', incident: { is: 'group-not-listed', name, organization } })
}

function notLinked(gid: number, uid: string): ApplianceError {
  return new ApplianceError({ kind: 'failed', incident: { is: 'membership-not-listed', uid, gid } })
}
