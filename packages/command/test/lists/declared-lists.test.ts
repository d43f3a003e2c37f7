import { blocksOfHcl } from '../../src/configuration/hcl'
import { blocksOfJson } from '../../src/configuration/json'
import { type DeclaredList, declaredLists } from '../../src/lists/declared-lists'
import type { Place } from '../../src/report/report'

/** What the files of a repository in `/repo` declare. */
function declared(files: Readonly<Record<string, string>>, initialized: readonly string[] = []) {
  const blocks = Object.entries(files).flatMap(([file, text]) =>
    file.endsWith('.json') ? (blocksOfJson(text, file) ?? []) : blocksOfHcl(text, file),
  )
  const configuration = { folder: '', files: Object.keys(files), blocks, unread: [] }
  return declaredLists('/repo', configuration, new Set(initialized))
}

/** The same in short. */
function shown(...of: Parameters<typeof declared>) {
  return declared(...of).map(({ address, content }) => [address, contentOf(content)])
}

function contentOf(content: DeclaredList['content']) {
  return content.kind === 'file'
    ? content.path
    : content.entries.map(({ text, place }) => `${at(place)} ${text}`)
}

function at({ file, line }: Place): string {
  return line === undefined ? file : `${file}:${line}`
}

describe('the lists that files write down', () => {
  it('are inline lists and files, from the folder in which Terraform runs', () => {
    const text = `resource "appliance_category" "ads" {
  name = "Ads"
  sites = [
    "a.example",
    "b.example",
  ]
}
resource "appliance_category" "file" {
  sites_file = "lists/file.txt"
  sites      = null
}
resource "appliance_category_sites" "feed" {
  category_id = 250
  sites_file  = "\${path.root}/../feed.txt"
}
resource "appliance_category" "absolute" {
  sites_file = "/etc/lists/a.txt"
}
resource "appliance_category_sites" "more" {
  category_id = appliance_category.ads.id
  sites       = ["c.example"]
}
resource "appliance_hostname" "h" {
  sites = ["c.example"]
}
`
    expect(shown({ 'infra/main.tf': text })).toEqual([
      ['appliance_category.ads', ['infra/main.tf:4 a.example', 'infra/main.tf:5 b.example']],
      ['appliance_category.file', '/repo/infra/lists/file.txt'],
      ['appliance_category_sites.feed', '/repo/feed.txt'],
      ['appliance_category.absolute', '/etc/lists/a.txt'],
      ['appliance_category_sites.more', ['infra/main.tf:21 c.example']],
    ])
  })

  it('are none where only Terraform can evaluate them', () => {
    const text = `resource "appliance_category" "a" {
  for_each   = { a = "a.txt" }
  sites_file = each.value
}
resource "appliance_category" "b" {
  count = 1
  sites = ["b.example"]
}
resource "appliance_category" "c" {
  sites = ["c.example", "x.\${var.zone}"]
}
resource "appliance_category" "d" {
  sites = toset(["d.example"])
}
resource "appliance_category" "e" {
  sites_file = "\${path.cwd}/e.txt"
}
resource "appliance_category" "f" {
  sites_file = ["f.txt"]
}
`
    const override = 'resource "appliance_category" "c" {\n  sites = ["o.example"]\n}\n'
    expect(shown({ 'main.tf': text, 'override.tf': override })).toEqual([
      ['appliance_category.c', ['main.tf:10 c.example']],
    ])
  })

  it('are those of a folder that others use, too, if it was initialized as a root module', () => {
    const files = {
      'main.tf': 'resource "appliance_category" "a" {\n  sites = ["a.example"]\n}\n',
      'examples/main.tf': 'module "all" {\n  source = "../"\n}\n',
    }
    const addresses = (initialized: readonly string[]) =>
      declared(files, initialized).map(({ address }) => address)
    expect(addresses([])).toEqual([])
    expect(addresses([''])).toEqual(['appliance_category.a'])
  })

  it('are those of JSON', () => {
    const json = JSON.stringify({
      resource: {
        appliance_category: {
          ads_1A: {
            '//': { metadata: { path: 'stack/policy/ads' } },
            name: 'ads',
            sites: ['a.example', `\${var.site}`],
          },
        },
        appliance_category_sites: {
          feed: { category_id: `\${appliance_category.ads_1A.id}`, sites_file: 'feed.txt' },
        },
      },
    })
    expect(shown({ 'out/cdk.tf.json': json })).toEqual([
      ['appliance_category.ads_1A', ['out/cdk.tf.json a.example']],
      ['appliance_category_sites.feed', '/repo/out/feed.txt'],
    ])
  })

  it('have exceptions with their lines', () => {
    const hcl = `resource "appliance_category" "ads" {
  name            = "ads"
  sites_files     = ["a.txt", "b.txt"]
  list_exceptions = "apply"
  exceptions_file = "exceptions.txt"
  exceptions = [
    "shop.example",
    var.unknown,
  ]
}
`
    const lists = declared({ 'main.tf': hcl })
    const path = (name: string) => ({ path: `/repo/${name}` })
    expect(lists.map(({ content, exceptions }) => ({ content, exceptions }))).toMatchObject(
      ['a.txt', 'b.txt'].map((name) => ({
        content: path(name),
        exceptions: {
          entries: [{ text: 'shop.example', place: { file: 'main.tf', line: 7 } }],
          file: path('exceptions.txt'),
          listFiles: [path('a.txt'), path('b.txt')],
        },
      })),
    )
  })
})
