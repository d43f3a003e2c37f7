import { type Envelope, failureOf, readEnvelope } from '../envelope'
import { ApplianceError } from '../errors'
import type { Route } from '../route'
import type { RouteCaller, RouteRequest } from '../route-caller'
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

/** The common name is unique per node (field notes, "Certificates"). */
const takenName =
  'Where it says that the common name is taken, import it, take another name, or remove the certificate in the certificate center.'

/** The certificate area of the appliance that the caller reaches. Sends nothing by itself. */
export function createCertificates(caller: RouteCaller): Certificates {
  return {
    async orderSigningRequest({ commonName, nodeId }, signal) {
      const parameters = { CommonName: commonName, NodeID: nodeId }
      const missing = `Store the data of ${JSON.stringify(commonName)} in the certificate center of the appliance first, then apply again.`
      await send(signingRequestRoute, { parameters }, missing, signal)
    },
    async createSelfSigned(certificate, signal) {
      const wrong = `Correct what the quoted text names, then apply again. ${takenName}`
      await send(selfSignedRoute, { form: selfSignedForm(certificate) }, wrong, signal)
    },
    async createServer(certificate, signal) {
      const missing = `Check that the certificate center has a certificate with the number ${certificate.certificateId}, and what else the quoted text names. ${takenName}`
      await send(serverRoute, { form: serverForm(certificate) }, missing, signal)
    },
  }

  /** @param advice what to do where the appliance says that it did not work */
  async function send(
    route: Route,
    request: RouteRequest,
    advice: string,
    signal: AbortSignal,
  ): Promise<void> {
    const answer = await caller.ask(route, request, signal)
    const envelope = readEnvelope(answer)
    if (envelope.succeeded) return
    const failure = failureOf(answer, envelope)
    if (failure.kind !== 'failed') throw failure
    if (!saysThatItExists(envelope)) {
      throw new ApplianceError({ kind: 'failed', message: failure.message, advice, cause: failure })
    }
    throw new ApplianceError({
      kind: 'exists',
      message: failure.message,
      advice: 'Take another common name, or remove the certificate in the certificate center.',
      cause: failure,
    })
  }
}

/**
 * Whether a refusal says that the certificate exists already. Errors are upper-case tokens (field notes, "Error texts"); which
 * one this is, is an assumption. It has to begin the text: a name that the appliance quotes may hold any word.
 */
function saysThatItExists({ error, info }: Envelope): boolean {
  return [error, info].some((text) => /^CERTIFICATE_EXISTS(?![\w-]|\.\w)/i.test(text))
}
