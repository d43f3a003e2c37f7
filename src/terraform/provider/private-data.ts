/**
 * Private data of a resource, as Terraform keeps it beside the state. It is repeated as it came. While a plan is made it
 * carries a mark: when a resource is to be replaced, Terraform asks for a second plan, without a prior state but with the
 * private data of the first, and that is the only way to know the second from the plan of another resource.
 */
export interface PrivateData {
  readonly bytes: Uint8Array
  /** A plan of this resource was made already in this run. */
  readonly planned: boolean
}

const mark = Buffer.from('\0planned\0')

/** Reads what Terraform kept, with or without the mark of a plan. */
export function readPrivateData(bytes: Uint8Array): PrivateData {
  const planned = mark.equals(bytes.subarray(0, mark.length))
  return { bytes: planned ? bytes.subarray(mark.length) : bytes, planned }
}

/** The data with the mark of a plan. */
export function markPlanned({ bytes }: PrivateData): Uint8Array {
  return Buffer.concat([mark, bytes])
}
