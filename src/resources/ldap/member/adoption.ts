import { sameName } from '@webfilter/appliance-names'
import { type Diagnostics, isUnknown, ProviderError, type Unknown } from '@webfilter/terraform-plugin'
import type { Member } from '../../../appliance/directory/member'
import {
  memberAdopted,
  memberAdoptedAtApply,
  memberExists,
  memberInOtherGroup,
  memberInOtherOrganization,
} from '../../../diagnostics/accounts'

import { type Problem, report } from '../../problem'

interface WantedPlace {
  readonly uid: string
  readonly organization: string | Unknown
  readonly gid: number | Unknown | null
  readonly on_destroy: 'delete' | 'keep' | Unknown | null
}

/** Says that a member that exists is not to be adopted. */
export function reportExisting(uid: string, diagnostics: Diagnostics): void {
  diagnostics.raise(memberExists({ uid }), ['uid'])
}

/** The same at apply, where the member may have come after the plan. */
export function refuseExisting(uid: string): never {
  throw new ProviderError(memberExists({ uid }), { path: ['uid'] })
}

/** Says that a member that is to be replaced is in another place than the configuration has it, where that is no wish. */
export function reportOtherPlace(member: Member, wanted: WantedPlace, diagnostics: Diagnostics): void {
  report(otherPlace(member, wanted), diagnostics)
}

/** Says that a member exists and what its adoption means, or that it cannot be adopted. */
export function diagnoseAdoption(member: Member, wanted: WantedPlace, diagnostics: Diagnostics): void {
  const problems = otherPlace(member, wanted)
  report(problems, diagnostics)
  if (problems.length > 0) return
  diagnostics.raise(memberAdopted(adoptionOf(wanted)), ['uid'])
}

/** The same while it is done: the member may have come after the plan. */
export function adopt(member: Member, wanted: WantedPlace, diagnostics: Diagnostics): void {
  const [problem] = otherPlace(member, wanted)
  if (problem) {
    const { path, ...told } = problem
    throw new ProviderError(told, { path })
  }
  diagnostics.raise(memberAdoptedAtApply(adoptionOf(wanted)), ['uid'])
}

function adoptionOf({ uid, on_destroy }: WantedPlace): Parameters<typeof memberAdopted>[0] {
  return { uid, isDeletedAtDestroy: on_destroy === 'delete' }
}

/** The interface cannot move a member. One that is elsewhere may be another person. */
function otherPlace(member: Member, { uid, organization, gid }: WantedPlace): readonly Problem[] {
  const { organization: found, gid: group } = member
  if (found !== undefined && !isUnknown(organization) && !sameName(found, organization)) {
    return [{ ...memberInOtherOrganization({ uid, organization: found }), path: ['organization'] }]
  }
  if (group !== undefined && !isUnknown(gid) && gid && group !== gid) {
    return [{ ...memberInOtherGroup({ uid, gid: group }), path: ['gid'] }]
  }
  return []
}
