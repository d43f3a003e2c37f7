import { ApplianceError } from './errors'
import type { CertificateOrder } from './incidents'
import { type Envelope, failureOf, readEnvelope } from './protocol/envelope'
import { type Assumption, envelopeSize, openFormBody, type Route } from './protocol/route'
import type { RouteCaller, RouteRequest } from './protocol/route-caller'

/** What a signing request is ordered for. */
interface SigningRequest {
  readonly commonName: string
  /** The node group; a single server is 0. */
  readonly nodeId: number
}

/**
 * The certificate area of one appliance (docs/appliance, "Routes"). It can only create: no route
 * lists or removes what is there. No request is repeated once it was sent. Every method throws `ApplianceError`: `exists` where
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
      incident: exists
        ? failure.incident
        : { is: 'certificate-order-refused', order, failure: failure.incident },
      cause: failure,
    })
  }
}

/**
 * Whether a refusal says that the certificate exists already. Errors are upper-case tokens (docs/appliance, "Failures"); which
 * one this is, is an assumption. It has to begin the text: a name that the appliance quotes may hold any word.
 */
function saysThatItExists({ error, info }: Envelope): boolean {
  return [error, info].some((text) => /^CERTIFICATE_EXISTS(?![\w-]|\.\w)/i.test(text))
}

/** The routes of the certificate area (docs/appliance, "Routes"). */

const certificates = {
  area: 'certificates',
  changes: true,
  answer: envelopeSize,
  // Each request makes another key or certificate, and no route lists what is there already.
  repeatable: 'never',
  release: 'a release that is not documented',
  withoutIt:
    'Check endpoints.certificates.url, or use the certificate center in the console of the appliance.',
} as const

export const signingRequestRoute = {
  ...certificates,
  method: 'GET',
  path: '/certificate/csr/[CommonName]/[NodeID]',
} as const satisfies Route

/** What both forms hold, as the console sends it (docs/appliance, "Certificate forms"). */
const subjectFields = {
  CommonName: 'plain',
  NodeID: 'plain',
  CertificateMaxDays: 'plain',
  CountryName: 'plain',
  stateOrProvinceName: 'plain',
  localityName: 'plain',
  OrganizationName: 'plain',
  OrganizationalUnit: 'plain',
  emailAddress: 'plain',
  subjectAltName: 'plain',
  subjectAltName1: 'plain',
  subjectAltName2: 'plain',
} as const

export const selfSignedRoute = {
  ...certificates,
  method: 'POST',
  path: '/certificate/selfsigned',
  body: openFormBody({ CertificateName: 'plain', levelenc: 'plain', ...subjectFields }),
} as const satisfies Route

export const serverRoute = {
  ...certificates,
  method: 'POST',
  path: '/certificate/server/create',
  body: openFormBody({ certid: 'plain', ...subjectFields }),
} as const satisfies Route

/** Whom a certificate is about, and for how long; null for what is left out. */
export interface CertificateSubject {
  readonly commonName: string
  /** The node group; a single server is 0. */
  readonly nodeId: number
  /** Three at most: the form has no more fields. */
  readonly alternativeNames: readonly string[]
  /** Two letters. */
  readonly countryName: string | null
  readonly stateOrProvinceName: string | null
  readonly localityName: string | null
  readonly organizationName: string | null
  readonly organizationalUnit: string | null
  readonly emailAddress: string | null
  /** Days for which it is valid. */
  readonly maxDays: number
  /** Further fields of the form, sent as they are. */
  readonly extraFields: Readonly<Record<string, string>>
}

/** What a self-signed certificate is ordered with. */
interface SelfSignedCertificate extends CertificateSubject {
  /** How the certificate center is to call it. */
  readonly certificateName: string
  /** Bits. */
  readonly keySize: number
}

/** What a server certificate is ordered with. */
interface ServerCertificate extends CertificateSubject {
  /** Number of the stored certificate from which it is built. */
  readonly certificateId: number
}

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Fields of the body of the self-signed and server certificate routes',
    assumed: 'They are the form fields that the console sends.',
    ifWrong: 'The appliance ignores or rejects a field. To send it under another name, use extra_fields.',
  },
  {
    topic: 'Fields that are not sent',
    assumed: 'They count as empty.',
    ifWrong: "The apply fails with the appliance's error text. Set the field that it names.",
  },
  {
    topic: 'Alternative names of a self-signed certificate',
    assumed: 'Two are required, as in the console. The common name replaces missing ones.',
    ifWrong: 'The certificate repeats its common name, which does no harm.',
  },
  {
    topic: 'Answer of the server certificate route',
    assumed: 'It is the envelope of the other certificate routes.',
    ifWrong: 'The apply fails, although the certificate may exist.',
  },
  {
    topic: 'Rejection of a certificate that exists',
    assumed: 'Error or Info begins with CERTIFICATE_EXISTS, in any letter case.',
    ifWrong: 'The apply fails, even with on_existing = "adopt". Import the certificate.',
  },
]

/** The form of a self-signed certificate, by the names of the wire. */
export function selfSignedForm(certificate: SelfSignedCertificate): Readonly<Record<string, string>> {
  const [first = certificate.commonName, second = certificate.commonName, ...others] =
    certificate.alternativeNames
  return {
    CertificateName: certificate.certificateName,
    levelenc: String(certificate.keySize),
    ...subjectForm({ ...certificate, alternativeNames: [first, second, ...others] }),
  }
}

/** The form of a server certificate, by the names of the wire. */
export function serverForm(certificate: ServerCertificate): Readonly<Record<string, string>> {
  return { certid: String(certificate.certificateId), ...subjectForm(certificate) }
}

const alternativeNameFields = ['subjectAltName', 'subjectAltName1', 'subjectAltName2'] as const

/** How many alternative names the form of a self-signed certificate has at least: the common name stands for those that are missing. */
export const requiredAlternativeNames = 2

/** How many alternative names the forms have fields for. */
export const mostAlternativeNames = alternativeNameFields.length

/** Every field that the forms write by themselves, in lower case. */
export const formFields: ReadonlySet<string> = new Set(
  [...Object.keys(selfSignedRoute.body.fields), ...Object.keys(serverRoute.body.fields)].map((name) =>
    name.toLowerCase(),
  ),
)

function subjectForm(subject: CertificateSubject): Readonly<Record<string, string>> {
  const form: Record<string, string | null> = {
    CommonName: subject.commonName,
    NodeID: String(subject.nodeId),
    CertificateMaxDays: String(subject.maxDays),
    CountryName: subject.countryName,
    stateOrProvinceName: subject.stateOrProvinceName,
    localityName: subject.localityName,
    OrganizationName: subject.organizationName,
    OrganizationalUnit: subject.organizationalUnit,
    emailAddress: subject.emailAddress,
  }
  for (const [index, field] of alternativeNameFields.entries()) {
    form[field] = subject.alternativeNames[index] ?? null
  }
  const written = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== null)
  return { ...subject.extraFields, ...Object.fromEntries(written) }
}
