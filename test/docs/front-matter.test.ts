import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { documentationFolder } from '../../scripts/docs/pages'

// The rules of the registry's own tool, tfplugindocs 0.25: internal/provider/validate.go and internal/check/frontmatter.go.

const pages = ['.', 'guides', 'resources', 'data-sources', 'list-resources', 'functions'].flatMap((folder) =>
  readdirSync(join(documentationFolder, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

/** All other keys are refused here; the tool itself refuses `layout` and `sidebar_current`, and passes over those that it does not know. */
const allowed = ['page_title', 'subcategory', 'description']

describe('the front matter of the pages', () => {
  it('is looked at on the page of the provider, and on those of all folders', () => {
    for (const folder of ['index', 'guides/', 'resources/', 'data-sources/', 'list-resources/', 'functions/'])
      expect(pages.filter((page) => page.startsWith(folder))).not.toEqual([])
  })

  it.each(pages)('of %s is as the registry takes it', (page) => {
    expect(problemsOf(page, readFileSync(join(documentationFolder, page), 'utf8'))).toEqual([])
  })

  it.each([
    ['index.md', '---\npage_title: "a"\nsubcategory: ""\n---\n', ['must not have subcategory']],
    ['index.md', '---\npage_title: "a"\n---\n', []],
    ['resources/a.md', '---\nsubcategory: "A"\n---\n', []],
    [
      'resources/a.md',
      '---\nlayout: "a"\nsidebar_current: "b"\n---\n',
      ['layout', 'sidebar_current'].map(not),
    ],
    ['guides/a.md', '---\nsubcategory: ""\n---\n', ['must have page_title']],
    ['guides/a.md', '# A\n', ['has no front matter']],
    ['guides/a.md', '---\npage_title: 1\n---\n', ['page_title must be a text']],
  ])('would be refused of %s: %j', (page, content, problems) => {
    expect(problemsOf(page, content)).toEqual(problems)
  })
})

function problemsOf(page: string, content: string): readonly string[] {
  const [, block] = /^---\n(.*?)\n---\n/s.exec(content) ?? []
  if (block === undefined) return ['has no front matter']
  const entries = Object.entries(Object(parse(block)))
  const keys = entries.map(([key]) => key)
  const isIndex = page === 'index.md'
  return [
    ...keys.filter((key) => !allowed.includes(key) || (isIndex && key === 'subcategory')).map(not),
    ...(page.startsWith('guides') && !keys.includes('page_title') ? ['must have page_title'] : []),
    ...entries.filter(([, value]) => typeof value !== 'string').map(([key]) => `${key} must be a text`),
  ]
}

function not(key: string): string {
  return `must not have ${key}`
}
