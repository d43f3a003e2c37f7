/** What Go calls the units, in nanoseconds; the micro sign and the Greek letter look alike. */
const units: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  '\u00b5s': 1_000n,
  '\u03bcs': 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
}

/** A number, with a fraction or without, and its unit. */
const parts = /(?=\.?\d)0*(\d{0,19})(?:\.(\d*))?(ns|us|\u00b5s|\u03bcs|ms|s|m|h)/y

/** Nanoseconds, of which Go counts no more; some 292 years. */
const longest = 2n ** 63n - 1n

/**
 * Milliseconds of a duration as Go's `time.ParseDuration` reads it, since Terraform's own tools do: `10m`, `1h30m`, `1.5h`,
 * `500ms`. Undefined for any other text, for a negative duration, and for none at all.
 */
export function parseDuration(text: string): number | undefined {
  let sum = 0n
  parts.lastIndex = text.startsWith('+') ? 1 : 0
  while (parts.lastIndex < text.length) {
    const [, whole = '', fraction = '', unit = ''] = parts.exec(text) ?? []
    const nanoseconds = units[unit]
    if (nanoseconds === undefined) return undefined
    // Further digits have no effect: 18 of them are less than a nanosecond of an hour.
    const digits = fraction.slice(0, 18)
    sum += BigInt(whole) * nanoseconds + (BigInt(digits) * nanoseconds) / 10n ** BigInt(digits.length)
  }
  return sum > 0n && sum <= longest ? Number(sum) / 1e6 : undefined
}
