import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import type { Design } from './design'

const folder = 'docs/decisions/'
const sections = ['Context', 'Decision', 'Rejected', 'In the code']

/** Decisions without their sections or date, decisions that DESIGN.md does not list, and files that none of these pages may name. */
export async function problemsOfDecisions(
  { text }: Design,
  files: readonly string[],
): Promise<readonly string[]> {
  const decisions = files.filter((file) => file.startsWith(folder))
  const problems = decisions.map(async (file) => {
    const content = await readFile(file, 'utf8')
    const headings = [...content.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
    const [, title] = /^# \d+\. (.*)\n\nDecided on \d{4}-\d\d-\d\d\.\n/.exec(content) ?? []
    const number = Number(file.slice(folder.length, folder.length + 4))
    return [
      ...(title === undefined ? [`${file} does not begin with its title and its date.`] : []),
      ...(headings.join() === sections.join()
        ? []
        : [`${file} does not have the sections ${sections.join(', ')}.`]),
      ...(text.includes(`- [${number}. ${title}](${file})`)
        ? []
        : [`DESIGN.md does not list ${file} by its title.`]),
      ...missingFiles(file, content, files),
    ]
  })
  return [...missingFiles('DESIGN.md', text, files), ...(await Promise.all(problems)).flat()]
}

/**
 * Files and folders that a page names in backticks by their paths from the root, or links to, and that do not exist. Names in parentheses
 * after a folder, as in "`src/a/` (`b.ts`)", are names in it.
 */
function missingFiles(page: string, content: string, files: readonly string[]): readonly string[] {
  const exists = (path: string) =>
    files.some((file) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`))
  const prose = content.replaceAll(/^```.*?^```$/gms, '')
  const named = [
    ...prose.matchAll(/`((?:src|packages|scripts|test|engine|examples|docs|\.github|\.ci)\/[^`\s*]*)`/g),
  ].map(([, path = '']) => path)
  const inFolders = [...prose.matchAll(/`([\w./-]+\/)`\s\(([^)]*)\)/g)].flatMap(
    ([, parent = '', names = '']) =>
      [...names.matchAll(/`([\w-]+\.\w+)`/g)].map(([, name = '']) => parent + name),
  )
  const linked = [...prose.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) =>
    posix.join(posix.dirname(page), path),
  )
  return [...named, ...inFolders, ...linked]
    .filter((path) => !exists(path))
    .map((path) => `${page} names ${path}, which does not exist.`)
}
