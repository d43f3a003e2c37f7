import { domainToUnicode } from 'node:url'
import type { ConfigurationText } from '../configuration/scan'
import type { Place } from '../report/report'
import type { AskedSite } from './asked-site'

/** A place in the configurations of a repository that contains the name of a website, or of a parent of it, as text. */
export interface Mention {
  /** The website that was asked for. */
  readonly asked: string
  /** What stands there: the website itself, or a parent. */
  readonly name: string
  readonly place: Place
}

/** The lines with the website itself, then those with the nearest parent. */
export function mentionsOf(
  { name: asked, parents }: AskedSite,
  texts: readonly ConfigurationText[],
): readonly Mention[] {
  return [asked, ...parents].flatMap((name) => {
    const spellings = [...new Set([name, domainToUnicode(name) || name])]
    return texts.flatMap(({ file, text }) => {
      const lower = text.toLowerCase()
      if (!spellings.some((each) => lower.includes(each))) return []
      return lower
        .split('\n')
        .flatMap((line, index) =>
          spellings.some((each) => isNameIn(each, line))
            ? [{ asked, name, place: { file, line: index + 1 } }]
            : [],
        )
    })
  })
}

/** Whether a text has a name in it that is not a part of a longer one; `www.` and a wildcard in front make none of it. */
export function isNameIn(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const before = text.slice(Math.max(0, at - 8), at).replace(/(?:www\.|\*?\.)$/u, '')
    const behind = text.slice(at + name.length, at + name.length + 2)
    if (!/[\p{L}\p{N}._@-]$/u.test(before) && !/^\.?[\p{L}\p{N}_-]/u.test(behind)) return true
  }
  return false
}
