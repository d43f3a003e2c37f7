import {
  analysisAssumptions,
  categoryAssumptions,
  certificateAssumptions,
  directoryAssumptions,
  networkAssumptions,
  recordAssumptions,
} from '@webfilter/appliance-client'
import { anchorOf } from './pages'
import { filesBelow, textOfFile } from './sources'

/** The pages of what is known of the appliance. */
const folder = 'docs/appliance'

/** Citations of these pages that lead to no heading or to several, headings of the same name, and assumptions that no page links. */
export function citationProblems(): readonly string[] {
  const pages = filesBelow([folder], /\.md$/)
  const headings = pages.flatMap((page) => headingsIn(textOfFile(page)))
  const sources = [
    ...filesBelow(['src', 'packages', 'scripts', 'test', 'docs'], /\.(?:ts|md)$/),
    ...['CHANGELOG.md', 'CONTRIBUTING.md', 'DESIGN.md', 'README.md'],
  ].filter((path) => !path.startsWith('test/house/'))
  const texts = pages.map(textOfFile).join('\n')
  return [
    ...headings
      .filter((each, index) => headings.indexOf(each) !== index)
      .map((each) => `"${each}" exists twice.`),
    ...sources.flatMap((path) =>
      citationsThatLeadNowhere(textOfFile(path), headings).map((citation) => `${path}: ${citation}`),
    ),
    ...topicsOfAssumptions()
      .filter((topic) => !texts.includes(`[${topic}](../guides/assumptions.md#${anchorOf(topic)})`))
      .map((topic) => `No page of ${folder} links the assumption "${topic}".`),
  ]
}

/** The titles of the sections of a page: those that can be cited. */
export function headingsIn(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^##+ (.+)$/gm)].map(([, title = '']) => title)
}

/**
 * Citations in a source or a page that name none of these headings, or whose form is another one, such as a citation of a document that is not
 * in the repository. The form is the folder, a comma, and headings in quotation marks: `docs/appliance, "Releases" and "Routes"`.
 */
export function citationsThatLeadNowhere(text: string, headings: readonly string[]): readonly string[] {
  // A comment may break a line within a citation.
  const line = text.replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ')
  const cited = [...line.matchAll(/docs\/appliance(?:\/[\w.-]+)?,(?: "[^"]+"(?:,(?= ")| and(?= "))?)*/g)].map(
    ([all]) => all,
  )
  const elsewhere = line.match(/\b(?:interface\sdocument|field\snotes?)\b/gi) ?? []
  return [
    ...cited.flatMap((citation) => {
      const named = [...citation.matchAll(/"([^"]+)"/g)].map(([, heading = '']) => heading)
      if (named.length === 0) return [`"${citation}" names no heading.`]
      return named
        .filter((heading) => !headings.includes(heading))
        .map((heading) => `There is no "${heading}".`)
    }),
    ...elsewhere.map((name) => `"${name}" is not in the repository.`),
  ]
}

function topicsOfAssumptions(): readonly string[] {
  return [
    analysisAssumptions,
    categoryAssumptions,
    certificateAssumptions,
    directoryAssumptions,
    networkAssumptions,
    recordAssumptions,
  ].flatMap((assumptions) => assumptions.map(({ topic }) => topic))
}
