import { type Emulator, startEmulator } from '../emulator/emulator'
import type { JournalEntry } from '../emulator/journal'
import type { EmulatorCommandOptions } from './emulator'
import { greeting } from './emulator-greeting'

/** Starts an emulator that runs until SIGINT or SIGTERM. Throws one readable sentence where it cannot start. */
export async function runEmulator(options: EmulatorCommandOptions): Promise<void> {
  const emulator = await start(options)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void emulator.close())
  process.stdout.write(greeting(emulator, options))
}

async function start({
  port,
  legacyPort,
  controlPort,
  token,
  ...rest
}: EmulatorCommandOptions): Promise<Emulator> {
  const { host, generation, list, data, quiet } = rest
  try {
    return await startEmulator({
      ports: {
        categories: port,
        legacy: legacyPort,
        ...(controlPort === undefined ? {} : { control: controlPort }),
      },
      host,
      generation,
      list,
      ...(token ? { token } : {}),
      ...(data === undefined ? {} : { data }),
      ...(quiet ? {} : { onEnded: printRequest }),
    })
  } catch (cause) {
    throw new Error(startFailure(cause), { cause })
  }
}

function printRequest({ method, path, status }: JournalEntry): void {
  process.stdout.write(`${method} ${path} ${status}\n`)
}

/** What happened and what to do, for the failures that an administrator meets. */
function startFailure(error: unknown): string {
  const { code, port, address, path, message } = systemError(error)
  switch (code) {
    case 'EADDRINUSE':
      return (
        `Port ${port} of ${address} is in use already. ` +
        'Stop what listens there, or choose other ports with --port, --legacy-port and --control-port (0 for any free one).'
      )
    case 'EACCES':
      return path === undefined
        ? `Port ${port} of ${address} is not for you to listen on. Choose ports above 1023 with --port and --legacy-port.`
        : `The file ${path} cannot be opened for writing. Choose another one with --data, or change its permissions.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no such address to listen on: ${message}. Choose one of its own with --host.`
    case 'ENOENT':
      return `The file ${path} cannot be created. Choose a file in an existing folder with --data.`
    default:
      return message
  }
}

interface SystemError extends Error {
  readonly code?: string
  readonly port?: number
  readonly address?: string
  readonly path?: string
}

function systemError(error: unknown): SystemError {
  return error instanceof Error ? error : new Error(String(error))
}
