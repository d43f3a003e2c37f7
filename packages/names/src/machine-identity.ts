// What a machine is known by, in one spelling each, so that two spellings of the same compare as equal.

/**
 * A hardware address in lower case, with colons between its bytes: `00:0c:29:4f:8e:35`. It may be written with colons, dashes or, as some
 * switches do, dots between groups of four digits. Bytes may lack a leading zero if each stands alone.
 *
 * @returns undefined if it is not one of 6, 8 or 20 bytes, or if it names no machine: all zeros, or the broadcast address
 */
export function canonicalHardwareAddress(text: string): string | undefined {
  const bytes = bytesOf(text.trim().toLowerCase())
  if (!bytes || !lengths.includes(bytes.length)) return undefined
  const names = (byte: string) => bytes.every((each) => each === byte)
  return names('00') || names('ff') ? undefined : bytes.join(':')
}

/** In bytes: of Ethernet, of IEEE 1394 and its like, of InfiniBand. */
const lengths: readonly number[] = [6, 8, 20]

function bytesOf(text: string): readonly string[] | undefined {
  if (/^[0-9a-f]{1,2}(?:(?::[0-9a-f]{1,2})+|(?:-[0-9a-f]{1,2})+)$/.test(text))
    return text.split(/[:-]/).map((byte) => byte.padStart(2, '0'))
  return /^[0-9a-f]{4}(?:\.[0-9a-f]{4})+$/.test(text) ? pairs(text.replaceAll('.', '')) : undefined
}

/**
 * A SHA-256 fingerprint of a certificate in upper case, with colons between its bytes, as programs print it.
 * @returns undefined if it is not one
 */
export function canonicalFingerprint(text: string): string | undefined {
  const digits = text.trim().toUpperCase()
  if (!/^(?:[0-9A-F]{64}|[0-9A-F]{2}(?::[0-9A-F]{2}){31})$/.test(digits)) return undefined
  return pairs(digits.replaceAll(':', '')).join(':')
}

function pairs(digits: string): readonly string[] {
  return digits.match(/../g) ?? []
}
