import { memberAdopted } from '../../../diagnostics/accounts'
import { unseen } from '../../../diagnostics/catalogue'
import { categoryAdopted } from '../../../diagnostics/categories'
import {
  directoryNotRead,
  directoryServiceAdopted,
  groupAdopted,
  membershipAdopted,
} from '../../../diagnostics/directory'
import type { Message } from './messages'
import type { Plan } from './plan'
import { isOfAppliance, type PlannedResource, plannedResource } from './planned-resource'
import type { Run } from './same-run'

/** What becomes of a resource that a plan creates: the appliance has it already, or not. */
export type Origin = 'adopted' | 'created'

/**
 * What the messages of a plan say of the resources that it creates, by their addresses. The provider warns of everything that it adopts.
 * That it has not warned says something only in a run whose messages are all there, and in which it could look.
 *
 * @param run undefined where nobody kept the messages of the run
 */
export function originsIn(
  { changes }: Pick<Plan, 'changes'>,
  messages: readonly Message[],
  run: Run | undefined,
): ReadonlyMap<string, Origin> {
  const adopted = new Set(messages.flatMap(({ code, address }) => (adoptions.has(code ?? '') ? address : [])))
  const resources = changes.filter(isOfAppliance).map(plannedResource)
  const isWhole = run?.isWhole === true && run.hasSummary
  const blind = messages.filter(({ code = '' }) => unseen.has(code))
  const isDirectoryRead =
    !messages.some(({ code }) => code === directoryNotRead.code) &&
    resources.every(({ type, action }) => type !== 'appliance_ldap_service' || action === 'none')
  return new Map(
    resources.flatMap((resource): readonly (readonly [string, Origin])[] => {
      const { address } = resource
      if (resource.action !== 'create' && resource.action !== 'forget-create') return []
      if (adopted.has(address)) return [[address, 'adopted']]
      return isWhole && isLookedFor(resource) ? [[address, 'created']] : []
    }),
  )

  function isLookedFor({ type, address, after }: PlannedResource): boolean {
    const names = lookedForBy.get(type)
    if (!names || names.some((name) => after?.isUnknown(name) ?? true)) return false
    if (blind.some((message) => message.address === undefined || message.address === address)) return false
    return isDirectoryRead || !type.startsWith('appliance_ldap_')
  }
}

const adoptions: ReadonlySet<string> = new Set(
  [categoryAdopted, memberAdopted, groupAdopted, directoryServiceAdopted, membershipAdopted].map(
    ({ code }) => code,
  ),
)

/** The attributes by which a plan looks for what it creates. */
const lookedForBy: ReadonlyMap<string, readonly string[]> = new Map([
  ['appliance_category', ['name']],
  ['appliance_ldap_member', ['uid']],
  ['appliance_ldap_group', ['name', 'organization']],
])
