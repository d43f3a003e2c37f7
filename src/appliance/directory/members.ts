import { memberCreationRefused } from '../../diagnostics/entries/accounts'
import { organizationMissing } from '../../diagnostics/entries/directory'
import { canonicalUid, mayRefuseLogin, sameName } from '../../names/directory-name'
import { inventedWord } from '../absence/inventions'
import { afterSending, pause } from '../cancellation'
import { ApplianceError, mayHaveWorked, mayTellOfAbsence } from '../errors'
import type { Log } from '../log'
import type { Answer } from '../protocol/answer'
import { failureOf, readEnvelope } from '../protocol/envelope'
import type { DirectoryCaller } from './directory-caller'
import { readMember } from './interface/member-answers'
import type { Organizations } from './interface/organization-answers'
import { directoryRoutes } from './interface/routes'
import { type Member, type MemberText, memberTexts, type NewMember } from './member'

/** The members of the directory. Every method throws `ApplianceError`; uids may be given in any letter case. */
export interface Members {
  /** Undefined where the directory runs and has no such member. */
  find(uid: string, signal: AbortSignal): Promise<Member | undefined>

  /**
   * Creates a member that is not there, which the caller has looked for: the appliance may update one that is. The request is
   * sent once at most; where its answer is lost, the member is looked for.
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
}

/** `found` where the answer was lost and the member was there afterwards: then it may be another one's work. */
export type Created = 'confirmed' | 'found'

export function createMembers(
  caller: DirectoryCaller,
  listOrganizations: (signal: AbortSignal) => Promise<Organizations>,
  log: Log,
): Members {
  const search = caller.search({
    absentThing: 'a member that does not exist',
    route: directoryRoutes.member,
    parameter: 'uid',
    inventions: () => [inventedWord(10), inventedWord(10)],
  })

  async function find(uid: string, signal: AbortSignal): Promise<Member | undefined> {
    return await search.find(canonicalUid(uid), (answer) => memberIn(answer, uid), signal, tellsAnything)
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

  return {
    find,
    async create(member, signal) {
      try {
        await createOnce(member, signal)
        return 'confirmed'
      } catch (error) {
        if (signal.aborted) throw error
        if (mayHaveWorked(error) && (await afterSending(() => appears(member.uid, signal)))) {
          log.warn('the member exists although its creation was not confirmed', { kind: error.kind })
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
        if (!mayTellOfAbsence(error) || (await afterSending(() => look(uid, signal))) !== 'absent')
          throw error
      }
    },
  }

  /** After a failure, which is the one to be told where this one fails too. */
  async function look(uid: string, signal: AbortSignal): Promise<'there' | 'absent' | 'unknown'> {
    try {
      return (await find(uid, signal)) ? 'there' : 'absent'
    } catch (error) {
      if (error instanceof ApplianceError && error.kind !== 'cancelled') return 'unknown'
      throw error
    }
  }
}

function memberIn(answer: Answer, uid: string): Member | undefined {
  const envelope = readEnvelope(answer)
  if (!envelope.succeeded) throw failureOf(answer, envelope)
  return readMember({ answer, envelope }, uid)
}

/** A record that tells no text may be what the appliance answers for any name. */
function tellsAnything({ texts }: Member): boolean {
  return Object.values(texts).some((values) => values.length > 0)
}

/** Milliseconds before each look: an appliance that did not answer in time may still be at it. */
const delaysUntilThere: readonly number[] = [0, 500, 1500]

/** As the body of an update names them (interface document, 2.7). */
const wireNames: Readonly<Record<MemberText, string>> = {
  firstName: 'givenName',
  lastName: 'sn',
  email: 'mail',
  title: 'title',
  telephoneNumber: 'telephoneNumber',
  mobile: 'mobile',
}

/** Field notes, "members": some logins may be refused. Nothing is known of members without a password. */
function namingWhatIsRefused(failure: unknown, { uid, password }: NewMember): unknown {
  if (!(failure instanceof ApplianceError) || failure.kind !== 'failed') return failure
  const hasOddLogin = mayRefuseLogin(uid)
  const hasPassword = password !== undefined
  if (!hasOddLogin && hasPassword) return failure
  return new ApplianceError({
    kind: 'failed',
    told: memberCreationRefused({ reason: failure.message, hasOddLogin, hasPassword }),
    cause: failure,
  })
}

/** A failure whose cause may be an organization that is not there says so where the list of organizations tells. */
export async function namingTheOrganization(
  failure: unknown,
  organization: string,
  list: () => Promise<Organizations>,
): Promise<unknown> {
  if (!(failure instanceof ApplianceError) || failure.kind !== 'failed') return failure
  try {
    const { names, quote } = await list()
    if (names.length === 0 || names.some((name) => sameName(name, organization))) return failure
    return new ApplianceError({
      kind: 'failed',
      told: organizationMissing({
        organization,
        failure: failure.message,
        known: quote(names.slice(0, 10).join(', ')),
      }),
      cause: failure,
    })
  } catch (error) {
    if (error instanceof ApplianceError) return failure
    throw error
  }
}
