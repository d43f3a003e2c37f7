import { types } from 'node:util'
import { type Emulator, startEmulator } from '../emulator'
import type { EmulatorOptions } from '../emulator-options'
import type { JournalEntry } from '../journal'
import { interfaceNamed } from '../network'
import { behaviorOf, type EmulatorCommandOptions } from './options'

/** Starts an emulator that runs until SIGINT or SIGTERM. Throws one readable sentence if it cannot start. */
export async function runEmulator(options: EmulatorCommandOptions): Promise<void> {
  const emulator = await start(options)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void emulator.close())
  fill(emulator, options)
  process.stdout.write(greeting(emulator, options))
}

async function start(options: EmulatorCommandOptions): Promise<Emulator> {
  try {
    return await startEmulator(emulatorOptions(options))
  } catch (cause) {
    throw new Error(startFailure(cause), { cause })
  }
}

function emulatorOptions(options: EmulatorCommandOptions): EmulatorOptions {
  const { port, legacyPort, basePort, recordsPort, controlPort } = options
  const { interface: given = [], allowHost: allowedHosts = [] } = options
  const { socket, host, token, generation, list, directory, proxy, dnsServer, data, quiet } = options
  return {
    ports: {
      categories: port,
      legacy: legacyPort,
      base: basePort,
      records: recordsPort,
      ...(controlPort === undefined ? {} : { control: controlPort }),
    },
    host,
    allowedHosts,
    generation,
    list,
    ...behaviorOf(options, directory),
    ...(socket === undefined ? {} : { socket }),
    ...(token === undefined ? {} : { token }),
    ...(proxy === undefined ? {} : { proxy }),
    ...(dnsServer === undefined ? {} : { dnsServers: dnsServer }),
    ...(data === undefined ? {} : { data }),
    ...(given.length > 0 ? { interfaces: () => [loopback, ...given] } : {}),
    ...(quiet ? {} : { onEnded: printRequest }),
  }
}

const loopback = interfaceNamed('lo', '', '127.0.0.1/8')

function printRequest({ method, path, status }: JournalEntry): void {
  process.stdout.write(`${method} ${path} ${status}\n`)
}

/** Puts in what the command line asks for, as far as it is not there yet: a data file may have it from the last time. */
function fill({ store, records, certificates }: Emulator, options: EmulatorCommandOptions): void {
  for (const name of options.category ?? []) store.create({ name })
  for (const { database: address, count } of options.generateRecords ?? []) {
    const known = records.databases().find((database) => database.address === address)
    const { index, items } = known ?? records.create({ address })
    if (items === 0) records.generate(index, count)
  }
  for (const commonName of options.storeCertificate ?? []) {
    if (certificates.find(commonName) === undefined) certificates.store({ commonName })
  }
}

/** What a started emulator prints: where it listens, and how to point the provider at it. Never the token. */
function greeting(emulator: Emulator, options: EmulatorCommandOptions): string {
  const endpoints = endpointsOf(emulator)
  const lines = [
    'The emulated appliance is listening:',
    ...table(listenersOf(emulator, options)),
    ...table([
      ['token', options.token ? 'required (not shown)' : 'not required'],
      ['data', data(options, emulator.store.categories().length)],
    ]),
    '',
    'For Terraform:',
    '  provider "appliance" {',
    '    endpoints = {',
    ...endpoints.map(([area, url]) => `      ${area.padEnd(17)} = { url = "${url}" }`),
    '    }',
    '  }',
    '',
    'Or for the environment:',
    ...endpoints.map(([area, url]) => `  export APPLIANCE_${area.toUpperCase()}_URL=${shellWord(url)}`),
    ...(options.token ? ['  export APPLIANCE_TOKEN=…   # the token that you gave the emulator'] : []),
    '',
    ...(options.generation === 'autonomous' ? [] : driftOf(emulator, options)),
    'Stop with Ctrl-C.',
  ]
  return `${lines.join('\n')}\n`
}

/** How to cause drift without a console. The autonomous service has no route that removes a site. */
function driftOf({ urls, store }: Emulator, options: EmulatorCommandOptions): readonly string[] {
  const id = store.categories()[0]?.id ?? firstId
  const token = options.token ? ' -H "X-Auth-Token: $APPLIANCE_TOKEN"' : ''
  return [
    'To remove a site behind the back of Terraform, for a try of drift:',
    `  curl${token} ${urls.categories}/categories/delete/${id}/doubleclick.net`,
    '',
  ]
}

/** The number that the first category gets. */
const firstId = 250

type Row = readonly [name: string, value: string, remark?: string]

function listenersOf(
  { urls, directory, records }: Emulator,
  options: EmulatorCommandOptions,
): readonly Row[] {
  const oneSite = options.generation === 'autonomous' ? 'no route' : 'GET /categories/[ID]/[sitename]'
  return [
    ['categories', urls.categories, `${routes(options)}; website analysis`],
    ['older add', urls.legacy, oneSite],
    ['base', urls.base, 'certificates and network'],
    [
      'records',
      urls.records,
      `record databases ${records
        .databases()
        .map(({ index }) => index)
        .join(', ')}`,
    ],
    ...(urls.directory
      ? [['directory', urls.directory, `user directory, ${directory.service.phase}`] as const]
      : []),
    ...(urls.control ? [['control', urls.control, 'faults, journal, state'] as const] : []),
  ]
}

function table(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([, value]) => value.length))
  return rows.map(
    ([name, value, remark]) =>
      `  ${name.padEnd(12)} ${remark === undefined ? value : `${value.padEnd(width)}   ${remark}`}`,
  )
}

/** The provider's name of each area, and where it is. */
function endpointsOf({ urls }: Emulator): readonly (readonly [area: string, url: string])[] {
  return [
    ['categories', urls.categories],
    ['categories_legacy', urls.legacy],
    ['certificates', urls.base],
    ['network', urls.base],
    ['analysis', urls.categories],
    ['records', urls.records],
    ...(urls.directory === undefined ? [] : [['directory', urls.directory] as const]),
  ]
}

/** A path may hold what a shell would read otherwise. */
function shellWord(text: string): string {
  return /^[\w./:@%+,=[\]-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

function routes({ generation, list }: EmulatorCommandOptions): string {
  if (generation !== 'both') return `${generation} routes`
  return `older and autonomous routes, ${list} list`
}

function data({ data: file }: EmulatorCommandOptions, categories: number): string {
  return file === undefined
    ? 'in memory only'
    : `${file} (${categories} ${categories === 1 ? 'category' : 'categories'})`
}

/** What happened and what to do, for the failures that an administrator meets when an emulator starts. */
function startFailure(error: unknown): string {
  const failure = systemError(error)
  return failure.address?.startsWith('/')
    ? socketFailure(failure, failure.address)
    : portOrFileFailure(failure)
}

interface SystemError extends Error {
  readonly code?: string
  readonly port?: number
  /** Of a socket, its path. */
  readonly address?: string
  readonly path?: string
}

function systemError(error: unknown): SystemError {
  return types.isNativeError(error) ? error : new Error(String(error))
}

function socketFailure({ code, message }: SystemError, socket: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `The socket ${socket} is already in use. Stop the program that listens there, or choose another socket with --socket.`
    // A folder that is missing shows as EACCES too.
    case 'EACCES':
    case 'EPERM':
      return (
        `The socket ${socket} cannot be created: its folder does not exist, or you may not write to it. ` +
        'Choose a socket in another folder with --socket.'
      )
    default:
      return message
  }
}

function portOrFileFailure({ code, port, address, path, message }: SystemError): string {
  switch (code) {
    case 'EADDRINUSE':
      return (
        `Port ${port} of ${address} is already in use. Stop the program that listens there, or choose other ports with ` +
        '--port, --legacy-port, --base-port, --records-port and --control-port (0 for any free one).'
      )
    case 'EACCES':
      return path === undefined
        ? `You may not listen on port ${port} of ${address}. Choose ports above 1023.`
        : `The file ${path} cannot be opened for writing. Choose another file with --data, or change its permissions.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine does not have that address: ${message}. Choose an address of this machine with --host.`
    case 'ENOENT':
      return `The file ${path} cannot be created. Choose a file in an existing folder with --data.`
    default:
      return message
  }
}
