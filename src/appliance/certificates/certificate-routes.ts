import { envelopeSize } from '../answer-size'
import type { Route } from '../route'

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

export const signingRequestRoute: Route = {
  ...certificates,
  method: 'GET',
  path: '/certificate/csr/[CommonName]/[NodeID]',
}

export const selfSignedRoute: Route = { ...certificates, method: 'POST', path: '/certificate/selfsigned' }

export const serverRoute: Route = { ...certificates, method: 'POST', path: '/certificate/server/create' }
