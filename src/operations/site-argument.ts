import { parseSite, type Site } from '@webfilter/appliance-names'

/** What is wrong with a text that should be a site, as a sentence; undefined for a site. */
export function siteProblem(text: string): string | undefined {
  const parsed = parseSite(text)
  return parsed.ok ? undefined : `${parsed.reason}.`
}

/** The site that a checked text names; undefined without one. */
export function siteNamed(text: string | null | undefined): Site | undefined {
  const parsed = typeof text === 'string' ? parseSite(text) : undefined
  return parsed?.ok ? parsed.site : undefined
}
