import { dirname, join } from 'node:path/posix'
import { parse } from 'yaml'
import { filesBelow, textOfFile } from './sources'

// What the pages of docs/ that a registry shows must be, so that they are the same there and in the repository. CONTRIBUTING.md ("Pages in the
// registry") says where the form was read.

/** The other folders of docs/ are for readers of the repository. */
const folders = ['guides', 'resources', 'data-sources', 'list-resources', 'functions', 'actions']
const shown = new RegExp(`^(?:index|(?:${folders.join('|')})/[^/]+)\\.md$`)

/** Pictures that no registry finds, because it keeps only the pages. */
export const picturesByPath = () => problemsOfPages(picturesIn)

/** Links to files of the repository that are no pages of the registry. */
export const linksOutOfRegistry = () => problemsOfPages(linksOutOf)

/** Pages whose front matter a registry refuses, and guides that it would list without a group. */
export const frontMatterProblems = () => problemsOfPages(problemsOfFrontMatter)

function problemsOfPages(
  problemsOf: (page: string, content: string) => readonly string[],
): readonly string[] {
  const pages = filesBelow(['docs'], /\.md$/).map((path) => path.slice('docs/'.length))
  return pages
    .filter((page) => shown.test(page))
    .flatMap((page) =>
      problemsOf(page, textOfFile(`docs/${page}`)).map((problem) => `docs/${page} ${problem}`),
    )
}

/** @param _page which a picture by an address does not depend on */
export function picturesIn(_page: string, content: string): readonly string[] {
  const pictures = [
    ...content.matchAll(/!\[[^\]]*\]\(([^)\s]*)[^)]*\)/g),
    ...content.matchAll(/<img\b[^>]*?\bsrc=["']?([^"'\s>]*)/gi),
  ]
  return pictures
    .filter(([, source = '']) => !/^https:/.test(source))
    .map(([, source]) => `shows the picture ${source}`)
}

/** @param page relative to docs/ */
export function linksOutOf(page: string, content: string): readonly string[] {
  const targets = [
    ...content.matchAll(/(?<!!\[[^\]]*)\]\(([^)#\s]*)/g),
    ...content.matchAll(/^ {0,3}\[[^\]]+\]:\s*<?([^#>\s]*)/gm),
    ...content.matchAll(/<a\b[^>]*?\bhref=["']?([^"'#\s>]*)/gi),
  ]
  return targets
    .map(([, target = '']) => target)
    .filter((target) => target !== '' && !/^(?:https?|mailto):/.test(target))
    .filter((target) => !shown.test(join(dirname(page), target)))
    .map((target) => `links ${target}`)
}

/**
 * The rules of the registry's own tool, tfplugindocs 0.25 (internal/provider/validate.go and internal/check/frontmatter.go), and a group for
 * each guide. All other keys are refused here; the tool itself refuses `layout` and `sidebar_current`, and ignores those that it does not know.
 *
 * @param page relative to docs/
 */
export function problemsOfFrontMatter(page: string, content: string): readonly string[] {
  const [, block] = /^---\n(.*?)\n---\n/s.exec(content) ?? []
  if (block === undefined) return ['has no front matter']
  const entries = Object.entries(Object(parse(block)))
  const keys = entries.map(([key]) => key)
  const allowed = ['page_title', 'description', ...(page === 'index.md' ? [] : ['subcategory'])]
  const isGuide = page.startsWith('guides/')
  const isGrouped = entries.some(([key, value]) => key === 'subcategory' && value !== '')
  return [
    ...keys.filter((key) => !allowed.includes(key)).map((key) => `must not have ${key}`),
    ...(isGuide && !keys.includes('page_title') ? ['must have page_title'] : []),
    ...(isGuide && !isGrouped ? ['must have a subcategory, the group in which a registry lists it'] : []),
    ...entries.filter(([, value]) => typeof value !== 'string').map(([key]) => `${key} must be a text`),
  ]
}
