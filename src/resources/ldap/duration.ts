import { check } from '../../terraform/schema/validators'

const units = { h: 3_600_000, m: 60_000, s: 1_000 } as const

/** Milliseconds of a duration such as `10m`, `1h30m` or `90s`; undefined for any other text, and for none at all. */
export function parseDuration(text: string): number | undefined {
  const match = /^(?=\d)(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?$/.exec(text)
  if (!match) return undefined
  const [, hours = '0', minutes = '0', seconds = '0'] = match
  const sum = Number(hours) * units.h + Number(minutes) * units.m + Number(seconds) * units.s
  return sum > 0 ? sum : undefined
}

/** Accepts what can be read as a duration. */
export const duration = check((value) =>
  typeof value === 'string' && parseDuration(value) !== undefined
    ? null
    : 'Must be a duration such as "10m", "90s" or "1h30m".',
)
