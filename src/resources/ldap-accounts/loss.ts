import { canonicalUid } from '../../appliance/directory/member'
import type { Diagnostics } from '../../terraform/provider/diagnostics'
import type { Successor } from './member-private-data'

interface Replacement {
  /** The login that is deleted, unless it stays. */
  readonly replaced: string
  readonly stays: boolean
  readonly successor: Successor
}

/**
 * Says what goes with an account that is replaced. Terraform shows the warnings of the first plan of a replacement only, and the
 * first one knows nothing of `-replace`.
 */
export function warnOfLoss({ replaced, stays, successor }: Replacement, diagnostics: Diagnostics): void {
  const isSame = successor.uid === canonicalUid(replaced)
  const member = `Member ${JSON.stringify(replaced)}`
  const unknown = (['uid', 'organization', 'gid'] as const).filter((name) => successor[name] === null)
  const unseen = unknown
    .map((name) => ` The ${name} is known after apply only, so nobody looked for it.`)
    .join('')
  if (stays) {
    diagnostics.warn(
      `${member} will stay on the appliance`,
      `Another login is another member, which will be created. The old one was adopted, or on_destroy is "keep".${unseen}`,
    )
    return
  }
  const lost = 'Whatever the appliance keeps with the account is lost, such as a history of its passwords.'
  const sure = 'Whether the appliance takes the new member shows only when the old one is gone.'
  diagnostics.warn(
    isSame
      ? `${member} will be deleted and created again`
      : `${member} will be deleted, and another one created`,
    isSame
      ? `${lost} Its password is set to that of the configuration, and its links to groups are made again in the same apply. ${sure} ` +
          'If the apply ends in between, the next one creates the member, but not the links that no ' +
          `appliance_ldap_group_membership declares.${unseen} If only the name of a resource changed, use a moved block instead.`
      : `${lost} Its links to groups are lost too, and so is its password: another login is another member. ${sure}${unseen}`,
  )
}
