import { type Emulator, startEmulator } from '../emulator'
import type { EmulatorOptions } from '../emulator-options'
import type { JournalEntry } from '../journal'
import { greeting } from './greeting'
import { mannersOf } from './manners'
import type { EmulatorCommandOptions } from './options'
import { startFailure } from './start-failure'

/** Starts an emulator that runs until SIGINT or SIGTERM. Throws one readable sentence where it cannot start. */
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
    generation,
    list,
    ...mannersOf(options, directory),
    ...(socket === undefined ? {} : { socket }),
    ...(token === undefined ? {} : { token }),
    ...(proxy === undefined ? {} : { proxy }),
    ...(dnsServer === undefined ? {} : { dnsServers: dnsServer }),
    ...(data === undefined ? {} : { data }),
    ...(quiet ? {} : { onEnded: printRequest }),
  }
}

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
