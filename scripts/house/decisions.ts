import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { readDesign } from './design'
import { filesBelow, root, textOfFile } from './sources'

const folder = 'docs/decisions'
const sections = ['Context', 'Decision', 'In the code'].join()
/** Alternatives that would be proposed again. Not every decision has some. */
const optional = 'Rejected'

/** Decisions without their date or a section, and those that DESIGN.md does not list by their titles. */
export function decisionProblems(): readonly string[] {
  const { text } = readDesign()
  return filesBelow([folder], /\.md$/).flatMap((file) => {
    const content = textOfFile(file)
    const headings = [...content.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
    const required = headings.filter((heading) => heading !== optional)
    const [, title] = /^# (\d+\. .*)\n\nDecided on \d{4}-\d\d-\d\d\.\n/.exec(content) ?? []
    if (title === undefined) return [`${file} does not begin with its title and its date.`]
    const number = Number(posix.basename(file).slice(0, 4))
    return [
      ...(required.join() === sections ? [] : [`${file} does not have the sections ${sections}.`]),
      ...(title.startsWith(`${number}. `) ? [] : [`${file} has another number in its title.`]),
      ...(text.includes(`- [${title}](${file})`) ? [] : [`DESIGN.md does not list ${file} by its title.`]),
    ]
  })
}

/** Files and folders that these pages name in backticks, by their paths from the root or by their names, or link to, and that do not exist. */
export function missingNamedFiles(): readonly string[] {
  const sources = filesBelow(['src', 'packages', 'scripts', 'test'], /\.ts$/)
  const names = new Set(sources.map((path) => posix.basename(path)))
  return ['DESIGN.md', 'CONTRIBUTING.md', ...filesBelow([folder], /\.md$/)].flatMap((page) => {
    const text = textOfFile(page).replaceAll(/^```.*?^```$/gms, '')
    const missing = pathsIn(page, text).filter((path) => !existsSync(join(root, path)))
    const unknown = [...text.matchAll(/`([\w-]+\.ts)`/g)].flatMap(([, name = '']) =>
      names.has(name) ? [] : [name],
    )
    return [...missing, ...unknown].map((path) => `${page} names ${path}.`)
  })
}

/** Names in parentheses after a folder, as in "`src/a/` (`b.ts`)", are names of files in it. */
function pathsIn(page: string, text: string): readonly string[] {
  const tops = ['src', 'packages', 'scripts', 'test', 'engine', 'examples', 'docs', '.github', '.ci']
  const named = [...text.matchAll(/`([\w.]+)\/([\w./-]*)`/g)]
    .filter(([, top = '']) => tops.includes(top))
    .map(([, top, below]) => `${top}/${below}`)
  const inFolders = [...text.matchAll(/`([\w./-]+\/)`\s\(([^)]*)\)/g)].flatMap(
    ([, parent = '', names = '']) =>
      [...names.matchAll(/`([\w-]+\.\w+)`/g)].map(([, name]) => `${parent}${name}`),
  )
  const linked = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) =>
    posix.join(posix.dirname(page), path),
  )
  return [...named, ...inFolders, ...linked]
}
