import { isIP } from 'node:net'
import { proxySettingsFrom } from '@webfilter/appliance-client'
import { reviewSettings } from '../findings/settings'
import { printRemark } from '../report/output'
import { visible } from '../report/phrase'
import { shownLines } from '../report/terminal'
import { readText } from '../text-file'
import { OpenRuns } from './open-runs'
import { RemoteService, usualHosts } from './remote'
import { createTaskServer } from './server'

/** What the command line of `appliance run-task` says. */
export interface RunTaskOptions {
  readonly port: number
  readonly host: string
  readonly keyFile?: string
  readonly tlsCertificate?: string
  readonly tlsKey?: string
  readonly allowHost?: readonly string[]
  readonly config?: string
  /** Milliseconds. */
  readonly timeout: number
  readonly parallelism: number
  /** MiB. */
  readonly longestPlan: number
  readonly openRuns: number
}

/** Serves run tasks until SIGTERM or SIGINT. @returns the exit code. @throws {Error} with one sentence for the user if it cannot start */
export async function runTaskServer(options: RunTaskOptions): Promise<number> {
  const key = await keyFrom(options.keyFile)
  const tls = await tlsFrom(options)
  const settings = await reviewSettings(options.config)
  const remote = new RemoteService({
    hosts: new Set([...usualHosts, ...(options.allowHost ?? [])]),
    proxies: proxySettingsFrom(process.env),
    longestPlan: options.longestPlan * 2 ** 20,
  })
  const { parallelism, timeout, openRuns: most } = options
  const runs = new OpenRuns({ remote, settings, parallelism, most, timeout, log })
  const server = createTaskServer({ key, remote, runs, tls, log })
  const ended = endOfProcess()
  const address = await server.listen({ host: options.host, port: options.port }).catch((error: unknown) => {
    throw listenFailure(error, options)
  })
  if (tls === undefined && !isThisMachine(options.host)) {
    printRemark(
      'Requests contain tokens and arrive without TLS. Give the server a certificate, or let it listen on 127.0.0.1 behind a proxy.\n',
    )
  }
  log(`listening on ${tls === undefined ? address : address.replace(/^http:/, 'https:')}`)
  const signal = await ended
  log(`received ${signal}: ${runs.size} open runs are reported as failed`)
  await runs.end()
  await server.close()
  log('ended')
  return runs.unreported > 0 ? 1 : 0
}

/** Fulfilled with the first signal that ends the process. A second one ends it at once. */
function endOfProcess(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal))
  })
}

/** A line of the log, whoever wrote the names in it. */
function log(text: string): void {
  process.stdout.write(shownLines(`${new Date().toISOString()} ${visible(text, 2_000)}\n`))
}

const keyVariable = 'APPLIANCE_RUN_TASK_KEY'

async function keyFrom(file: string | undefined): Promise<string> {
  if (file === undefined) {
    const key = process.env[keyVariable] ?? ''
    // No thread and no message can show it later.
    delete process.env[keyVariable]
    if (key !== '') return key
    throw new Error(
      `There is no HMAC key. Set ${keyVariable}, or specify a file that contains it with --key-file.`,
    )
  }
  // Editors end a file with a line feed, which is no part of the key.
  const key = (await textOf(file, '--key-file')).replace(/\r?\n$/, '')
  if (key !== '') return key
  throw new Error(`The file ${JSON.stringify(file)} is empty. Write the HMAC key of the run task into it.`)
}

async function tlsFrom({ tlsCertificate, tlsKey }: RunTaskOptions) {
  if (tlsCertificate === undefined && tlsKey === undefined) return undefined
  if (tlsCertificate === undefined || tlsKey === undefined)
    throw new Error(
      'A server with TLS needs both --tls-certificate and --tls-key. Name both files, or neither.',
    )
  return { cert: await textOf(tlsCertificate, '--tls-certificate'), key: await textOf(tlsKey, '--tls-key') }
}

async function textOf(file: string, option: string): Promise<string> {
  return await readText(file, `Specify an existing file with ${option}.`)
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

function listenFailure(error: unknown, { host, port }: RunTaskOptions): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const where = `port ${port} of ${host}`
  switch (code) {
    case 'EADDRINUSE':
      return new Error(`Another program listens on ${where}. Choose another port with --port.`, {
        cause: error,
      })
    case 'EACCES':
      return new Error(`You may not listen on ${where}. Choose a port above 1023.`, { cause: error })
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Error(
        `This machine does not have the address ${host}. Choose one of its addresses with --host.`,
        { cause: error },
      )
    default:
      return error
  }
}
