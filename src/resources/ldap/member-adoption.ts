import { type Member, sameName } from '../../appliance/directory/member'
import type { Diagnostics } from '../../terraform/provider/diagnostics'
import { ProviderError } from '../../terraform/provider/failures'
import { isUnknown, type Unknown } from '../../terraform/values/unknown'
import { type Problem, report } from '../problem'

interface WantedPlace {
  readonly uid: string
  readonly organization: string | Unknown
  readonly gid: number | Unknown | null
  readonly on_destroy: 'delete' | 'keep' | Unknown | null
}

/** Says that a member that is there is not to be adopted. */
export function reportExisting(uid: string, diagnostics: Diagnostics): void {
  const { summary, message, advice, path } = existing(uid)
  diagnostics.error(summary, `${message} ${advice}`, path)
}

/** The same at apply, where the member may have come after the plan. */
export function refuseExisting(uid: string): never {
  const { message, advice, path } = existing(uid)
  throw new ProviderError(message, advice, { path })
}

function existing(uid: string): Problem {
  return {
    summary: 'The member exists already',
    message: `Member ${JSON.stringify(uid)} exists already, and on_existing is "fail".`,
    advice:
      'Choose another login; or import the member, or set on_existing = "adopt", to have it managed from now on.',
    path: ['uid'],
  }
}

/** Says that a member that is to be replaced is in another place than the configuration has it, where that is no wish. */
export function reportOtherPlace(member: Member, wanted: WantedPlace, diagnostics: Diagnostics): void {
  report(otherPlace(member, wanted), diagnostics)
}

/** Says that a member is there and what its adoption means, or that it cannot be adopted. */
export function announceAdoption(member: Member, wanted: WantedPlace, diagnostics: Diagnostics): void {
  const problems = otherPlace(member, wanted)
  report(problems, diagnostics)
  if (problems.length > 0) return
  const summary = `Member ${JSON.stringify(wanted.uid)} is there already and will be adopted`
  diagnostics.warn(summary, whatAdoptionMeans(wanted), ['uid'])
}

/** The same while it is done: the member may have come after the plan. */
export function adopt(member: Member, wanted: WantedPlace, diagnostics: Diagnostics): void {
  const [problem] = otherPlace(member, wanted)
  if (problem) throw new ProviderError(problem.message, problem.advice, { path: problem.path })
  const summary = `Member ${JSON.stringify(wanted.uid)} is there already and is adopted`
  diagnostics.warn(summary, whatAdoptionMeans(wanted), ['uid'])
}

function whatAdoptionMeans({ on_destroy }: WantedPlace): string {
  const atDestroy = on_destroy === 'delete' ? 'deletes it' : 'leaves it on the appliance'
  return (
    'Its attributes become those of the configuration, and so does its password where one is given. From then on it is ' +
    `managed; a destroy ${atDestroy}.`
  )
}

/** The interface cannot move a member. One that is elsewhere may be another person. */
function otherPlace(member: Member, { uid, organization, gid }: WantedPlace): readonly Problem[] {
  const isThere = `Member ${JSON.stringify(uid)} is there already`
  const advice =
    'The appliance cannot move a member. Correct the configuration. If the member is to be deleted and created again there, set ' +
    'on_move = "replace", and do not set create_before_destroy.'
  if (
    member.organization !== undefined &&
    !isUnknown(organization) &&
    !sameName(member.organization, organization)
  ) {
    const message = `${isThere}, in the organization ${JSON.stringify(member.organization)}.`
    return [{ summary: 'The member is in another organization', message, advice, path: ['organization'] }]
  }
  if (member.gid !== undefined && !isUnknown(gid) && gid && member.gid !== gid) {
    const message = `${isThere}, with the group ${member.gid}.`
    return [{ summary: 'The member is in another group', message, advice, path: ['gid'] }]
  }
  return []
}
