import { type Areas, openAreas } from './areas'
import { openChangeLog } from './change-log'
import { listenForControl } from './control'
import type { Directory } from './directory/directory'
import type { EmulatorOptions } from './emulator-options'
import { Faults } from './faults'
import { listen } from './http/listener'
import type { Listener } from './http/server'
import { Journal } from './journal'
import {
  baseListener,
  categoriesListener,
  directoryListener,
  hostsOf,
  type ListenerParts,
  legacyListener,
  recordsListener,
} from './listeners'

/** A running appliance to try things on. Its areas are there to be read and changed as an administrator would by hand. */
export interface Emulator extends Areas {
  readonly urls: {
    /** Categories and website analysis. */
    readonly categories: string
    /** The older one-site route. */
    readonly legacy: string
    /** Certificates and network. */
    readonly base: string
    readonly records: string
    /** `unix:///path/of/the/socket`, where the emulator was given one. */
    readonly directory: string | undefined
    readonly control: string | undefined
  }
  readonly faults: Faults
  readonly journal: Journal
  /** Closes all ports, the socket and their connections, and the data file. May be called again. */
  close(): Promise<void>
}

/**
 * Starts an appliance (docs/appliance, "Areas and listeners"). Throws the system's own error if a port or the socket cannot be had
 * (its code is EADDRINUSE, EACCES or EADDRNOTAVAIL), and a readable one where the data file is broken.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { data, socket, ports } = options
  const log = data === undefined ? undefined : openChangeLog(data)
  const faults = new Faults()
  const journal = new Journal(options.onEnded)
  const listeners: Listener[] = []
  let directory: Directory | undefined
  let closed: Promise<void> | undefined
  try {
    const areas = openAreas(log, options)
    directory = areas.directory
    const urls = {
      categories: await open(categoriesListener(areas, options)),
      legacy: await open(legacyListener(areas, options)),
      base: await open(baseListener(areas, options)),
      records: await open(recordsListener(areas, options)),
      directory: socket === undefined ? undefined : await open(directoryListener(areas, socket)),
      control:
        ports?.control === undefined
          ? undefined
          : await keep(listenForControl(ports.control, areas, faults, journal, hostsOf(options))),
    }
    return { ...areas, urls, faults, journal, close }
  } catch (error) {
    await close()
    throw error
  }

  function open(parts: ListenerParts): Promise<string> {
    return keep(listen({ ...parts, faults, journal }))
  }

  async function keep(starting: Promise<Listener>): Promise<string> {
    const listener = await starting
    listeners.push(listener)
    return listener.url
  }

  function close(): Promise<void> {
    closed ??= closeAll()
    return closed
  }

  async function closeAll(): Promise<void> {
    await Promise.all(listeners.map((listener) => listener.close()))
    directory?.close()
    log?.close()
  }
}
