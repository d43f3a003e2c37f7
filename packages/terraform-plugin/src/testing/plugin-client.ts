import type { ChannelCredentials, Client, ServiceError } from '@grpc/grpc-js'
import { certificatePem, type SelfSignedCertificate } from '../plugin/certificate'
import { enumeration, field, string } from '../protobuf/field'
import { type Message, type MessageType, message, type PartialMessage } from '../protobuf/message'

import type { Rpc } from '../protocol/rpc'
import type { ProviderRpcs, RequestOf } from '../protocol/service'
import { providerService, providerServiceName } from '../protocol/tfplugin6'

export const Empty = message('Empty', {})
const HealthRequest = message('HealthCheckRequest', { service: field(1, string) })
const HealthResponse = message('HealthCheckResponse', {
  status: field(1, enumeration({ unknown: 0, serving: 1, notServing: 2 })),
})

/** The procedures that answer once. */
export type UnaryName = {
  [Name in keyof ProviderRpcs]: ProviderRpcs[Name]['kind'] extends 'unary' ? Name : never
}[keyof ProviderRpcs]

type StreamName = Exclude<keyof ProviderRpcs, UnaryName>

/** The standard gRPC client instead of Terraform. */
export class PluginClient {
  readonly grpc: Client

  /** @throws {Error} if `@grpc/grpc-js` is not installed, which only such a client needs */
  constructor(socketPath: string, channel: ChannelCredentials = grpcJs().credentials.createInsecure()) {
    const { Client: GrpcClient } = grpcJs()
    this.grpc = new GrpcClient(`unix:${socketPath}`, channel, {
      'grpc.ssl_target_name_override': 'localhost',
      'grpc.default_authority': 'localhost',
      'grpc.use_local_subchannel_pool': 1,
    })
  }

  unary<Request, Response>(
    path: string,
    request: Message<Request>,
    response: Message<Response>,
    value: PartialMessage<Request>,
  ): Promise<Response> {
    return new Promise((resolve, reject) => {
      this.grpc.makeUnaryRequest(
        path,
        (message: PartialMessage<Request>) => request.encode(message),
        (bytes: Buffer) => response.decode(bytes),
        value,
        (error: ServiceError | null, answer?: Response) =>
          error || answer === undefined ? reject(error) : resolve(answer),
      )
    })
  }

  /** The bytes of an answer, as they come. */
  raw(path: string, request: Buffer): Promise<Buffer> {
    const unchanged = (bytes: Buffer) => bytes
    return new Promise((resolve, reject) => {
      this.grpc.makeUnaryRequest(path, unchanged, unchanged, request, (error, answer) =>
        error || answer === undefined ? reject(error) : resolve(answer),
      )
    })
  }

  /** Calls a procedure of the provider. */
  provider<Name extends UnaryName>(
    name: Name,
    request: PartialMessage<RequestOf<Name>>,
  ): Promise<MessageType<ProviderRpcs[Name]['response']>> {
    const { request: requestType, response } = providerService[name] as Rpc<
      RequestOf<Name>,
      MessageType<ProviderRpcs[Name]['response']>,
      'unary'
    >
    return this.unary(`/${providerServiceName}/${name}`, requestType, response, request)
  }

  /** Calls a procedure of the provider that answers with events. Who stops iterating before the end cancels the call. */
  async *events<Name extends StreamName>(
    name: Name,
    request: PartialMessage<RequestOf<Name>>,
  ): AsyncGenerator<MessageType<ProviderRpcs[Name]['response']>, void, undefined> {
    const { request: requestType, response } = providerService[name] as Rpc<
      RequestOf<Name>,
      MessageType<ProviderRpcs[Name]['response']>,
      'server-stream'
    >
    const stream = this.grpc.makeServerStreamRequest(
      `/${providerServiceName}/${name}`,
      (message: PartialMessage<RequestOf<Name>>) => requestType.encode(message),
      (bytes: Buffer) => response.decode(bytes),
      request,
    )
    try {
      yield* stream
    } finally {
      stream.cancel()
    }
  }

  health(service: string) {
    return this.unary('/grpc.health.v1.Health/Check', HealthRequest, HealthResponse, { service })
  }

  shutdown() {
    return this.unary('/plugin.GRPCController/Shutdown', Empty, Empty, {})
  }

  close(): void {
    this.grpc.close()
  }
}

/** An optional peer: a provider works without it, and most tests of one do. */
function grpcJs(): typeof import('@grpc/grpc-js') {
  try {
    return require('@grpc/grpc-js')
  } catch (cause) {
    throw new Error('A PluginClient needs @grpc/grpc-js. Run: npm install --save-dev @grpc/grpc-js', {
      cause,
    })
  }
}

/** Credentials of a client that trusts the certificate of a handshake, and presents its own, or none. */
export function tlsCredentials(
  handshakeCertificate: string,
  own?: SelfSignedCertificate,
): ChannelCredentials {
  const { credentials } = grpcJs()
  const trusted = Buffer.from(certificatePem(Buffer.from(handshakeCertificate, 'base64')))
  if (own === undefined) return credentials.createSsl(trusted)
  const key = Buffer.from(own.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return credentials.createSsl(trusted, key, Buffer.from(certificatePem(own.certificate)))
}
