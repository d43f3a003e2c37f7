import { Name, type Phrase, say, shortened } from '../report/phrase'

/** What a fetch reports, each under the name that reports use. */
export const fetchRules = {
  'source-failed': 'An address did not return its list.',
  'not-a-list': 'An address returned something that is not a list of sites, or a list without a site.',
  'list-too-small': 'A list has fewer sites, or more lines that are not sites, than its source allows.',
  'source-moved': 'An address redirects permanently to another one.',
} as const satisfies Readonly<Record<string, string>>

export type FetchRule = keyof typeof fetchRules
export const fetchRuleNames = Object.keys(fetchRules) as readonly FetchRule[]

/** Why a list stays as it is. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure'
  readonly rule: FetchRule
  /** A clause, such as `https://lists.example.org/ads.txt rejected the request`. */
  readonly says: Phrase
  /** A sentence. */
  readonly advice: string

  constructor(rule: FetchRule, says: Phrase, advice: string) {
    super('A list could not be fetched.')
    this.rule = rule
    this.says = says
    this.advice = advice
  }
}

/** An address as reports show it: its query may be the key of a subscription. */
export function shownAddress(url: URL): Phrase {
  return say`${new Name(`${url.origin}${url.pathname}`)}${[url.search === '' ? '' : '?…']}`
}

/** What a server or the system says, as a part of a sentence: in a certificate, everything may stand. */
export function quotedReason(reason: string): Phrase {
  return [new Name(shortened(reason.replace(/\.$/u, ''), 200))]
}

/** What to do about a list that is too long. */
export const shorter = 'Choose a shorter list, or fetch its parts as lists of their own.'
