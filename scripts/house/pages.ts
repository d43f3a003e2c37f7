import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { provider } from '../../src/provider'
import { documentationFolder, generatedFolders, pagesOf } from '../docs/pages'
import { withPaths } from '../docs/registry-links'
import { filesBelow, root, textOfFile } from './sources'

/** Pages that differ from what `npm run docs` writes, and pages that it would not write. */
export async function stalePages(): Promise<readonly string[]> {
  const pages = await pagesOf(provider)
  const stale = [...pages].filter(([path, content]) => contentOf(path) !== content)
  const left = generatedFolders.flatMap(pagesIn).filter((path) => !pages.has(path))
  return [...stale.map(([path]) => `stale: ${path}`), ...left.map((path) => `left over: ${path}`)]
}

/** Pages that are not linked from the provider's page, or for codes from their index, and links that lead nowhere. */
export async function linkProblems(): Promise<readonly string[]> {
  const index = withPaths(contentOf('index.md') ?? '')
  const codes = contentOf('guides/codes.md') ?? ''
  const pages = new Set([...(await pagesOf(provider)).keys(), ...pagesIn('guides')])
  const others = [
    ...['README', 'API', 'CONTRIBUTING', 'DESIGN', 'SECURITY', 'SUPPORT'].map((name) => `../${name}.md`),
    ...['quickstart', 'cdktf'].map((name) => `../examples/${name}/README.md`),
    ...readdirSync(join(root, 'packages')).map((name) => `../packages/${name}/README.md`),
  ]
  return [
    ...[...pages]
      .filter((path) => path !== 'index.md' && path.endsWith('.md'))
      .filter((path) => !index.includes(`(${path})`) && !codes.includes(`(${path.slice('guides/'.length)})`))
      .map((path) => `docs/index.md does not link ${path}`),
    ...[...others, ...pagesIn('.')].filter((path) => path.endsWith('.md')).flatMap(brokenLinks),
  ]
}

/** Relative links of a page to a file, or to a heading, that does not exist. */
function brokenLinks(path: string): readonly string[] {
  const text = contentOf(path) ?? ''
  const content = path === 'index.md' ? withPaths(text) : text
  return [...content.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)]
    .filter(([, file = '', anchor]) => {
      const target = file === '' ? path : join(dirname(path), file)
      if (!existsSync(join(documentationFolder, target))) return true
      return anchor !== undefined && !anchorsOf(contentOf(target) ?? '').includes(anchor)
    })
    .map(([link]) => `${path}: ${link}`)
}

/** The anchors that a page's headings have on GitHub and in a registry, and those that it sets itself. */
function anchorsOf(markdown: string): readonly string[] {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title))
  return [...headings, ...[...markdown.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)]
}

export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

/** Parts of the code in the guide to CDKTF that the example does not have. */
export function cdktfGuideProblems(): readonly string[] {
  const guide = textOfFile('docs/guides/cdktf.md')
  const example = ['branches.ts', 'headquarters.ts']
    .map((file) => withoutIndentation(textOfFile(`examples/cdktf/${file}`)))
    .join('')
  return ['FilteringPolicy', 'DirectoryTeam', 'ApplianceFleet'].flatMap((construct) => {
    const [, section = ''] = guide.split(`### ${construct}\n`)
    const [, code = ''] = /```ts\n(.*?)```/s.exec(section) ?? []
    if (!code.includes(`new ${construct}(`)) return [`the section ${construct} does not create one`]
    return code.split('\n\n').filter((part) => !example.includes(withoutIndentation(part).trim()))
  })
}

function withoutIndentation(code: string): string {
  return code.replaceAll(/^ +/gm, '')
}

/** Commands in pages, help texts, reports and examples by which npx could run another package than the installed one. */
export function unsafeNpx(): readonly string[] {
  const pages = readdirSync(root).filter((name) => name.endsWith('.md'))
  const files = filesBelow(
    ['docs', 'examples', 'src', 'packages', 'scripts'],
    /\.(?:[cm]?js|json|md|sh|tf|ts|txt|ya?ml)$/,
  )
  return [...pages, ...files].flatMap((path) =>
    npxCommandsAtRisk(textOfFile(path)).map((command) => `${path}: ${command}`),
  )
}

/** A name alone may be that of another package in the registry, which npx would download and run. */
export function npxCommandsAtRisk(text: string): readonly string[] {
  const commands = text.match(/\b(?:npx|npm exec)(?: -\S*)* (?:terraform-provider-)?appliance\b/g) ?? []
  return commands.filter((command) => command !== 'npx --no appliance')
}

function contentOf(page: string): string | undefined {
  const file = join(documentationFolder, page)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** The files in a folder of the pages, relative to the folder of all pages. */
function pagesIn(folder: string): readonly string[] {
  return filesBelow([join('docs', folder)], /./).map((path) => path.slice('docs/'.length))
}
