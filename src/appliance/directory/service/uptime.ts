/**
 * The seconds that an uptime tells, such as "3 days", "1mn 5s", "2 days, 1:00", "00:01:40" or "4711"; undefined for any other
 * text. No form of it is documented: releases differ, and coarse ones leave out what is smaller than their unit.
 */
export function uptimeSeconds(uptime: string): number | undefined {
  const text = uptime.slice(0, longestUptime).trim().toLowerCase()
  if (/^\d+$/.test(text)) return Number(text)
  return clockSeconds(text) ?? unitSeconds(text)
}

const longestUptime = 100

/** Hours and minutes, with seconds or not, after days or not. More hours than a day has may be minutes. */
function clockSeconds(text: string): number | undefined {
  const [, days, hours = '', minutes = '', seconds] =
    /^(?:(\d+)\s*d(?:ays?)?[\s,]+)?(\d+):(\d\d)(?::(\d\d))?$/.exec(text) ?? []
  if (hours === '' || (seconds === undefined && Number(hours) > 23)) return undefined
  return Number(days ?? 0) * day + Number(hours) * hour + Number(minutes) * minute + Number(seconds ?? 0)
}

/** A sum of numbers with units. */
function unitSeconds(text: string): number | undefined {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g)]
  const rest = text.replace(/(\d+(?:\.\d+)?)\s*([a-z]+)/g, '')
  if (parts.length === 0 || !/^(?:[\s,]|\band\b)*$/.test(rest)) return undefined
  const seconds = parts.map(([, count, unit = '']) => Number(count) * (units.get(unit) ?? Number.NaN))
  const sum = seconds.reduce((all, each) => all + each, 0)
  return Number.isNaN(sum) ? undefined : sum
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

const units: ReadonlyMap<string, number> = new Map([
  ...['s', 'sec', 'secs', 'second', 'seconds'].map((unit) => [unit, 1] as const),
  ...['m', 'mn', 'min', 'mins', 'minute', 'minutes'].map((unit) => [unit, minute] as const),
  ...['h', 'hr', 'hrs', 'hour', 'hours'].map((unit) => [unit, hour] as const),
  ...['d', 'day', 'days'].map((unit) => [unit, day] as const),
  ...['w', 'week', 'weeks'].map((unit) => [unit, 7 * day] as const),
])
