import type { Socket } from 'node:net'
import { basename, dirname } from 'node:path'
import { type ListeningAddress, socketFileName, socketFolderPrefix } from './listener'
import { type Logger, processLogger } from './logger'
import type { PluginOptions } from './plugin-options'
import { createPluginServer } from './plugin-server'
import { exitOnCrash } from './process/crash'
import type { HostWatch } from './process/host-watch'
import { Lifetime } from './process/lifetime'
import { redirectStandardOutput } from './process/standard-output'
import { removeStaleSocketFolders } from './stale-sockets'
import type { SelfSignedCertificate } from './tls/certificate'
import { mutualTls } from './tls/mutual-tls'

/** Both sides' certificates. */
export interface MutualTrust {
  readonly own: SelfSignedCertificate
  /** DER. */
  readonly hostCertificate: Uint8Array
}

/**
 * Everything that a started plugin does once its host knows where to dial. Returns the function that serves a
 * connection. Loaded after the handshake: HTTP/2, TLS and the protocol's messages take longer than all before.
 *
 * @param trust `undefined` when the host has turned TLS off
 */
export function serveHostedBy(
  options: PluginOptions,
  listening: ListeningAddress,
  watch: HostWatch,
  trust: MutualTrust | undefined,
): (socket: Socket) => void {
  const logger = processLogger(options.name)
  exitOnCrash(`terraform-provider-${options.name}`, logger)
  redirectStandardOutput(logger)
  const lifetime = new Lifetime(logger, watch)
  const server = createPluginServer(options, { logger, signal: lifetime.signal }, lifetime)
  lifetime.governs(server)
  // A socket in a folder of the host's choice has another name: what stands beside that folder is not looked into.
  if (basename(listening.address) === socketFileName) cleanUpLater(options.name, listening.address, logger)
  const accept = (socket: Socket) => server.accept(socket)
  return trust ? mutualTls({ ...trust.own, hostCertificate: trust.hostCertificate, logger }, accept) : accept
}

/** Old folders are looked for only by a process that lives for more than a moment. */
function cleanUpLater(name: string, socketPath: string, logger: Logger): void {
  setTimeout(() => {
    removeStaleSocketFolders(dirname(dirname(socketPath)), socketFolderPrefix(name)).catch((error: unknown) =>
      logger.debug('Old socket folders could not be removed.', { error: String(error) }),
    )
  }, 1000).unref()
}
