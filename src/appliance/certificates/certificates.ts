import { certificateOrderRefused } from '../../diagnostics/other-areas'
import { ApplianceError } from '../errors'
import { type Envelope, failureOf, readEnvelope } from '../protocol/envelope'
import type { Route } from '../protocol/route'
import type { RouteCaller, RouteRequest } from '../protocol/route-caller'
import {
  type SelfSignedCertificate,
  type ServerCertificate,
  selfSignedForm,
  serverForm,
} from './certificate-forms'
import { selfSignedRoute, serverRoute, signingRequestRoute } from './certificate-routes'

/** What a signing request is ordered for. */
export interface SigningRequest {
  readonly commonName: string
  /** The node group; a single server is 0. */
  readonly nodeId: number
}

/**
 * The certificate area of one appliance (interface document, 4.3). It can only make things: nothing tells what is there,
 * and nothing takes it away. No request is repeated once it was sent. Every method throws `ApplianceError`: `exists` where
 * the appliance has a certificate of this common name on the node already.
 */
export interface Certificates {
  /** Orders a signing request for a common name whose data the certificate center holds already. */
  orderSigningRequest(request: SigningRequest, signal: AbortSignal): Promise<void>
  createSelfSigned(certificate: SelfSignedCertificate, signal: AbortSignal): Promise<void>
  /** Builds a server certificate from one that the certificate center holds already. */
  createServer(certificate: ServerCertificate, signal: AbortSignal): Promise<void>
}

/** The certificate area of the appliance that the caller reaches. Sends nothing by itself. */
export function createCertificates(caller: RouteCaller): Certificates {
  return {
    async orderSigningRequest({ commonName, nodeId }, signal) {
      const parameters = { CommonName: commonName, NodeID: nodeId }
      await send(signingRequestRoute, { parameters }, { kind: 'signing_request', commonName }, signal)
    },
    async createSelfSigned(certificate, signal) {
      await send(
        selfSignedRoute,
        { body: selfSignedRoute.body.with(selfSignedForm(certificate)) },
        { kind: 'self_signed' },
        signal,
      )
    },
    async createServer(certificate, signal) {
      const { certificateId } = certificate
      await send(
        serverRoute,
        { body: serverRoute.body.with(serverForm(certificate)) },
        { kind: 'server', certificateId },
        signal,
      )
    },
  }

  async function send(
    route: Route,
    request: RouteRequest,
    order: CertificateOrder,
    signal: AbortSignal,
  ): Promise<void> {
    const answer = await caller.ask(route, request, signal)
    const envelope = readEnvelope(answer)
    if (envelope.succeeded) return
    const failure = failureOf(answer, envelope)
    if (failure.kind !== 'failed') throw failure
    const exists = saysThatItExists(envelope)
    throw new ApplianceError({
      kind: exists ? 'exists' : 'failed',
      told: exists ? failure.told : certificateOrderRefused({ order, reason: failure.message }),
      cause: failure,
    })
  }
}

/** What is ordered, as far as it tells what may be missing for it. */
type CertificateOrder = Parameters<typeof certificateOrderRefused>[0]['order']

/**
 * Whether a refusal says that the certificate exists already. Errors are upper-case tokens (field notes, "Error texts"); which
 * one this is, is an assumption. It has to begin the text: a name that the appliance quotes may hold any word.
 */
function saysThatItExists({ error, info }: Envelope): boolean {
  return [error, info].some((text) => /^CERTIFICATE_EXISTS(?![\w-]|\.\w)/i.test(text))
}
