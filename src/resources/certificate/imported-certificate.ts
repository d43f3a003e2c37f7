import { isUnknown, type ProposedState, ProviderError, type State } from '@webfilter/terraform-plugin'
import { certificateIdInvalid, certificateMismatch } from '../../diagnostics/other-areas'

import type { certificateAttributes } from './certificate-attributes'
import { type CertificateOrders, certificateId, orderKinds } from './certificate-order'

type CertificateState = State<typeof certificateAttributes>

/**
 * The state of a certificate that is imported: nothing but the id, since no route tells the rest. The plan after that takes it from
 * the configuration. So it is with a signing request, although its id tells all of it: a state that says what was ordered looks like
 * that of an order, whose change makes another one.
 * @throws {ProviderError} where the id is none
 */
export function importedCertificate(id: string): CertificateState {
  const [, kind, node = '', name = ''] = /^(\w+)\/(\d{1,10})\/(.*\S.*)$/.exec(id.trim()) ?? []
  const known = orderKinds.find((each) => each === kind)
  if (known === undefined || Number(node) > largestNode) throw new ProviderError(certificateIdInvalid({ id }))
  return {
    signing_request: null,
    self_signed: null,
    server: null,
    on_existing: 'fail',
    id: certificateId(known, { common_name: name, node_id: Number(node) }),
  }
}

/** Whether a state says what was imported, and nothing yet of what it was ordered with. */
export function isImportedOnly(state: CertificateOrders): boolean {
  return orderKinds.every((kind) => state[kind] === null)
}

/**
 * Refuses a configuration that describes another certificate than the one that was imported. To replace it would order
 * another one, and nobody asked for that.
 * @param described the id of what the configuration describes, as far as it is known
 */
export function refuseAnother(
  imported: string,
  described: ProposedState<typeof certificateAttributes>['id'],
): void {
  if (isUnknown(described) || described === imported) return
  throw new ProviderError(certificateMismatch({ described, imported }))
}

const largestNode = 2_147_483_647
