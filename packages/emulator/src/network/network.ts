import { z } from 'zod'
import { readRecorded } from '../recorded-change'
import { machineInterfaces } from './machine-interfaces'
import type { NetworkInterface } from './network-interface'

const networkChangeSchema = z.object({ change: z.literal('set-hostname'), hostname: z.string() })

/** A change of the network, as the file of an appliance records it. */
export type NetworkChange = z.infer<typeof networkChangeSchema>

/** Reads a change that was recorded. Throws where it is none. */
export function parseNetworkChange(recorded: unknown): NetworkChange {
  return readRecorded(networkChangeSchema, 'network', recorded)
}

/** The network of one appliance: real interfaces, and a host name that is kept but never given to the machine. */
export class Network {
  readonly #record: (change: NetworkChange) => void
  readonly #interfaces: () => readonly NetworkInterface[]
  #hostname: string | undefined

  constructor(
    record: (change: NetworkChange) => void = () => {},
    interfaces: (() => readonly NetworkInterface[]) | undefined = machineInterfaces,
  ) {
    this.#record = record
    this.#interfaces = interfaces
  }

  /** As they are at the moment of asking. */
  interfaces(): readonly NetworkInterface[] {
    return this.#interfaces()
  }

  /** `undefined` until one is set. */
  get hostname(): string | undefined {
    return this.#hostname
  }

  setHostname(hostname: string): void {
    const change = { change: 'set-hostname', hostname } as const
    this.#record(change)
    this.apply(change)
  }

  /** Applies a change without recording it: for those that come from a record. */
  apply({ hostname }: NetworkChange): void {
    this.#hostname = hostname
  }
}
