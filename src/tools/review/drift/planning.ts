import type { Message } from '../plan/messages'

/** What the engine said while it planned. */
export interface Planning {
  readonly messages: readonly Message[]
  /** Addresses of the resources that it has asked the appliance for, to the end. */
  readonly asked: ReadonlySet<string>
}
