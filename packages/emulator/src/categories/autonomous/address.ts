/** True for what the autonomous service takes for an address: digits and dots only (field notes, "Autonomous add, normalising"). */
export function isAddress(site: string): boolean {
  return /^[0-9.]+$/.test(site)
}

/**
 * An address as it is stored: its number with the suffix `.addr` (field notes, "Autonomous add, odd lines"). It is read as the C
 * library does: the last part fills the bytes that are left, so `1.2.3` is 1.2.0.3, and a leading zero makes a part octal.
 * `undefined` for one that the service cannot read.
 */
export function storedAddress(address: string): string | undefined {
  const parts = address.split('.').map(partOfAddress)
  const last = parts.pop()
  if (last === undefined || parts.length > 3) return undefined
  let value = 0
  for (const part of parts) {
    if (part === undefined || part > 255) return undefined
    value = value * 256 + part
  }
  const space = 256 ** (4 - parts.length)
  return last < space ? `${value * space + last}.addr` : undefined
}

function partOfAddress(part: string): number | undefined {
  if (/^0[0-7]+$/.test(part)) return Number.parseInt(part, 8)
  return /^(?:0|[1-9]\d*)$/.test(part) ? Number(part) : undefined
}
