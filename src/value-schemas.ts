import { gte, lte, number, refine, string } from 'zod/mini'

/** The values that configurations may hold, as zod sees them. Loaded late: see `validators.ts`. */

export const httpAddress = string().check(
  refine(
    (text) => isUrl(text, ['http:', 'https:']),
    'Must be an address such as "https://proxy.example.org".',
  ),
)

export const httpOrSocketAddress = string().check(
  refine(
    (text) => isUrl(text, ['http:', 'https:', 'unix:']),
    'Must be an address such as "unix:///run/directory.sock" or "http://127.0.0.1:8080".',
  ),
)

export const textWithSomethingInIt = string().check(
  refine((text) => text.trim() !== '', 'Must not be empty.'),
)

export function numberBetween(least: number, most: number) {
  return number().check(gte(least, `Must be at least ${least}.`), lte(most, `Must be at most ${most}.`))
}

function isUrl(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol)
}
