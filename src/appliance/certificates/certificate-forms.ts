import type { Assumption } from '../assumption'
import { selfSignedRoute, serverRoute } from './certificate-routes'

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
export interface SelfSignedCertificate extends CertificateSubject {
  /** How the certificate center is to call it. */
  readonly certificateName: string
  /** Bits. */
  readonly keySize: number
}

/** What a server certificate is ordered with. */
export interface ServerCertificate extends CertificateSubject {
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
    assumed: 'The appliance treats a field that is not sent as empty.',
    ifWrong: "The apply fails with the appliance's error text, which names the field. Set that field.",
  },
  {
    topic: 'Alternative names of a self-signed certificate',
    assumed:
      'The first two are required because the console insists on them. If one is missing, the provider sends the common name instead.',
    ifWrong: 'The certificate repeats its common name among the alternative names, which does no harm.',
  },
  {
    topic: 'Answer of the server certificate route',
    assumed: 'The answer is the envelope of the other certificate routes.',
    ifWrong: 'The apply fails with an error that quotes the answer, although the certificate may exist.',
  },
  {
    topic: 'Rejection of a certificate that exists',
    assumed: 'Error or Info of the answer begins with the word CERTIFICATE_EXISTS, in any letter case.',
    ifWrong:
      'The apply fails with the error text of the appliance, even with on_existing = "adopt". Import the certificate.',
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
