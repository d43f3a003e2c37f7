/**
 * A network interface as it goes over the wire (interface document 2.5), with the fields that newer releases add (field notes,
 * "interfaces"). Their types are not shown; assumed are numbers for all but the gateway.
 */
export interface NetworkInterface {
  readonly Name: string
  /** Flags joined by `|`, such as `up|broadcast|multicast|running`. */
  readonly State: string
  /** Empty for the loopback interface. */
  readonly Mac: string
  /** Each `<address>/<prefix length>/ip+net`; null where the interface has none. */
  readonly Addresses: readonly string[] | null
  /** Megabits per second; 0 where the interface tells none. */
  readonly Speed: number
  /** Bytes received since the machine was started. */
  readonly RxBytes: number
  /** Bytes sent since the machine was started. */
  readonly TxBytes: number
  /** Packets dropped since the machine was started, on the way in and out. */
  readonly Drop: number
  /** Where traffic without a route of its own goes; empty where that is another interface's business. */
  readonly Gateway: string
}
