import { type ChannelCredentials, Client, credentials, type ServiceError } from '@grpc/grpc-js'
import { certificatePem, type SelfSignedCertificate } from '../src/terraform/plugin/certificate'
import type { PartialMessage } from '../src/terraform/protobuf/message'
import { type Rpc, unary } from '../src/terraform/protocol/rpc'

/** Lets the provider end: a procedure of go-plugin's own. */
export const shutdown = {
  path: '/plugin.GRPCController/Shutdown',
  rpc: unary('Shutdown', { request: {}, response: {} }),
}

/** The standard gRPC client in the place of Terraform's. */
export class StandardClient {
  readonly #grpc: Client

  constructor(socketPath: string, channel: ChannelCredentials) {
    this.#grpc = new Client(`unix:${socketPath}`, channel, {
      'grpc.ssl_target_name_override': 'localhost',
      'grpc.default_authority': 'localhost',
      'grpc.use_local_subchannel_pool': 1,
    })
  }

  call<Request, Response>(
    path: string,
    rpc: Rpc<Request, Response, 'unary'>,
    request: PartialMessage<Request>,
  ): Promise<Response> {
    return new Promise((resolve, reject) => {
      this.#grpc.makeUnaryRequest(
        path,
        (value: PartialMessage<Request>) => rpc.request.encode(value),
        (bytes: Buffer) => rpc.response.decode(bytes),
        request,
        (error: ServiceError | null, response?: Response) =>
          error || response === undefined ? reject(error) : resolve(response),
      )
    })
  }

  close(): void {
    this.#grpc.close()
  }
}

/**
 * The credentials of a host.
 *
 * @param providerCertificate the one of the handshake, in base64
 * @param host what the host shows; `undefined` where it has turned TLS off
 */
export function hostCredentials(
  providerCertificate: string,
  host: SelfSignedCertificate | undefined,
): ChannelCredentials {
  if (!host) return credentials.createInsecure()
  const trusted = Buffer.from(certificatePem(Buffer.from(providerCertificate, 'base64')))
  const key = Buffer.from(host.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return credentials.createSsl(trusted, key, Buffer.from(certificatePem(host.certificate)))
}
