import { categoriesAuthentication, legacyAuthentication } from './authentication'
import { autonomousCategories } from './categories/autonomous-categories'
import { parseCategoryChange } from './categories/category-change'
import { CategoryStore } from './categories/category-store'
import { legacyCategories } from './categories/legacy-categories'
import { OlderAddition, type SitesElsewhere } from './categories/older-addition'
import { olderCategories } from './categories/older-categories'
import { openChangeLog } from './change-log'
import { listenForControl } from './control'
import { autonomousDialect, legacyDialect, olderDialect } from './envelope'
import { Faults } from './faults'
import type { Listener, TlsMaterial } from './http-server'
import { Journal, type JournalEntry } from './journal'
import { type ListenerOptions, listen } from './listener'
import { firstOfEachPath } from './route'

export interface EmulatorOptions {
  /** Ports to listen on; 0, the default, is any free one. The control listener exists only where it is given a port. */
  readonly ports?: { readonly categories?: number; readonly legacy?: number; readonly control?: number }
  /** Address to listen on, 127.0.0.1 by default. The control listener is on 127.0.0.1 whatever this says. */
  readonly host?: string
  /** The key that every request must carry: `X-Auth-Token` or `X-Api-Key` on 9503, `ArticaKey` on 9000. Default: none. */
  readonly token?: string
  /** The only source addresses that the categories listener answers; all by default. */
  readonly allowedAddresses?: readonly string[]
  /** Which category routes exist, `both` by default; those of the other generation are unknown routes. */
  readonly generation?: 'older' | 'autonomous' | 'both'
  /** Whose list (and backup) route is served where both exist, `older` by default. */
  readonly list?: 'older' | 'autonomous'
  /** What the older routes do with a site that another category holds: `accepted` by default. */
  readonly sitesElsewhere?: SitesElsewhere
  /** Serves both category listeners over TLS. */
  readonly tls?: TlsMaterial
  /** A file that keeps all changes, so that they outlive the process. In memory only by default. */
  readonly data?: string
  /** Told of each request once it has ended. */
  readonly onEnded?: (entry: JournalEntry) => void
}

/** A running appliance to try things on. */
export interface Emulator {
  readonly urls: {
    readonly categories: string
    readonly legacy: string
    readonly control: string | undefined
  }
  /** The appliance's data, to be read and changed as an administrator would by hand. */
  readonly store: CategoryStore
  readonly faults: Faults
  readonly journal: Journal
  /** Closes all ports and connections, and the data file. May be called again. */
  close(): Promise<void>
}

/**
 * Starts an appliance's category area (interface document 4.1 and 4.2). Throws the system's own error where a port cannot be
 * had (its code is EADDRINUSE, EACCES or EADDRNOTAVAIL), and a readable one where the data file is broken.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const log = options.data === undefined ? undefined : openChangeLog(options.data)
  const store = new CategoryStore((change) => log?.append('categories', change))
  const faults = new Faults()
  const journal = new Journal(options.onEnded)
  const shared = { host: options.host ?? '127.0.0.1', tls: options.tls, faults, journal }
  const ports = options.ports ?? {}
  const listeners: Listener[] = []
  let closed: Promise<void> | undefined
  try {
    for (const change of log?.changesOf('categories') ?? []) store.apply(parseCategoryChange(change))
    const categories = await keep(listen({ ...shared, ...categoriesListener(store, options) }))
    const legacy = await keep(listen({ ...shared, ...legacyListener(store, options) }))
    const control =
      ports.control === undefined
        ? undefined
        : await keep(listenForControl(ports.control, store, faults, journal))
    return { urls: { categories, legacy, control }, store, faults, journal, close }
  } catch (error) {
    await close()
    throw error
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
    log?.close()
  }
}

type ListenerParts = Pick<ListenerOptions, 'name' | 'port' | 'routes' | 'dialect' | 'authenticate'>

function categoriesListener(store: CategoryStore, options: EmulatorOptions): ListenerParts {
  const generation = options.generation ?? 'both'
  const older = olderCategories(store, additionTo(store, options))
  const autonomous = autonomousCategories(store)
  const listsAsAutonomous =
    generation === 'autonomous' || (generation === 'both' && options.list === 'autonomous')
  const routes = {
    older,
    autonomous,
    both: listsAsAutonomous ? [...autonomous, ...older] : [...older, ...autonomous],
  }
  return {
    name: 'categories',
    port: options.ports?.categories ?? 0,
    routes: firstOfEachPath(routes[generation]),
    dialect: listsAsAutonomous ? autonomousDialect : olderDialect,
    authenticate: categoriesAuthentication(options),
  }
}

function legacyListener(store: CategoryStore, options: EmulatorOptions): ListenerParts {
  return {
    name: 'legacy',
    port: options.ports?.legacy ?? 0,
    routes: options.generation === 'autonomous' ? [] : legacyCategories(store, additionTo(store, options)),
    dialect: legacyDialect,
    authenticate: legacyAuthentication(options),
  }
}

function additionTo(store: CategoryStore, { sitesElsewhere = 'accepted' }: EmulatorOptions): OlderAddition {
  return new OlderAddition(store, sitesElsewhere)
}
