/** Sites as they lie in a table. */
export interface SiteBytes {
  /** One site after another, with one byte behind each that belongs to none. */
  readonly bytes: Uint8Array
  /** Where each site begins; behind the last one stands the length of the whole. */
  readonly starts: Uint32Array
}

/**
 * Compares two sites by their characters from the last to the first, a shorter one before a longer one that ends with
 * it: below 0, 0 or above 0.
 */
export function compareFromEnd(one: SiteBytes, index: number, other: SiteBytes, otherIndex: number): number {
  return compareBackwards(
    one.bytes,
    one.starts[index] ?? 0,
    (one.starts[index + 1] ?? 1) - 1,
    other.bytes,
    other.starts[otherIndex] ?? 0,
    (other.starts[otherIndex + 1] ?? 1) - 1,
  )
}

/** The same for sites that stand in buffers, each from its begin to before its end. */
export function compareBackwards(
  bytes: Uint8Array,
  begin: number,
  end: number,
  otherBytes: Uint8Array,
  otherBegin: number,
  otherEnd: number,
): number {
  let at = end - 1
  let otherAt = otherEnd - 1
  while (at >= begin && otherAt >= otherBegin) {
    const difference = (bytes[at] ?? 0) - (otherBytes[otherAt] ?? 0)
    if (difference !== 0) return difference
    at -= 1
    otherAt -= 1
  }
  return at - begin - (otherAt - otherBegin)
}
