import { constants, type KeyObject } from 'node:crypto'
import type { Socket } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { certificatePem } from './certificate'
import type { Logger } from './logger'

export interface MutualTlsOptions {
  /** DER of the certificate that the host was told to trust. */
  readonly certificate: Uint8Array
  readonly privateKey: KeyObject
  /** DER of the only certificate that is let in. */
  readonly hostCertificate: Uint8Array
  readonly logger: Logger
}

/**
 * Lets in the host and nobody else: a connection is handed on only when its peer has proved to hold the key of
 * exactly the host's certificate. Returns the function that takes raw connections.
 *
 * The certificate is compared here, byte for byte, instead of being verified by way of `ca`: that would make Node
 * build its store of root certificates, which takes as long as starting Node itself.
 */
export function mutualTls(
  options: MutualTlsOptions,
  accept: (socket: TLSSocket) => void,
): (socket: Socket) => void {
  const { logger } = options
  const server = createServer({
    key: options.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: certificatePem(options.certificate),
    ca: [],
    requestCert: true,
    rejectUnauthorized: false,
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['h2'],
    secureOptions: constants.SSL_OP_NO_TICKET,
  })
  server.on('secureConnection', (socket) => {
    if (isHost(socket, options.hostCertificate)) {
      accept(socket)
      return
    }
    logger.warn('Rejected a connection: its certificate is not that of the host that started this provider.')
    socket.destroy()
  })
  server.on('tlsClientError', (error) =>
    logger.warn('Rejected a connection because TLS failed.', { error: error.message }),
  )
  return (socket) => server.emit('connection', socket)
}

function isHost(socket: TLSSocket, hostCertificate: Uint8Array): boolean {
  const presented = socket.getPeerX509Certificate()?.raw
  return presented !== undefined && hostCertificate.length > 0 && presented.equals(hostCertificate)
}
