import type { Directory } from '../../../appliance/directory/directory'
import { directoryRoutes } from '../../../appliance/directory/interface/routes'
import { type Member, memberTexts } from '../../../appliance/directory/member'
import { ApplianceError } from '../../../appliance/errors'
import { topics } from '../assumptions'
import { judgeAssumption, judgeReading, type Reading, read } from '../reading'
import type { Check } from '../report'
import type { AreaExamination } from './area-examination'

/** Reads the record of one member, as only a member that is there shows what a record tells. No value of it is told. */
export async function examineMember(
  directory: Directory,
  uid: string,
  signal: AbortSignal,
): Promise<AreaExamination> {
  const reading = await read(
    directoryRoutes.member,
    async () => (await directory.members.look(uid, signal)).member,
  )
  return {
    checks: [judgeMember(uid, reading)],
    verdicts: [
      ...judgeAssumption(topics.memberRecord, reading, (member) =>
        member && toldIn(member).length > 0 ? 'the provider can read the record of the member.' : undefined,
      ),
      ...judgeAssumption(topics.memberOrganization, reading, (member) =>
        member?.organization === undefined ? undefined : 'the record of the member shows its organization.',
      ),
    ],
  }
}

function judgeMember(uid: string, reading: Reading<Member | undefined>): Check {
  const check = judgeReading(reading, (member) =>
    member ? `${shownIn(member)}.` : `member ${JSON.stringify(uid)} does not exist.`,
  )
  const isAbsent = !(reading.told instanceof ApplianceError) && reading.told.value === undefined
  return isAbsent
    ? { ...check, status: 'failed', hint: 'Set --member to the login of an existing member.' }
    : check
}

/** What is not shown is what a resource lists under `unverified`. */
function shownIn(member: Member): string {
  const told = toldIn(member)
  const left = attributes.filter((name) => !told.includes(name))
  if (told.length === 0) return 'the record shows none of the managed attributes'
  return `the record shows ${told.join(', ')}${left.length > 0 ? `, but not ${left.join(', ')}` : ''}`
}

function toldIn({ texts, organization, gid }: Member): readonly string[] {
  return [
    ...memberTexts.filter((text) => texts[text] !== undefined).map(asAttribute),
    ...(organization === undefined ? [] : ['organization']),
    ...(gid === undefined ? [] : ['gid']),
  ]
}

/** As the resource calls them. */
const attributes: readonly string[] = [...memberTexts.map(asAttribute), 'organization', 'gid']

function asAttribute(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
