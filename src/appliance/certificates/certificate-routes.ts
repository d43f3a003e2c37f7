import { envelopeSize } from '../protocol/answer-size'
import type { Route } from '../protocol/route'
import { openFormBody } from '../request-body'

/** The routes of the certificate area (interface document, 4.3). */

const certificates = {
  area: 'certificates',
  changes: true,
  answer: envelopeSize,
  // Each request makes another key or certificate, and there is no route that tells what is there already.
  repeatable: 'never',
  release: 'a release that the interface document does not name',
  withoutIt:
    'Check endpoints.certificates.url, or use the certificate center in the console of the appliance.',
} as const

export const signingRequestRoute = {
  ...certificates,
  method: 'GET',
  path: '/certificate/csr/[CommonName]/[NodeID]',
} as const satisfies Route

/** What both forms hold, as the console sends it (field notes, "Certificates"). */
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
