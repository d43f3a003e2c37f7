import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { definitionOf, definitionsOf } from '@webfilter/terraform-plugin/testing'
import { documentationFolder, generatedFolders, pagesOf } from '../../scripts/docs/pages'
import { provider } from '../../src/provider'

describe('docs/', () => {
  it('is what the schemas and the examples say: if not, run npm run docs', async () => {
    const pages = await pagesOf(provider)
    const stale = [...pages].filter(([path, content]) => contentOf(path) !== content).map(([path]) => path)
    const left = generatedFolders.flatMap(filesIn).filter((path) => !pages.has(path))
    expect({ 'stale, run npm run docs': stale, 'left over, run npm run docs': left }).toEqual({
      'stale, run npm run docs': [],
      'left over, run npm run docs': [],
    })
  })

  it.each(provider.resources)(
    'has what a destroy of $name leaves, and which drift shows',
    async (resource) => {
      const { documentation } = await definitionOf(resource)
      expect(documentation).toMatchObject({
        subcategory: expect.stringMatching(/\S/),
        destroy: expect.stringMatching(/\.$/),
        drift: expect.stringMatching(/\.$/),
      })
    },
  )

  it.each(provider.dataSources)('has the area of the data source $name', async (dataSource) => {
    const { documentation } = await definitionOf(dataSource)
    expect(documentation?.subcategory).toMatch(/\S/)
  })

  it.each(provider.functions ?? [])('has the area of the function $name', async (each) => {
    const { documentation } = await definitionOf(each)
    expect(documentation?.subcategory).toMatch(/\S/)
  })

  it('names every function, with its link, on the page of the provider', () => {
    const index = contentOf('index.md') ?? ''
    const names = (provider.functions ?? []).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(0)
    for (const name of names)
      expect(index).toContain(`[\`provider::appliance::${name}\`](functions/${name}.md)`)
  })

  it.each(provider.actions ?? [])('has the engines that can run the action $name', async (action) => {
    const { documentation } = await definitionOf(action)
    expect(documentation?.release).toContain('Terraform 1.14 or newer')
  })

  it('lists its pages under the areas of the appliance', async () => {
    const definitions = [
      ...(await definitionsOf(provider.functions ?? [])),
      ...(await definitionsOf(provider.resources)),
      ...(await definitionsOf(provider.dataSources)),
      ...(await definitionsOf(provider.actions ?? [])),
    ]
    const listed = definitions.map(({ documentation }) => documentation?.subcategory)
    const areas = [
      'Categories',
      'User directory',
      'Certificates',
      'Network',
      'Website analysis',
      'Record databases',
      'Operations',
    ]
    expect(listed.filter((area) => !areas.includes(area ?? ''))).toEqual([])
  })

  it('is linked from the main page, as a whole', async () => {
    const linked = contentOf('../README.md') ?? ''
    const pages = new Set([...(await pagesOf(provider)).keys(), ...filesIn('guides')])
    expect([...pages].filter((path) => !linked.includes(`(docs/${path})`))).toEqual([])
  })

  it('has all guides on the page of the provider', () => {
    const linked = contentOf('index.md') ?? ''
    const guides = filesIn('guides')
    expect(guides.length).toBeGreaterThan(5)
    expect(guides.filter((path) => !linked.includes(`(${path})`))).toEqual([])
  })

  it('links to nothing that is not there, and neither do the pages beside it', () => {
    const others = [
      ...['README', 'API', 'CONTRIBUTING', 'DESIGN'].map((name) => `../${name}.md`),
      ...['quickstart', 'cdktf'].map((name) => `../examples/${name}/README.md`),
    ]
    const pages = [...others, ...filesIn('.')].filter((path) => path.endsWith('.md'))
    expect(pages.length).toBeGreaterThan(5)
    expect(pages.flatMap(brokenLinks)).toEqual([])
  })
})

/** Relative links of a page whose file, or whose heading there, does not exist. */
function brokenLinks(path: string): readonly string[] {
  const content = contentOf(path) ?? ''
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
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return [...headings, ...[...markdown.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)]
}

function contentOf(path: string): string | undefined {
  const file = join(documentationFolder, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(join(documentationFolder, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(documentationFolder, join(entry.parentPath, entry.name)))
}
