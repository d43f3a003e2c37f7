import type { CertificateSubject, Certificates } from '@webfilter/appliance-client'
import { certificateOf, sentName } from '@webfilter/appliance-declarations/certificate-names'
import type { State } from '@webfilter/terraform-plugin'
import {
  type certificateAttributes,
  comparedOrder,
  type ServerOrder,
  type SigningRequestOrder,
} from './certificate-attributes'

/** The ways to make a certificate, of which a resource uses one. */
export const orderKinds = ['signing_request', 'self_signed', 'server'] as const

/** The order of a resource: its id, and how it is sent. */
export interface CertificateOrder {
  /** `kind/node/common_name`. */
  readonly id: string
  /** All that is ordered, as one text: the same for the same certificate. */
  readonly details: string
  send(certificates: Certificates, signal: AbortSignal): Promise<void>
}

/** The ways to order a certificate, when a resource is applied: one of the three is set, but for a state that was imported. */
export type CertificateOrders = Pick<State<typeof certificateAttributes>, (typeof orderKinds)[number]>

/** The one order of a resource. @throws {TypeError} if there is none */
export function orderIn({ signing_request, self_signed, server }: CertificateOrders): CertificateOrder {
  if (signing_request) {
    const id = certificateId('signing_request', signing_request)
    const request = { commonName: sentName(signing_request.common_name), nodeId: signing_request.node_id }
    return {
      id,
      details: certificateOf(id),
      send: (certificates, signal) => certificates.orderSigningRequest(request, signal),
    }
  }
  if (self_signed) {
    const { certificate_name: certificateName, key_size: keySize } = self_signed
    const certificate = { ...subjectOf(self_signed), certificateName, keySize }
    const id = certificateId('self_signed', self_signed)
    return {
      id,
      details: JSON.stringify([certificateOf(id), comparedOrder(self_signed)]),
      send: (certificates, signal) => certificates.createSelfSigned(certificate, signal),
    }
  }
  if (server) {
    const certificate = { ...subjectOf(server), certificateId: server.certificate_id }
    const id = certificateId('server', server)
    return {
      id,
      details: JSON.stringify([certificateOf(id), comparedOrder(server)]),
      send: (certificates, signal) => certificates.createServer(certificate, signal),
    }
  }
  throw new TypeError('a certificate that was checked orders nothing')
}

/** The common name is unique per node and kept in lower case (docs/appliance, "Common names"). */
export function certificateId(
  kind: (typeof orderKinds)[number],
  { node_id, common_name }: Pick<SigningRequestOrder, 'node_id' | 'common_name'>,
): string {
  return `${kind}/${node_id}/${common_name.toLowerCase()}`
}

function subjectOf(order: Omit<ServerOrder, 'certificate_id'>): CertificateSubject {
  return {
    commonName: sentName(order.common_name),
    nodeId: order.node_id,
    alternativeNames: (order.alternative_names ?? []).map(sentName),
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
