import { createHmac } from 'node:crypto'
import { type IncomingMessage, request as requestOverHttp, type ServerResponse } from 'node:http'
import { createServer, request as requestOverTls, type Server } from 'node:https'
import { z } from 'zod'
import { selfSigned } from '../../self-signed'

/** What happens when something of a run is asked for. */
type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A run of the service. */
export interface FakeRun {
  readonly id: string
  readonly token: string
  /** The body of its request. */
  readonly body: string
}

/** What the service was sent for a run, as far as it took it. */
export interface TakenResult {
  readonly status: 'running' | 'passed' | 'failed'
  readonly message: string
  readonly outcomes: readonly z.infer<typeof outcome>['attributes'][]
}

interface RunOptions {
  readonly stage?: string
  /** The JSON of its plan, or what happens when it is downloaded from the store. */
  readonly plan?: string | Handler
  /** What the address of the plan does, where it does not redirect to the store. */
  readonly address?: Handler
  /** Status of an answer to a result, or no answer; undefined to take it. */
  readonly refuse?: (result: TakenResult) => number | 'silent' | undefined
  readonly outcomes?: boolean
  /** Whether results are answered with more than a megabyte. */
  readonly longAnswer?: boolean
  /** Further or other properties of the request. */
  readonly further?: Readonly<Record<string, unknown>>
}

const tag = z.strictObject({
  label: z.string().min(1),
  level: z.enum(['none', 'info', 'warning', 'error']).optional(),
})

// The "Run Tasks Integration API", section "Run Task Callback": types, and sizes that it recommends.
const outcome = z.strictObject({
  type: z.literal('task-result-outcomes'),
  attributes: z.strictObject({
    'outcome-id': z.string().min(1),
    description: z.string().min(1).regex(/^.*$/),
    body: z.string().max(1_000_000),
    tags: z.record(z.string(), z.array(tag).nonempty()),
  }),
})

const callback = z.strictObject({
  data: z.strictObject({
    type: z.literal('task-results'),
    attributes: z.strictObject({
      status: z.enum(['running', 'passed', 'failed']),
      message: z.string().min(1).max(1_100),
    }),
    relationships: z
      .strictObject({ outcomes: z.strictObject({ data: z.array(outcome).nonempty() }) })
      .optional(),
  }),
})

/**
 * A service that runs Terraform and asks for run tasks, as HCP Terraform describes its protocol, with real TLS: its API, and a store from
 * which plans are downloaded. What breaks a rule of the protocol is noted.
 */
export class FakeRemoteService {
  readonly key = 'the key of the run task'
  /** PEM, for the trust of the server under test. */
  readonly certificate: string
  /** What the server under test did against the protocol. */
  readonly breaches: string[] = []
  /** How many downloads the store served at once, at most. */
  mostDownloads = 0
  /** Of that certificate, in PEM. */
  readonly privateKey: string
  readonly #api: Server
  readonly #store: Server
  readonly #runs = new Map<string, FakeRun & RunOptions & { readonly taken: TakenResult[] }>()
  #waiting: (() => void)[] = []
  #downloads = 0
  #count = 0

  private constructor(tls: { readonly cert: string; readonly key: string }) {
    this.certificate = tls.cert
    this.privateKey = tls.key
    this.#api = createServer(tls, (request, response) => this.#serveApi(request, response))
    this.#store = createServer(tls, (request, response) => this.#serveStore(request, response))
  }

  static async start(): Promise<FakeRemoteService> {
    const service = new FakeRemoteService(await selfSigned())
    for (const server of [service.#api, service.#store])
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return service
  }

  async close(): Promise<void> {
    for (const server of [this.#api, this.#store]) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }

  get apiHost(): string {
    return hostOf(this.#api)
  }

  get storeHost(): string {
    return hostOf(this.#store)
  }

  /** A run that reaches a stage. */
  run(options: RunOptions = {}): FakeRun {
    this.#count += 1
    const id = `run-${this.#count}`
    const token = `token.of.${id}.${'x'.repeat(40)}`
    const { stage = 'post_plan', outcomes = true, further = {} } = options
    const body = JSON.stringify({
      payload_version: 1,
      stage,
      access_token: token,
      capabilities: { outcomes },
      is_speculative: false,
      organization_name: 'acme',
      workspace_name: 'webfilter',
      run_id: id,
      task_result_id: `taskrs-${id}`,
      task_result_callback_url: `https://${this.apiHost}/api/v2/task-results/${id}/callback`,
      task_result_enforcement_level: 'mandatory',
      ...(stage === 'pre_plan'
        ? {}
        : { plan_json_api_url: `https://${this.apiHost}/api/v2/plans/${id}/json-output` }),
      ...further,
    })
    const run = { ...options, id, token, body, taken: [] }
    this.#runs.set(id, run)
    return run
  }

  /** Sends the request of a run. @param signature unless it is the right one; null for none */
  async send(url: string, { body }: Pick<FakeRun, 'body'>, signature?: string | null): Promise<number> {
    const right = createHmac('sha512', this.key).update(body).digest('hex')
    const headers = {
      'content-type': 'application/json',
      ...(signature === null ? {} : { 'x-tfc-task-signature': signature ?? right }),
    }
    const request = url.startsWith('https:') ? requestOverTls : requestOverHttp
    return await new Promise<number>((resolve, reject) => {
      const sent = request(url.replace('127.0.0.1', 'localhost'), {
        method: 'POST',
        headers,
        ca: this.certificate,
      })
      sent.once('error', reject).once('response', (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      })
      sent.end(body)
    })
  }

  /** Waits for the verdict on a run. */
  async verdict({ id }: FakeRun): Promise<TakenResult> {
    for (;;) {
      const last = this.taken({ id }).at(-1)
      if (last !== undefined && last.status !== 'running') return last
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** Waits until the running of a run was reported. */
  async running({ id }: FakeRun): Promise<void> {
    while (this.taken({ id }).length === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  taken({ id }: Pick<FakeRun, 'id'>): readonly TakenResult[] {
    return this.#runs.get(id)?.taken ?? []
  }

  #serveApi(request: IncomingMessage, response: ServerResponse): void {
    const [, , , kind, id = ''] = request.url?.split('/') ?? []
    const run = this.#runs.get(id)
    if (run === undefined || request.headers.authorization !== `Bearer ${run.token}`) {
      response.writeHead(401).end()
      return
    }
    if (kind === 'task-results' && request.method === 'PATCH') void this.#take(run, request, response)
    else if (run.address !== undefined) run.address(request, response)
    else
      response.writeHead(307, { location: `https://${this.storeHost}/v1/object/${id}?signed=secret` }).end()
  }

  #serveStore(request: IncomingMessage, response: ServerResponse): void {
    if (request.headers.authorization !== undefined) this.breaches.push('The store was given a token.')
    const [, , , id = ''] = request.url?.split(/[/?]/) ?? []
    this.#downloads += 1
    this.mostDownloads = Math.max(this.mostDownloads, this.#downloads)
    response.once('close', () => {
      this.#downloads -= 1
    })
    const { plan = '' } = this.#runs.get(id) ?? {}
    if (typeof plan === 'string') response.writeHead(200, { 'content-type': 'application/json' }).end(plan)
    else plan(request, response)
  }

  async #take(
    { taken, refuse, id, longAnswer }: FakeRun & RunOptions & { readonly taken: TakenResult[] },
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const parsed = callback.safeParse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
    const { success, data } = parsed
    if (!success || request.headers['content-type'] !== 'application/vnd.api+json') {
      this.breaches.push(`A result of ${id} has another form: ${parsed.error?.message}`)
      response.writeHead(422).end()
      return
    }
    const { attributes, relationships } = data.data
    const outcomes = relationships?.outcomes.data.map((each) => each.attributes) ?? []
    const result: TakenResult = { ...attributes, outcomes }
    const status = refuse?.(result)
    if (status === 'silent') return
    if (status !== undefined) {
      response.writeHead(status).end()
      return
    }
    if (taken.some((each) => each.status !== 'running')) {
      this.breaches.push(`${id} had a verdict already.`)
      response.writeHead(422).end()
      return
    }
    taken.push(result)
    response.writeHead(200).end(longAnswer === true ? ' '.repeat(2 ** 21) : '')
    const waiting = this.#waiting
    this.#waiting = []
    for (const wake of waiting) wake()
  }
}

function hostOf(server: Server): string {
  const address = server.address()
  return `localhost:${typeof address === 'object' ? address?.port : ''}`
}
