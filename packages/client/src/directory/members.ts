import { canonicalUid, mayRefuseLogin, sameName } from '@webfilter/appliance-names'
import { inventedWord } from '../absence'
import { afterSending, pause } from '../cancellation'
import { ApplianceError, isDenied, mayBeAbsence, mayHaveWorked } from '../errors'
import type { Answer } from '../protocol/answer'
import { failureOf, readEnvelope } from '../protocol/envelope'
import type { Log } from '../settings'
import { type Organizations, readGroupsOfMember, readMember } from './answers'
import type { DirectoryCaller } from './directory-caller'
import { type Member, type MemberText, mayBeNamed, memberTexts, type NewMember } from './entries'
import { directoryRoutes } from './routes'

/** The members of the directory. Every method throws `ApplianceError`; uids may be given in any letter case. */
export interface Members {
  /** Undefined where the directory runs and has no such member. Throws if the lookups of all members may be failing alike. */
  find(uid: string, signal: AbortSignal): Promise<Member | undefined>

  /**
   * The same for a member that this run has not found yet: its absence may be unproven, as in a directory without members. Throws if
   * its groups show that it exists.
   */
  look(uid: string, signal: AbortSignal): Promise<SeenMember>

  /** Says that states contain these members. A few are looked up where nothing else shows that lookups work. */
  expect(uids: Iterable<string>): void

  /** Says what the answer for a member that does not exist was in an earlier run, by what `absence` returned there. */
  recognize(absence: string): void

  /** What the answer for a member that does not exist looks like, if it was seen to differ from one that exists; a short text. */
  absence(signal: AbortSignal): Promise<string | undefined>

  /**
   * Creates a member that is not there, which the caller has looked for: the appliance may update one that is. The request is
   * sent once at most; where its answer is lost, or says that it was not done, the member is looked for.
   */
  create(member: NewMember, signal: AbortSignal): Promise<Created>

  /** Sets the attributes that are given; an empty text takes a value away. The others are left out of the request. */
  update(
    uid: string,
    texts: Readonly<Partial<Record<MemberText, string>>>,
    signal: AbortSignal,
  ): Promise<void>

  setPassword(uid: string, password: string, signal: AbortSignal): Promise<void>

  /** One that is not there counts as deleted. */
  delete(uid: string, signal: AbortSignal): Promise<void>

  /**
   * Whether a member is there although the appliance has called it deleted. Only a positive answer counts, at each look: a directory lags.
   * Throws only `cancelled`.
   *
   * @param delays milliseconds before each look
   */
  remains(uid: string, delays: readonly number[], signal: AbortSignal): Promise<boolean>
}

/** What a look for a member has shown. */
export interface SeenMember {
  readonly member: Member | undefined
  /** That it does not exist rests on a comparison of answers alone, and no member was found so far. */
  readonly unproven: boolean
}

/** `found` where no answer confirms it and the member was there afterward: then it may be another one's work. */
export type Created = 'confirmed' | 'found'

export function createMembers(
  caller: DirectoryCaller,
  listOrganizations: (signal: AbortSignal) => Promise<Organizations>,
  log: Log,
): Members {
  const search = caller.search({
    thing: 'member',
    route: directoryRoutes.member,
    parameter: 'uid',
    inventions: () => [inventedWord(10), inventedWord(10)],
  })

  const expected = new Set<string>()

  async function lookUp(uid: string, signal: AbortSignal): Promise<Member | undefined> {
    return await search.find(canonicalUid(uid), (answer) => memberIn(answer, uid), signal, hasTexts)
  }

  async function lookAt(uid: string, signal: AbortSignal): Promise<SeenMember> {
    const member = await lookUp(uid, signal)
    if (member || search.isProven()) return { member, unproven: false }
    const witnesses = [...expected].filter((other) => other !== canonicalUid(uid)).slice(0, mostWitnesses)
    for (const other of witnesses) {
      // What has failed until now answers by now, perhaps.
      if (await lookUp(other, signal)) return { member: await lookUp(uid, signal), unproven: false }
    }
    if (await hasGroups(uid, signal)) throw contradicted(uid)
    return { member, unproven: true }
  }

  async function find(uid: string, signal: AbortSignal): Promise<Member | undefined> {
    const { member, unproven } = await lookAt(uid, signal)
    if (unproven) throw notProven(uid)
    return member
  }

  /** Whether another route knows the member: it lists groups of it, or answers as it does for no login that cannot exist. */
  async function hasGroups(uid: string, signal: AbortSignal): Promise<boolean> {
    const ofOwn = await groupsOf(canonicalUid(uid), signal)
    if (ofOwn === undefined) return false
    return ofOwn > 0 || (await groupsOf(inventedWord(10), signal)) === undefined
  }

  /** How many there are; undefined for a failure. */
  async function groupsOf(uid: string, signal: AbortSignal): Promise<number | undefined> {
    try {
      return readGroupsOfMember(
        await caller.ask(directoryRoutes.memberGroups, { parameters: { uid } }, signal),
      ).length
    } catch (error) {
      if (error instanceof ApplianceError && error.kind !== 'cancelled') return undefined
      throw error
    }
  }

  async function isShown(uid: string, signal: AbortSignal): Promise<boolean> {
    const parameters = { uid: canonicalUid(uid) }
    const found = await caller.glance(directoryRoutes.member, { parameters }, signal)
    const member = found && unlessUnreadable(() => readMember(found, uid))
    return member !== undefined && hasTexts(member)
  }

  async function createOnce(member: NewMember, signal: AbortSignal): Promise<void> {
    const { uid, firstName, lastName, email, organization, gid, password } = member
    const body = directoryRoutes.createMember.body.with({
      login: canonicalUid(uid),
      password,
      firstname: firstName,
      lastname: lastName,
      email,
      ou: organization,
      gpid: gid,
    })
    await caller.ask(directoryRoutes.createMember, { body }, signal)
  }

  async function appears(uid: string, signal: AbortSignal): Promise<boolean> {
    for (const delay of delaysUntilThere) {
      await pause(delay, signal)
      if ((await look(uid, signal)) === 'there') return true
    }
    return false
  }

  /** Whether a creation that failed with this error has made the member. */
  async function isMade(uid: string, failure: unknown, signal: AbortSignal): Promise<boolean> {
    if (mayHaveWorked(failure)) return await appears(uid, signal)
    if (!isDenied(failure) || (await look(uid, signal)) !== 'there') return false
    // A lookup that failed before the creation may have hidden the account of another person, which the appliance refuses to create.
    return (await absence(signal)) !== undefined
  }

  async function absence(signal: AbortSignal): Promise<string | undefined> {
    try {
      return await search.distinguished(signal)
    } catch (error) {
      if (error instanceof ApplianceError) return undefined
      throw error
    }
  }

  return {
    find,
    look: lookAt,
    expect(uids) {
      for (const uid of uids) expected.add(canonicalUid(uid))
    },
    recognize: search.recognize,
    absence,
    async create(member, signal) {
      try {
        await createOnce(member, signal)
        return 'confirmed'
      } catch (error) {
        if (signal.aborted) throw error
        if (await afterSending(() => isMade(member.uid, error, signal))) {
          log.warn('the member exists although its creation was not confirmed', {
            kind: error instanceof ApplianceError ? error.kind : undefined,
          })
          return 'found'
        }
        const failure = await namingTheOrganization(error, member.organization, () =>
          listOrganizations(signal),
        )
        throw failure === error ? namingWhatIsRefused(error, member) : failure
      }
    },
    async update(uid, texts, signal) {
      const route = directoryRoutes.updateMember
      const body = route.body.with(
        Object.fromEntries(memberTexts.map((text) => [wireNames[text], texts[text]])),
      )
      await caller.ask(route, { parameters: { uid: canonicalUid(uid) }, body }, signal)
    },
    async setPassword(uid, password, signal) {
      const route = directoryRoutes.setPassword
      const request = { parameters: { uid: canonicalUid(uid) }, body: route.body.with({ password }) }
      await caller.ask(route, request, signal)
    },
    async delete(uid, signal) {
      try {
        await caller.ask(directoryRoutes.deleteMember, { parameters: { uid: canonicalUid(uid) } }, signal)
      } catch (error) {
        if (!mayBeAbsence(error) || (await afterSending(() => look(uid, signal))) !== 'absent') throw error
      }
    },
    async remains(uid, delays, signal) {
      return await isStillShown((each) => isShown(each, signal), uid, delays, signal)
    },
  }

  /** After a failure, which is the error if this fails too. */
  async function look(uid: string, signal: AbortSignal): Promise<'there' | 'absent' | 'unknown'> {
    try {
      return (await find(uid, signal)) ? 'there' : 'absent'
    } catch (error) {
      if (error instanceof ApplianceError && error.kind !== 'cancelled') return 'unknown'
      throw error
    }
  }
}

/**
 * Whether the directory shows something of a login at each look, and not of one that cannot exist.
 * @param delays milliseconds before each look
 */
export async function isStillShown(
  isShown: (uid: string) => Promise<boolean>,
  uid: string,
  delays: readonly number[],
  signal: AbortSignal,
): Promise<boolean> {
  for (const delay of delays) {
    await pause(delay, signal)
    if (!(await isShown(uid))) return false
  }
  return !(await isShown(inventedWord(10)))
}

/** Undefined for an answer that cannot be read. */
export function unlessUnreadable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof ApplianceError) return undefined
    throw error
  }
}

function contradicted(uid: string): ApplianceError {
  const found = { lost: [], groups: true }
  const incident = { is: 'absence-not-believed', thing: 'member', name: uid, ...found } as const
  return new ApplianceError({ kind: 'unreadable', incident })
}

function notProven(uid: string): ApplianceError {
  const incident = { is: 'absence-unproven', thing: 'member', name: uid } as const
  return new ApplianceError({ kind: 'unreadable', incident })
}

/** Others may have deleted some of them. */
const mostWitnesses = 3

function memberIn(answer: Answer, uid: string): Member | undefined {
  const envelope = readEnvelope(answer)
  if (!envelope.succeeded) throw failureOf(answer, envelope)
  return readMember({ answer, envelope }, uid)
}

/** A record without any text may be what the appliance answers for any name. */
function hasTexts({ texts }: Member): boolean {
  return Object.values(texts).some((values) => values.length > 0)
}

/** Milliseconds before each look: an appliance that did not answer in time may still be at it. */
const delaysUntilThere: readonly number[] = [0, 500, 1500]

/** As the body of an update names them (docs/appliance, "Update a member"). */
const wireNames: Readonly<Record<MemberText, string>> = {
  firstName: 'givenName',
  lastName: 'sn',
  email: 'mail',
  title: 'title',
  telephoneNumber: 'telephoneNumber',
  mobile: 'mobile',
}

/** docs/appliance, "Create a member": some logins may be refused. Nothing is known of members without a password. */
function namingWhatIsRefused(failure: unknown, { uid, password }: NewMember): unknown {
  if (!(failure instanceof ApplianceError) || failure.kind !== 'failed') return failure
  const hasOddLogin = mayRefuseLogin(uid)
  const hasPassword = password !== undefined
  if (!hasOddLogin && hasPassword) return failure
  return new ApplianceError({
    kind: 'failed',
    incident: { is: 'member-creation-refused', failure: failure.incident, hasOddLogin, hasPassword },
    cause: failure,
  })
}

/** Names a missing organization as the cause of a failure if the list of organizations does not have it. */
export async function namingTheOrganization(
  failure: unknown,
  organization: string,
  list: () => Promise<Organizations>,
): Promise<unknown> {
  if (!(failure instanceof ApplianceError) || failure.kind !== 'failed') return failure
  try {
    const { names, quote } = await list()
    const mayBeListed = (name: string) => sameName(name, organization) || mayBeNamed(name, organization)
    if (names.length === 0 || names.some(mayBeListed)) return failure
    return new ApplianceError({
      kind: 'failed',
      incident: {
        is: 'organization-missing',
        organization,
        failure: failure.incident,
        known: quote(names.slice(0, 10).join(', ')),
      },
      cause: failure,
    })
  } catch (error) {
    if (error instanceof ApplianceError) return failure
    throw error
  }
}
