import {
  ApplianceError,
  type ApplianceSettings,
  type Categories,
  type Category,
  createCategories,
  createCheckedCaller,
  createDirectory,
  createTransport,
  type Directory,
  type Group,
  type Member,
  Notices,
  type Route,
  type RouteCaller,
  routeName,
  type ServiceState,
  silentLog,
  workOneByOne,
} from '@webfilter/appliance-client'
import { diagnosticOf, wordsFor } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { counted } from '@webfilter/appliance-declarations/diagnostics/wording'
import { canonicalUid, greatestGid } from '@webfilter/appliance-names'

/** What was found on an appliance, as far as it can be listed or was asked for. */
export interface Inventory {
  /** Undefined if they could not be listed. */
  readonly categories: readonly Category[] | undefined
  /** Undefined if it could not be read, or the directory has no address. */
  readonly service: ServiceState | undefined
  readonly groups: readonly OrganizationGroup[]
  readonly members: readonly Member[]
  readonly memberships: readonly Membership[]
  /** Logins that were asked for, and that no member has. */
  readonly absent: readonly string[]
  /** What else is missing above. */
  readonly missing: readonly Missing[]
  /** What was not asked, because the settings do not say where. */
  readonly notAsked: readonly string[]
}

/** The kinds of objects of which an appliance shows all, or all of a known member. */
export type ListedKind = 'category' | 'group' | 'membership'

/** Something that could not be read. */
export interface Missing {
  /** What may be incomplete for it. */
  readonly kinds: readonly ListedKind[]
  /** A sentence. */
  readonly says: string
}

export interface OrganizationGroup extends Group {
  readonly organization: string
}

/** A group that a member is linked to. */
export interface Membership {
  readonly uid: string
  readonly gid: number
  /** Of the group. */
  readonly name: string | undefined
}

/** An appliance of which nothing but reads is asked. */
export interface ReadAppliance {
  /** Undefined without an address. */
  readonly categories: Categories | undefined
  readonly directory: Directory | undefined
  /** What lists have left out. */
  readonly notices: Notices
  /** Requests at a time. */
  readonly concurrency: number
}

/**
 * A caller that refuses routes that change something. Many GET routes of the appliance do, so the description of the route decides, not
 * the method.
 */
export function readOnlyCaller(caller: RouteCaller): RouteCaller {
  function callerFor(route: Route): RouteCaller {
    if (!route.changes) return caller
    throw new TypeError(
      `${routeName(route)} changes the appliance, so a command that only reads must not request it`,
    )
  }

  return {
    concurrency: caller.concurrency,
    ask: async (route, request, signal) => await callerFor(route).ask(route, request, signal),
    receive: async (route, request, signal, isExpected) =>
      await callerFor(route).receive(route, request, signal, isExpected),
  }
}

/** Works with the appliance of the settings, which refuses all that changes something. The signal ends its requests. */
export async function withReadAppliance<Result>(
  settings: ApplianceSettings,
  signal: AbortSignal,
  work: (appliance: ReadAppliance) => Promise<Result>,
): Promise<Result> {
  const transport = createTransport(settings)
  const caller = readOnlyCaller(createCheckedCaller(settings, transport, 'fail'))
  const hasCategories = settings.baseUrl !== undefined || settings.endpoints?.categories?.url !== undefined
  const hasDirectory = settings.endpoints?.directory?.url !== undefined
  const notices = new Notices()
  const appliance = {
    categories: hasCategories
      ? createCategories(caller, settings.categoryApi ?? 'auto', silentLog, notices)
      : undefined,
    directory: hasDirectory ? createDirectory(caller, silentLog, notices) : undefined,
    notices,
    concurrency: caller.concurrency,
  }
  const stop = () => void transport.close()
  signal.addEventListener('abort', stop)
  try {
    return await work(appliance)
  } finally {
    signal.removeEventListener('abort', stop)
    await transport.close()
  }
}

/**
 * Reads everything that can be listed, and the members that were named. What cannot be read is missing, with the reason.
 *
 * @param logins of members, whose groups are read too
 * @param show takes what is being read
 * @throws {ApplianceError} only of the kind `cancelled`
 */
export async function readInventory(
  appliance: ReadAppliance,
  logins: readonly string[],
  show: (progress: string) => void,
  signal: AbortSignal,
): Promise<Inventory> {
  const missing: Missing[] = []
  const miss = (kinds: readonly ListedKind[]) => (says: string) => void missing.push({ kinds, says })
  const notAsked: string[] = []
  const { categories: area, directory } = appliance
  show('listing categories')
  if (!area) notAsked.push('Categories were not listed: neither base_url nor endpoints.categories is set.')
  const categories =
    area &&
    (await attempt(
      'Categories could not be listed',
      async () => (await area.list(signal)).categories,
      miss(['category']),
    ))
  tellLeftOut('category')
  show('reading the directory')
  const inDirectory = miss(['group', 'membership'])
  const withoutAddress = 'The user directory was not read: endpoints.directory has no address.'
  if (!directory && logins.length > 0) inDirectory(withoutAddress)
  if (!directory && logins.length === 0) notAsked.push(withoutAddress)
  const service =
    directory &&
    (await attempt(
      'The status of the directory service could not be read',
      async () => (await directory.service.status(signal)).state,
      inDirectory,
    ))
  const running = service === 'running' ? directory : undefined
  if (service === 'stopped')
    inDirectory('Groups and members could not be read: the directory service is stopped.')
  if (service === 'not installed' && logins.length > 0)
    miss(['membership'])('No member could be read: the directory service is not installed.')
  const groups = running ? await readGroups(running) : []
  tellLeftOut('group')
  const read = running ? await readMembers(running) : nobody
  return { categories, service, groups, ...read, missing, notAsked }

  function tellLeftOut(kind: ListedKind): void {
    for (const notice of appliance.notices.take()) miss([kind])(wordsFor(notice).message)
  }

  /** The groups of all organizations, as far as they can be listed. */
  async function readGroups({ organizations, groups }: Directory): Promise<readonly OrganizationGroup[]> {
    const names = await attempt(
      'Organizations could not be listed, and so no groups',
      () => organizations(signal),
      miss(['group']),
    )
    const found: OrganizationGroup[] = []
    for (const organization of names ?? []) {
      const listed = await attempt(
        `The groups of the organization ${JSON.stringify(organization)} could not be listed`,
        () => groups.list(organization, signal),
        miss(['group']),
      )
      found.push(...(listed ?? []).map((group) => ({ ...group, organization })))
    }
    return found
  }

  async function readMembers(from: Directory): Promise<typeof nobody> {
    const uids = [...new Set(logins.map(canonicalUid))].sort()
    let done = 0
    const { results } = await workOneByOne(uids, appliance.concurrency, signal, async (uid) => {
      const read = await readMember(from, uid)
      done += 1
      show(`${done} of ${counted(uids.length, 'member')} read`)
      return read
    })
    signal.throwIfAborted()
    const read = uids.flatMap((uid) => results.get(uid) ?? [])
    for (const { problems } of read) problems.forEach(miss(['membership']))
    return {
      members: read.flatMap(({ member }) => member ?? []),
      memberships: read.flatMap(({ memberships }) => memberships),
      absent: read.flatMap(({ absent }) => absent ?? []),
    }
  }

  async function readMember({ members, groups }: Directory, uid: string) {
    const login = JSON.stringify(uid)
    const problems: string[] = []
    const note = (problem: string) => void problems.push(problem)
    const seen = await attempt(`The member ${login} could not be read`, () => members.look(uid, signal), note)
    if (!seen?.member) {
      if (seen?.unproven)
        note(`The member ${login} does not exist, or no member can be read: no member was found at all.`)
      return { absent: seen?.unproven === false ? uid : undefined, memberships: [], problems }
    }
    const links = await attempt(
      `The groups of the member ${login} could not be read`,
      () => groups.ofMember(uid, signal),
      note,
    )
    const memberships: Membership[] = []
    for (const { gid, name } of links ?? []) {
      if (gid >= 1 && gid <= greatestGid) memberships.push({ uid: canonicalUid(uid), gid, name })
      else note(`The member ${login} is in the group number ${gid}, and no resource can declare this number.`)
    }
    return { member: seen.member, memberships, problems }
  }

  /** Undefined after a failure, which is then missing. */
  async function attempt<T>(
    what: string,
    ask: () => Promise<T>,
    take: (problem: string) => void,
  ): Promise<T | undefined> {
    try {
      return await ask()
    } catch (error) {
      if (signal.aborted || !(error instanceof ApplianceError)) throw error
      const { message, advice } = diagnosticOf(error)
      take(`${what}: ${[message, advice].filter((sentence) => sentence !== '').join(' ')}`)
      return undefined
    }
  }
}

const nobody: Pick<Inventory, 'members' | 'memberships' | 'absent'> = {
  members: [],
  memberships: [],
  absent: [],
}
