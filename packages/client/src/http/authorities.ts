import * as tls from 'node:tls'

/** What Node 22.19 and 24.5 have, and older ones do not. */
interface AuthoritiesOfNode {
  readonly rootCertificates: readonly string[]
  getCACertificates?(kind: 'default' | 'system'): readonly string[]
  setDefaultCACertificates?(certificates: readonly string[]): void
}

/** What connections trust is a setting of the whole process. */
let isDone = false

/**
 * Lets all connections of this process trust the authorities of the system beside those of Node, as other programs do: on Linux those that
 * `SSL_CERT_FILE` and `SSL_CERT_DIR` name. Reading them takes some 30 milliseconds, so it is done for the first connection with TLS.
 */
export function trustSystemAuthorities(): void {
  const { getCACertificates, setDefaultCACertificates }: AuthoritiesOfNode = tls
  if (isDone || !getCACertificates || !setDefaultCACertificates) return
  isDone = true
  setDefaultCACertificates([...new Set([...getCACertificates('default'), ...getCACertificates('system')])])
}
