import { domainToASCII } from 'node:url'
import { isNeverActive, isSite, parseSite, type Site } from '@webfilter/appliance-names'
import { isCutByAutonomousService } from '@webfilter/site-lists'
import { reasonPhrase, SoughtNames } from '../lists'
import { Name, type Phrase, say } from '../report/phrase'

/** A website on the command line. */
export interface AskedSite {
  /** In lower-case ASCII, without the leading `www.` if the appliance drops it. */
  readonly name: string
  /** The site that a category contains for it; undefined if no category can contain one. */
  readonly site: Site | undefined
  /** The sites that include it, the nearest first: a site matches everything below it. An address has none. */
  readonly parents: readonly Site[]
  /** How the text was read, and what every appliance does with such a name. */
  readonly notes: readonly Phrase[]
}

/** The sites by which a website is in a category: its own, and those that include it. */
export function sitesFor({ site, parents }: AskedSite): readonly Site[] {
  return site === undefined ? parents : [site, ...parents]
}

/**
 * Reads what a person typed or copied: a name in any spelling, or the address of a page, whose host counts. A name that no category
 * can contain, such as `www.gov.uk`, is a website all the same, and a category may contain a parent of it.
 *
 * @throws {Error} with a sentence for the user if it names none
 */
export function askedSite(typed: string): AskedSite {
  const text = typed.trim()
  // A site stands for all below it, so a wildcard in front adds nothing; files of lists are read alike.
  const host = hostIn(text).replace(/^\*?\.(?=\S)/u, '')
  const parsed = parseSite(host)
  if (parsed.ok) {
    const { site } = parsed
    return {
      name: site,
      site,
      parents: parentsOf(site),
      notes: [...notesOnReading(text, host, site), ...notesOnStorage(site)],
    }
  }
  const name = withoutTrailingDot(asciiOf(host))
  if (name.length > 253 || !websiteShape.test(name)) {
    // A text with an @ may contain a password, and is not quoted.
    const why = host.includes('@')
      ? 'The text contains an @, as mailboxes do; write only the domain, such as example.com'
      : parsed.reason
    throw new Error(`This is not the name of a website: ${why}.`)
  }
  return {
    name,
    site: undefined,
    parents: parentsOf(name),
    notes: [...notesOnReading(text, host, name), say`no list can contain it: ${reasonPhrase(parsed.reason)}`],
  }
}

/** The sites above a name, the nearest first: those that a category can contain. */
export function parentsOf(name: string): readonly Site[] {
  const labels = name.split('.')
  // What is left of an address is never a site.
  return labels.map((_, index) => labels.slice(index + 1).join('.')).filter(isSite)
}

/** The host of an address that was copied from a browser, with or without its scheme; any other text as it is. */
function hostIn(text: string): string {
  const authority = withScheme.exec(text)?.[1] ?? withoutScheme.exec(text)?.[1]
  if (authority === undefined) return text
  // The last @ ends a user and a password.
  return authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d{0,5}$/u, '')
}

const withScheme = /^[a-z][a-z0-9+.-]*:\/\/([^/?#\\]*)/iu
/** A host is taken from an address without a scheme only if a path or a port follows it. */
const withoutScheme = /^([^\s/?#\\@:]+)(?::\d{1,5})?(?:[/?#].*)?$/su

function asciiOf(host: string): string {
  return /^\p{ASCII}*$/u.test(host) ? host.toLowerCase() : domainToASCII(host)
}

function withoutTrailingDot(name: string): string {
  return name.endsWith('.') ? name.slice(0, -1) : name
}

/** A name of a website, whatever categories can contain. */
const websiteShape = /^(?:[a-z0-9_-]{1,63}\.)+(?!addr$)[a-z][a-z0-9-]{1,62}$/u

function notesOnReading(text: string, host: string, name: string): readonly Phrase[] {
  if (withoutTrailingDot(text.toLowerCase()) === name) return []
  const isDropped = withoutTrailingDot(asciiOf(host)) === `www.${name}`
  const normal = isDropped ? say`; the appliance drops the leading "www."` : []
  const how = host === text ? say`read as` : say`only the host counts:`
  return [say`${how} ${new Name(name)}${normal}`]
}

/** What appliances do with a site that differs from what a list says. */
function notesOnStorage(site: Site): readonly Phrase[] {
  const never = say`${new Name(site)} never becomes active, even in a category that contains it`
  const cut = new Name(site.slice(site.indexOf('www.') + 'www.'.length))
  const stored = say`the autonomous category service would store ${new Name(site)} as ${cut}; the older routes store it unchanged`
  return [...(isNeverActive(site) ? [never] : []), ...(isCutByAutonomousService(site) ? [stored] : [])]
}

/** The names that an answer looks for: the websites that were asked for, and all of their parents. */
export class Sought extends SoughtNames {
  /** The websites that were asked for. */
  readonly asked: readonly string[]

  constructor(asked: readonly AskedSite[]) {
    super(asked.flatMap(({ name, parents }) => [name, ...parents]))
    this.asked = asked.map(({ name }) => name)
  }

  /** The websites that were asked for and that a site matches: itself, or what is below it. */
  askedIn(site: Site): readonly string[] {
    return this.asked.filter((name) => name === site || name.endsWith(`.${site}`))
  }
}
