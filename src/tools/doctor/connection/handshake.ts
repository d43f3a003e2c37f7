import { isIP, type Socket } from 'node:net'
import { checkServerIdentity, connect as connectTls, type PeerCertificate } from 'node:tls'
import { quotable } from '../../../appliance/quotation/quotation'
import { noSecrets } from '../../../appliance/quotation/secrets'
import type { TlsSettings } from '../../../appliance/settings'
import type { Endpoint } from '../../../appliance/settings/endpoints'
import { placeOf } from './connect'

/** What a listener showed of itself when TLS began. */
export interface Handshake {
  /** The code for which the chain is refused, such as `SELF_SIGNED_CERT_IN_CHAIN`, its name aside; undefined where it is not. */
  readonly distrust: string | undefined
  /** The name that the certificate has to carry. */
  readonly expectedName: string
  readonly carriesName: boolean
  /** Every name that it does carry, and the common name where there is none. */
  readonly names: readonly string[]
  readonly validFrom: Date
  readonly validTo: Date
}

/** Begins TLS on a connection, whoever is at the other end. Throws the system's error where it does not come about. */
export function shakeHands(
  socket: Socket,
  { origin }: Endpoint,
  tls: TlsSettings,
  signal: AbortSignal,
): Promise<Handshake> {
  const { host } = placeOf(origin)
  const expectedName = tls.serverName ?? host
  return new Promise((resolve, reject) => {
    const giveUp = () => void secure.destroy(new Error('given up'))
    const secure = connectTls({
      socket,
      host,
      rejectUnauthorized: false,
      ...(isIP(expectedName) === 0 && { servername: expectedName }),
      ...(tls.caCertificate && { ca: tls.caCertificate }),
      ...(tls.clientCertificate && { cert: tls.clientCertificate }),
      ...(tls.clientKey && { key: tls.clientKey }),
    })
    signal.addEventListener('abort', giveUp, { once: true })
    secure.once('secureConnect', () => {
      signal.removeEventListener('abort', giveUp)
      const certificate = secure.getPeerCertificate()
      const code = secure.authorizationError ? String(secure.authorizationError) : undefined
      resolve(handshakeOf(certificate, expectedName, code))
      secure.destroy()
    })
    secure.once('error', reject)
    if (signal.aborted) giveUp()
  })
}

function handshakeOf(
  certificate: PeerCertificate,
  expectedName: string,
  code: string | undefined,
): Handshake {
  const { subjectaltname = '', valid_from: validFrom, valid_to: validTo } = certificate
  const names = subjectaltname.split(/,\s*/).flatMap((name) => name.replace(/^(?:DNS|IP Address):/, '') || [])
  return {
    distrust: code === 'ERR_TLS_CERT_ALTNAME_INVALID' ? undefined : code,
    expectedName,
    carriesName: checkServerIdentity(expectedName, certificate) === undefined,
    names: (names.length > 0 ? names : [certificate.subject?.CN].flat()).flatMap((name) =>
      name === undefined ? [] : [quotable(name, noSecrets)],
    ),
    validFrom: new Date(validFrom),
    validTo: new Date(validTo),
  }
}
