import type { Directory } from '../../appliance/directory/directory'
import type { Group } from '../../appliance/directory/group'
import { directoryRoutes } from '../../appliance/directory/interface/routes'
import type { ServiceStatus } from '../../appliance/directory/service/status'
import { topics } from '../assumptions'
import { judgeAccess, judgeAssumption, judgeReading, type Reading, read, toldBy } from '../reading'
import type { Check } from '../report'
import type { AreaExamination } from './area-examination'
import { counted } from './counted'
import { examineMember } from './directory-member'

/** A login that no member has. */
const unusedLogin = 'appliance-doctor-unused'

/**
 * The status first: only a directory that is running returns anything else.
 * @param member the login of one whose record is read too
 */
export async function examineDirectory(
  directory: Directory,
  hasToken: boolean,
  member: string | undefined,
  signal: AbortSignal,
): Promise<AreaExamination> {
  const status = await read(directoryRoutes.status, () => directory.service.status(signal))
  const runs = toldBy(status)?.state === 'running'
  const lists = runs ? await examineLists(directory, signal) : nothing
  const record = runs && member !== undefined ? await examineMember(directory, member, signal) : nothing
  const access = judgeAccess([status], hasToken)
  return {
    checks: [
      ...(access ? [access] : []),
      judgeReading(status, ({ state, version }) => `${state}${version ? `, version ${version}` : ''}.`),
      ...judgeService(status),
      ...lists.checks,
      ...record.checks,
    ],
    verdicts: [
      ...judgeAssumption(
        topics.serviceStatus,
        status,
        ({ state }) => `the appliance reports the service as ${state}.`,
      ),
      ...lists.verdicts,
      ...record.verdicts,
    ],
  }
}

const nothing: AreaExamination = { checks: [], verdicts: [] }

function judgeService(status: Reading<ServiceStatus>): readonly Check[] {
  const state = toldBy(status)?.state
  if (state === undefined) return []
  const about = { check: 'service', areas: ['directory'], subject: 'directory service' } as const
  if (state === 'running')
    return [{ ...about, status: 'passed', finding: 'The directory service is running.' }]
  const verb = state === 'stopped' ? 'start' : 'install'
  return [
    {
      ...about,
      status: 'failed',
      finding: `The directory service is ${state}.`,
      hint: `Declare an appliance_ldap_service resource, which ${verb}s it, or ${verb} it in the console of the appliance.`,
    },
  ]
}

async function examineLists(directory: Directory, signal: AbortSignal): Promise<AreaExamination> {
  const [organizations, member, backup] = await Promise.all([
    read(directoryRoutes.organizations, () => directory.organizations(signal)),
    read(directoryRoutes.member, () => directory.members.find(unusedLogin, signal)),
    read(directoryRoutes.lastBackup, () => directory.lastBackup(signal)),
  ])
  const [organization] = toldBy(organizations) ?? []
  const groups =
    organization === undefined
      ? undefined
      : await read(directoryRoutes.groups, () => directory.groups.list(organization, signal))
  return {
    checks: [
      judgeReading(organizations, (value) => `${counted(value.length, 'organization')}.`),
      ...(groups
        ? [judgeReading(groups, (value) => `${counted(value.length, 'group')} in the first organization.`)]
        : []),
      judgeReading(member, (value) => `the login ${unusedLogin} ${value ? 'exists' : 'does not exist'}.`),
      judgeReading(backup, (value) =>
        value ? `the last backup has ${counted(value.size, 'byte')}.` : 'no backup.',
      ),
    ],
    verdicts: [...judgeAbsentMember(member), ...judgeLists(organizations, groups)],
  }
}

/** Both lists have to be understood, and to hold something; one that is not understood disproves it. */
function judgeLists(
  organizations: Reading<readonly string[]>,
  groups: Reading<readonly Group[]> | undefined,
): AreaExamination['verdicts'] {
  const disproof = judgeAssumption<unknown>(topics.directoryLists, organizations, () => undefined)
  if (disproof.length > 0 || groups === undefined) return disproof
  return judgeAssumption(topics.directoryLists, groups, ({ length }) =>
    length > 0 ? `the provider can read the ${counted(length, 'group')} of an organization.` : undefined,
  )
}

/** Any failure here is one that a plan would meet for a member that is not there. */
function judgeAbsentMember(member: Reading<unknown>): AreaExamination['verdicts'] {
  const topic = topics.absentMember
  if (member.told instanceof Error) {
    const { kind, message } = member.told
    return kind === 'failed' || kind === 'unreadable' ? [{ topic, holds: 'not held', because: message }] : []
  }
  return judgeAssumption(topic, member, (value) =>
    value === undefined ? `the appliance reports that the login ${unusedLogin} does not exist.` : undefined,
  )
}
