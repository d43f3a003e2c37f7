import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChannelCredentials } from '@grpc/grpc-js'
import {
  certificatePem,
  type SelfSignedCertificate,
  tlsCredentials,
} from '@webfilter/terraform-plugin/testing'

import { end, start } from './processes'
import { askForSchema } from './schema-call'

const bareServer = join(__dirname, 'bare-plugin.cjs')

/** A bare server that returns one answer, and the files it starts with. */
export class BareServer {
  readonly #words: readonly string[]
  readonly #socket: string
  readonly #credentials: () => ChannelCredentials | undefined

  private constructor(
    words: readonly string[],
    socket: string,
    credentials: () => ChannelCredentials | undefined,
  ) {
    this.#words = words
    this.#socket = socket
    this.#credentials = credentials
  }

  /**
   * @param folder for its files and its socket
   * @param sides the certificates of the server and of the host for mutual TLS; `undefined` without TLS
   */
  static async prepare(
    folder: string,
    answer: Buffer,
    sides?: { readonly own: SelfSignedCertificate; readonly host: SelfSignedCertificate },
  ): Promise<BareServer> {
    const name = sides ? 'secured' : 'plain'
    const at = (file: string) => join(folder, `bare-${name}-${file}`)
    const socket = at('sock')
    await writeFile(at('answer'), answer)
    if (!sides) return new BareServer([bareServer, socket, at('answer')], socket, () => undefined)
    await writeFile(at('certificate.pem'), certificatePem(sides.own.certificate))
    await writeFile(at('key.pem'), sides.own.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const certificate = Buffer.from(sides.own.certificate).toString('base64')
    return new BareServer(
      [bareServer, socket, at('answer'), at('certificate.pem'), at('key.pem')],
      socket,
      () => tlsCredentials(certificate, sides.host),
    )
  }

  /** Milliseconds from the start of the process to its answer. */
  async launch(): Promise<number> {
    await rm(this.#socket, { force: true })
    const started = performance.now()
    const child = start(process.execPath, this.#words)
    try {
      const { client, schemaRead } = await askForSchema(child, this.#credentials)
      client.close()
      return schemaRead - started
    } finally {
      await end(child, 'SIGKILL')
    }
  }
}
