import { type Answer, olderDialect as dialect } from '../protocol/envelope'
import type { Call, Route } from '../protocol/route'
import type { CertificateCenter } from './certificate-center'
import { RefusedForm, readCertificateData, readKeyBits, required, wholeNumber } from './certificate-form'

/**
 * What becomes of a signing request for a certificate that has one: unknown of real appliances, hence for choice. The common
 * name is unique per node (field notes, "csr"), and of what is not told.
 */
export type SigningRequests = 'repeatable' | 'once'

/**
 * The certificate routes (interface document 4.3). What the document does not show is assumed: fields come in a form, as the
 * console sends them; what the console insists on is refused where it is missing; a common name that the node has already
 * is refused by both creating routes.
 */
export function certificateRoutes(
  center: CertificateCenter,
  signingRequests: SigningRequests = 'repeatable',
): Route[] {
  return [
    {
      method: 'GET',
      path: '/certificate/csr/:commonName/:node',
      operation: 'signing-request',
      dialect,
      work: orderSigningRequest,
    },
    {
      method: 'POST',
      path: '/certificate/selfsigned',
      operation: 'self-signed',
      dialect,
      work: refusing(createSelfSigned),
    },
    {
      method: 'POST',
      path: '/certificate/server/create',
      operation: 'server-certificate',
      dialect,
      work: refusing(createServerCertificate),
    },
  ]

  function orderSigningRequest(call: Call): Answer {
    const node = call.parameter('node')
    if (!/^\d{1,9}$/.test(node)) return dialect.failure('INVALID_NODE_ID')
    const certificate = center.find(call.parameter('commonName'), Number(node))
    if (certificate === undefined) return dialect.failure('CERTIFICATE_NOT_FOUND')
    if (signingRequests === 'once' && certificate.signingRequests > 0)
      return dialect.failure('CERTIFICATE_EXISTS')
    center.orderSigningRequest(certificate.id)
    return dialect.success('')
  }

  function createSelfSigned(call: Call): Answer {
    const name = required(call, 'CertificateName')
    const data = readCertificateData(call)
    required(call, 'subjectAltName')
    required(call, 'subjectAltName1')
    const keyBits = readKeyBits(call)
    if (center.find(data.commonName, data.node) !== undefined) return dialect.failure('CERTIFICATE_EXISTS')
    center.create({ ...data, kind: 'self-signed', name, keyBits, derivedFrom: null })
    return dialect.success('')
  }

  function createServerCertificate(call: Call): Answer {
    const main = wholeNumber(call, 'certid')
    if (main === undefined) return dialect.failure('MISSING_CERTID')
    const data = readCertificateData(call)
    if (center.certificate(main) === undefined) return dialect.failure('CERTIFICATE_NOT_FOUND')
    if (center.find(data.commonName, data.node) !== undefined) return dialect.failure('CERTIFICATE_EXISTS')
    center.create({ ...data, kind: 'server', keyBits: null, derivedFrom: main })
    return dialect.success('')
  }
}

/** Answers a form that is refused, in place of throwing it. */
function refusing(work: (call: Call) => Answer): (call: Call) => Answer {
  return (call) => {
    try {
      return work(call)
    } catch (error) {
      if (error instanceof RefusedForm) return dialect.failure(error.message)
      throw error
    }
  }
}
