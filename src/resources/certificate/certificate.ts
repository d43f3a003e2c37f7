import {
  IncompleteChange,
  isUnknown,
  type ProposedState,
  ProviderError,
  type State,
  sameValue,
  type Unknown,
  unknown,
} from '@webfilter/terraform-plugin'
import type { CertificateSubject, Certificates } from '../../appliance/certificates'

import { ApplianceError, mayHaveWorked } from '../../appliance/errors'
import { refuse, report, resource } from '../../definitions'
import {
  certificateAdopted,
  certificateExists,
  certificateIdInvalid,
  certificateMismatch,
  certificateOutcomeUnknown,
  certificateStays,
  certificateTakenAsConfigured,
  certificateUnverified,
} from '../../diagnostics/other-areas'
import {
  certificateAttributes,
  certificateProblems,
  type SelfSignedOrder,
  type ServerOrder,
  type SigningRequestOrder,
} from './certificate-attributes'

/** An order to the certificate center of the appliance (interface document, 4.3). */
export const certificate = resource('certificate', {
  description:
    'Orders a certificate in the certificate center of the appliance: a certificate signing request, a self-signed certificate, or ' +
    'a server certificate. Exactly one of `signing_request`, `self_signed` and `server` must be set. Every change to it orders ' +
    'another certificate.',
  documentation: {
    subcategory: 'Certificates',
    irreversible:
      '~> **Warning:** The REST interface cannot withdraw a certificate or a signing request. If an apply creates or ' +
      'replaces this resource, the certificate center contains one more of them, which stays.',
    destroy:
      'Nothing is sent. The certificate or signing request stays in the certificate center, and the plan warns about it. Terraform ' +
      'only removes it from the state.',
    drift:
      'None. The REST interface cannot list the certificates. The state contains the certificate as it was ordered; a certificate ' +
      'that was removed or renewed in the console is not detected.\n\n' +
      'If the answer to an order is lost, the provider cannot determine whether the appliance carried it out. The apply fails, and ' +
      'Terraform marks the resource as tainted. Check the certificate center, and run `terraform untaint` if the certificate exists. ' +
      'Otherwise the next apply orders it again, which the appliance rejects while it has a certificate with this name.\n\n' +
      'The appliance also rejects an order if an earlier apply was killed while it ordered the certificate, or if a change orders ' +
      'another certificate with the name of one that stays. With `on_existing = "adopt"`, such an apply takes over the existing ' +
      'certificate. Otherwise its error says what to do.',
    import:
      'The ID is `kind/node/common_name`. The kind is `signing_request`, `self_signed` or `server`. The import verifies nothing, ' +
      'because the certificate center cannot be read. The next apply takes the details of the certificate from the configuration, ' +
      'and sends nothing. A configuration that describes another certificate is rejected.',
  },

  attributes: certificateAttributes,

  identity: {
    id: {
      forImport: 'required',
      description: 'Kind, node and common name of the certificate: `kind/node/common_name`.',
    },
  },

  validate({ config, diagnostics }) {
    report(certificateProblems(config), diagnostics)
  },

  plan({ prior, proposed, diagnostics, requireReplace }) {
    const id = plannedId(proposed)
    if (prior === null) return { id }
    if (isImportedOnly(prior)) {
      refuseAnother(prior.id, id)
      diagnostics.raise(certificateTakenAsConfigured(prior))
      return { id: prior.id }
    }
    const changed = orderKinds.filter(
      (kind) => !sameValue(certificateAttributes[kind].type, prior[kind], proposed[kind]),
    )
    if (changed.length === 0) return { id: prior.id }
    for (const kind of changed) requireReplace(kind)
    diagnostics.raise(
      certificateStays({
        id: prior.id,
        successor: id === prior.id ? successorOf(proposed.on_existing) : undefined,
      }),
    )
    return { id }
  },

  planDestroy({ state, diagnostics }) {
    diagnostics.raise(certificateStays({ id: state.id, successor: undefined }))
  },

  async create({ plan, appliance, diagnostics, signal }) {
    const order = orderOf(plan)
    const state = { ...plan, id: order.id }
    try {
      await order.send(appliance.certificates, signal)
      return state
    } catch (error) {
      if (error instanceof ApplianceError && error.kind === 'exists') {
        const existing = { id: order.id, reason: error.message }
        if (plan.on_existing !== 'adopt')
          throw new ProviderError(certificateExists(existing), { cause: error })
        diagnostics.raise(certificateAdopted(existing))
        return state
      }
      if (!mayHaveWorked(error)) throw error
      // With a state, Terraform marks the resource as tainted: the next plan then shows that it orders the certificate again.
      const unknown = certificateOutcomeUnknown({ id: order.id, reason: error.message })
      throw new IncompleteChange(state, new ProviderError(unknown, { cause: error }))
    }
  },

  async read({ state }) {
    return state
  },

  /** Sends nothing: an update changes an option, or takes over what an import could not read. */
  async update({ prior, plan }) {
    const { id } = orderOf(plan)
    refuseAnother(prior.id, id)
    return { ...plan, id }
  },

  async delete() {},

  async importState({ id, identity, diagnostics }) {
    const state = importedCertificate(id ?? identity.id)
    diagnostics.raise(certificateUnverified(state))
    return state
  },
})

/** The outcome of an order for another certificate of the same name, as far as it is known. */
function successorOf(onExisting: string | Unknown): 'adopts' | 'may be refused' {
  return onExisting === 'adopt' ? 'adopts' : 'may be refused'
}

/** The ways to make a certificate, of which a resource uses one. */
const orderKinds = ['signing_request', 'self_signed', 'server'] as const

type OrderKind = (typeof orderKinds)[number]

/** The ways to order a certificate when a resource is applied: one of the three is set. */
interface CertificateOrders {
  readonly signing_request: SigningRequestOrder | null
  readonly self_signed: SelfSignedOrder | null
  readonly server: ServerOrder | null
}

/** The order of a resource: its id, and how it is sent. */
interface CertificateOrder {
  /** `kind/node/common_name`. */
  readonly id: string
  send(certificates: Certificates, signal: AbortSignal): Promise<void>
}

/**
 * The one order of a resource.
 * @throws {ProviderError} if values that became known at apply leave no order, or are wrong
 */
function orderOf(orders: CertificateOrders): CertificateOrder {
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
function plannedId(proposed: ProposedState<typeof certificateAttributes>): string | Unknown {
  for (const kind of orderKinds) {
    const order = proposed[kind]
    if (order === null) continue
    if (isUnknown(order) || isUnknown(order.node_id) || isUnknown(order.common_name)) return unknown
    return certificateId(kind, { node_id: order.node_id, common_name: order.common_name })
  }
  return unknown
}

/** The common name is unique per node and kept in lower case (field notes, "Certificates"). */
function certificateId(
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

type CertificateState = State<typeof certificateAttributes>

/**
 * The state of an imported certificate: only the id, since no route returns the rest. The next plan takes the rest from the
 * configuration. The same holds for a signing request, although its id contains all of it: with its order in the state, a change would
 * order another certificate.
 * @throws {ProviderError} if the id is invalid
 */
function importedCertificate(id: string): CertificateState {
  const [, kind, node = '', name = ''] = /^(\w+)\/(\d{1,10})\/(.+)$/.exec(id.trim()) ?? []
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

/** Whether the state is that of an import, without the order of the certificate. */
function isImportedOnly(state: CertificateOrders): boolean {
  return orderKinds.every((kind) => state[kind] === null)
}

/**
 * Refuses a configuration that describes another certificate than the imported one. A replacement would order one, which an import does
 * not ask for.
 * @param described the id of what the configuration describes, as far as it is known
 */
function refuseAnother(imported: string, described: ProposedState<typeof certificateAttributes>['id']): void {
  if (isUnknown(described) || described === imported) return
  throw new ProviderError(certificateMismatch({ described, imported }))
}

const largestNode = 2_147_483_647
