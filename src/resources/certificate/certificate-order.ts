import { isUnknown, type ProposedState, type Unknown, unknown } from '@webfilter/terraform-plugin'
import type { CertificateSubject } from '../../appliance/certificates/certificate-forms'
import type { Certificates } from '../../appliance/certificates/certificates'

import { refuse } from '../problem'
import type {
  certificateAttributes,
  SelfSignedOrder,
  ServerOrder,
  SigningRequestOrder,
} from './certificate-attributes'
import { certificateProblems } from './certificate-checks'

/** The ways to make a certificate, of which a resource uses one. */
export const orderKinds = ['signing_request', 'self_signed', 'server'] as const

export type OrderKind = (typeof orderKinds)[number]

/** A certificate resource when it is applied: one of the three is set. */
export interface CertificateOrders {
  readonly signing_request: SigningRequestOrder | null
  readonly self_signed: SelfSignedOrder | null
  readonly server: ServerOrder | null
}

/** What a resource orders: how it is called, and how it is sent. */
export interface CertificateOrder {
  /** `kind/node/common_name`. */
  readonly id: string
  send(certificates: Certificates, signal: AbortSignal): Promise<void>
}

/**
 * The one order of a resource.
 * @throws {ProviderError} where values that became known at apply leave none, or are wrong
 */
export function orderOf(orders: CertificateOrders): CertificateOrder {
  refuse(certificateProblems(orders))
  const { signing_request, self_signed, server } = orders
  if (signing_request) {
    const request = { commonName: signing_request.common_name, nodeId: signing_request.node_id }
    return {
      id: certificateId('signing_request', signing_request),
      send: (certificates, signal) => certificates.orderSigningRequest(request, signal),
    }
  }
  if (self_signed) {
    const { certificate_name: certificateName, key_size: keySize } = self_signed
    const certificate = { ...subjectOf(self_signed), certificateName, keySize }
    return {
      id: certificateId('self_signed', self_signed),
      send: (certificates, signal) => certificates.createSelfSigned(certificate, signal),
    }
  }
  if (server) {
    const certificate = { ...subjectOf(server), certificateId: server.certificate_id }
    return {
      id: certificateId('server', server),
      send: (certificates, signal) => certificates.createServer(certificate, signal),
    }
  }
  throw new TypeError('a certificate that was checked orders nothing')
}

/** The id of what a plan orders, as far as it is known. */
export function plannedId(proposed: ProposedState<typeof certificateAttributes>): string | Unknown {
  for (const kind of orderKinds) {
    const order = proposed[kind]
    if (order === null) continue
    if (isUnknown(order) || isUnknown(order.node_id) || isUnknown(order.common_name)) return unknown
    return certificateId(kind, { node_id: order.node_id, common_name: order.common_name })
  }
  return unknown
}

/** The common name is unique per node and kept in lower case (field notes, "Certificates"). */
export function certificateId(
  kind: OrderKind,
  { node_id, common_name }: Pick<SigningRequestOrder, 'node_id' | 'common_name'>,
): string {
  return `${kind}/${node_id}/${common_name.toLowerCase()}`
}

function subjectOf(order: Omit<ServerOrder, 'certificate_id'>): CertificateSubject {
  return {
    commonName: order.common_name,
    nodeId: order.node_id,
    alternativeNames: order.alternative_names ?? [],
    countryName: order.country_name,
    stateOrProvinceName: order.state_or_province_name,
    localityName: order.locality_name,
    organizationName: order.organization_name,
    organizationalUnit: order.organizational_unit,
    emailAddress: order.email_address,
    maxDays: order.certificate_max_days,
    extraFields: order.extra_fields ?? {},
  }
}
