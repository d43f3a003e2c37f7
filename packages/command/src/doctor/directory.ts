import {
  type Directory,
  directoryRoutes,
  type Member,
  memberTexts,
  type SeenMember,
  type ServiceStatus,
} from '@webfilter/appliance-client'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { counted } from '@webfilter/appliance-declarations/diagnostics/wording'
import { attributeOf } from '@webfilter/appliance-declarations/member-values'
import {
  type AreaExamination,
  disproof,
  disproofBy,
  judgeReading,
  type Reading,
  read,
  type Shown,
  topics,
} from './reading'
import { type Check, type Disproof, failed, passed, skipped } from './report'

/** A login that no member has. */
const unusedLogin = 'appliance-doctor-unused'

/**
 * The status first: only a directory that is running returns anything else.
 * @param member the login of one whose record is read too
 */
export async function examineDirectory(
  directory: Directory,
  member: string | undefined,
  signal: AbortSignal,
): Promise<AreaExamination> {
  const status = await read(directoryRoutes.status, () => directory.service.status(signal))
  const runs = status.value?.state === 'running'
  // A member that is found shows that the answer for one that does not exist is no failure of all lookups.
  const record = runs && member !== undefined ? await examineMember(directory, member, signal) : nothing
  const lists = runs ? await examineLists(directory, signal) : nothing
  return {
    asked: [status],
    checks: [
      judgeReading(status, ({ state, version }) => `${state}${version ? `, version ${version}` : ''}.`),
      ...judgeService(status),
      ...lists.checks,
      ...record.checks,
    ],
    disproofs: [...disproofBy(status, topics.serviceStatus), ...lists.disproofs, ...record.disproofs],
  }
}

const nothing: Shown = { checks: [], disproofs: [] }

function judgeService(status: Reading<ServiceStatus>): readonly Check[] {
  const state = status.value?.state
  if (state === undefined) return []
  const about = { check: 'service', areas: ['directory'], subject: 'directory service' } as const
  if (state === 'running') return [{ ...about, ...passed('The directory service is running.') }]
  const verb = state === 'stopped' ? 'start' : 'install'
  const hint = `Declare an appliance_ldap_service resource, which ${verb}s it, or ${verb} it in the console of the appliance.`
  return [{ ...about, ...failed(`The directory service is ${state}.`, hint) }]
}

async function examineLists(directory: Directory, signal: AbortSignal): Promise<Shown> {
  const [organizations, member, backup] = await Promise.all([
    read(directoryRoutes.organizations, () => directory.organizations(signal)),
    read(directoryRoutes.member, () => directory.members.look(unusedLogin, signal)),
    read(directoryRoutes.lastBackup, () => directory.lastBackup(signal)),
  ])
  const [organization] = organizations.value ?? []
  const groups =
    organization === undefined
      ? []
      : [await read(directoryRoutes.groups, () => directory.groups.list(organization, signal))]
  return {
    checks: [
      judgeReading(organizations, (value) => `${counted(value.length, 'organization')}.`),
      ...groups.map((reading) =>
        judgeReading(reading, (value) => `${counted(value.length, 'group')} in the first organization.`),
      ),
      judgeUnusedLogin(member),
      judgeReading(backup, (value) =>
        value ? `the last backup has ${counted(value.size, 'byte')}.` : 'no backup.',
      ),
    ],
    disproofs: [
      ...judgeAbsentMember(member),
      ...[organizations, ...groups].flatMap((list) => disproofBy(list, topics.directoryLists)).slice(0, 1),
    ],
  }
}

function judgeUnusedLogin(seen: Reading<SeenMember>): Check {
  const check = judgeReading(
    seen,
    ({ member }) => `the login ${unusedLogin} ${member ? 'exists' : 'does not exist'}.`,
  )
  if (!seen.value?.unproven) return check
  const finding = `The answer of ${check.subject} for the login ${unusedLogin} is the same as for logins that cannot exist. If every lookup fails, the answers look the same.`
  return { ...check, ...skipped(finding), hint: otherMember }
}

const otherMember = 'Set --member to the login of an existing member.'

/** A plan would fail in the same way for a member that does not exist. */
function judgeAbsentMember({ error }: Reading<SeenMember>): readonly Disproof[] {
  if (error?.kind !== 'failed' && error?.kind !== 'unreadable') return []
  return [disproof(topics.absentMember, diagnosticOf(error).message)]
}

/** Reads the record of one member, because only an existing member shows which attributes a record has. No check contains a value of it. */
async function examineMember(directory: Directory, uid: string, signal: AbortSignal): Promise<Shown> {
  const reading = await read(
    directoryRoutes.member,
    async () => (await directory.members.look(uid, signal)).member,
  )
  return {
    checks: [judgeMember(uid, reading)],
    disproofs: disproofBy(reading, topics.memberRecord, topics.memberOrganization),
  }
}

function judgeMember(uid: string, reading: Reading<Member | undefined>): Check {
  const check = judgeReading(reading, (member) =>
    member ? `${recordSummary(member)}.` : `member ${JSON.stringify(uid)} does not exist.`,
  )
  const isAbsent = reading.error === undefined && reading.value === undefined
  return isAbsent ? { ...check, ...failed(check.finding, otherMember) } : check
}

/** Names of the attributes of `appliance_ldap_member` in a record. A resource lists the others under `unverified`. */
function recordSummary({ texts, organization, gid }: Member): string {
  const values = [
    ...memberTexts.map((text) => [attributeOf[text], texts[text]] as const),
    ['organization', organization] as const,
    ['gid', gid] as const,
  ]
  const shown = values.flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const left = values.flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (shown.length === 0) return 'the record shows none of the managed attributes'
  return `the record shows ${shown.join(', ')}${left.length > 0 ? `, but not ${left.join(', ')}` : ''}`
}
