import { type IncomingHttpHeaders, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

/** What came back over the wire. */
export interface Received {
  readonly status: number
  readonly contentType: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** Parsed when asked for, so that an answer that is no JSON fails the test that expected some. */
  readonly json: unknown
}

export interface Sent {
  readonly form?: Readonly<Record<string, string>>
  /** In place of a form: a body as it is, with its own content type among the headers. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Path of the unix-domain socket that takes the place of the URL's host and port. */
  readonly socketPath?: string
  readonly tls?: Pick<RequestOptions, 'timeout'> & {
    readonly ca?: string
    readonly cert?: string
    readonly key?: string
    readonly servername?: string
  }
}

const formType = { 'content-type': 'application/x-www-form-urlencoded' }

/** One request on a connection of its own, sent once whatever happens. Rejects with the socket's error, such as ECONNRESET. */
export function send(method: string, url: string, sent: Sent = {}): Promise<Received> {
  const body = sent.form === undefined ? sent.body : new URLSearchParams(sent.form).toString()
  const headers = {
    ...(sent.form === undefined ? {} : formType),
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    ...sent.headers,
  }
  const start = url.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const where = sent.socketPath === undefined ? {} : { socketPath: sent.socketPath }
    const request = start(url, { method, headers, agent: false, ...where, ...sent.tls }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({
          status: response.statusCode ?? 0,
          contentType: response.headers['content-type'],
          headers: response.headers,
          text,
          get json(): unknown {
            return JSON.parse(text)
          },
        })
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

export function get(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Received> {
  return send('GET', url, { headers })
}
