import { Expansion } from '../../../src/tools/configuration/expansion'
import { blocksOfHcl } from '../../../src/tools/configuration/hcl'
import { blocksOfJson } from '../../../src/tools/configuration/json'
import { ModuleTree } from '../../../src/tools/configuration/modules'
import { declaredLists } from '../../../src/tools/explain/declared-lists'
import { phraseText } from '../../../src/tools/report/phrase'

/** What the files of a repository in `/repo` declare. */
function declared(
  files: Readonly<Record<string, string>>,
  initialized: readonly string[] = [],
  most?: number,
) {
  const blocks = Object.entries(files).flatMap(([file, text]) =>
    file.endsWith('.json') ? blocksOfJson(text, file) : blocksOfHcl(text, file),
  )
  const expansion = most === undefined ? new Expansion() : new Expansion(most)
  const { lists, notRead } = declaredLists(new ModuleTree(blocks, '/repo', new Set(initialized), expansion))
  return {
    lists: lists.map(({ address, category, content }) => ({
      address,
      category,
      content:
        content.kind === 'file'
          ? content.path
          : content.entries.map(({ text, place }) => `${place.file}:${place.line} ${text}`),
    })),
    notRead: notRead.map(
      ({ place, address, says }) =>
        `${place.file}:${place.line} ${address}: ${phraseText(says, (name) => name)}`,
    ),
  }
}

it('reads inline lists and files, from the folder in which Terraform runs', () => {
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
resource "appliance_hostname" "h" {
  sites = ["c.example"]
}
`
  expect(declared({ 'infra/main.tf': text })).toEqual({
    lists: [
      {
        address: 'appliance_category.ads',
        category: { name: 'Ads' },
        content: ['infra/main.tf:4 a.example', 'infra/main.tf:5 b.example'],
      },
      { address: 'appliance_category.file', category: {}, content: '/repo/infra/lists/file.txt' },
      { address: 'appliance_category_sites.feed', category: { id: 250 }, content: '/repo/feed.txt' },
      { address: 'appliance_category.absolute', category: {}, content: '/etc/lists/a.txt' },
    ],
    notRead: [],
  })
})

it('follows modules, each time that they are used, with what they are given', () => {
  const main = `locals {
  news = ["news.example"]
}
module "one" {
  source = "./modules/list"
  name   = "one"
  sites  = concat(["a.example"], local.news)
}
module "two" {
  source = "./modules/list/"
  name   = "two"
  sites  = local.news
}
module "far" {
  source = "git::https://git.example.org/lists.git"
}
module "away" {
  source = "../../elsewhere"
}
`
  const list = `variable "name" {}
variable "sites" {
  default = null
}
variable "file" {
  default = "default.txt"
}
resource "appliance_category" "this" {
  name  = "list \${var.name}"
  sites = var.sites
}
module "inner" {
  source = "../inner"
  file   = "\${path.module}/\${var.file}"
  number = appliance_category.this.id
}
`
  const inner = `resource "appliance_category_sites" "feed" {
  category_id = var.number
  sites_file  = var.file
}
`
  const category = (name: string) => ({ name })
  expect(declared({ 'main.tf': main, 'modules/list/main.tf': list, 'modules/inner/main.tf': inner })).toEqual(
    {
      lists: [
        {
          address: 'module.one.module.inner.appliance_category_sites.feed',
          category: category('list one'),
          content: '/repo/modules/list/default.txt',
        },
        {
          address: 'module.two.appliance_category.this',
          category: category('list two'),
          content: ['main.tf:2 news.example'],
        },
        {
          address: 'module.two.module.inner.appliance_category_sites.feed',
          category: category('list two'),
          content: '/repo/modules/list/default.txt',
        },
      ],
      notRead: [
        'main.tf:14 module.far: the module is not a folder of this repository',
        'main.tf:17 module.away: the module is not a folder of this repository',
        'main.tf:7 module.one.appliance_category.this: only Terraform can evaluate sites: concat(["a.example"], local.news)',
      ],
    },
  )
})

it('goes through a for_each that is written down, and a count', () => {
  const text = `resource "appliance_category" "set" {
  for_each   = toset(["ads", "news"])
  name       = each.key
  sites_file = "\${path.module}/\${each.value}.txt"
}
resource "appliance_category" "map" {
  for_each = { ads = { sites = ["a.example"], label = "Ads" } }
  name     = each.value.label
  sites    = each.value["sites"]
}
resource "appliance_category_sites" "feed" {
  for_each    = toset(["ads"])
  category_id = appliance_category.map[each.key].id
  sites       = ["b.example"]
}
resource "appliance_category" "none" {
  count = 0
  sites = ["c.example"]
}
resource "appliance_category" "one" {
  count = 1
  sites = ["d.example"]
}
`
  const { lists, notRead } = declared({ 'main.tf': text })
  expect(notRead).toEqual([])
  expect(lists).toEqual([
    { address: 'appliance_category.set["ads"]', category: { name: 'ads' }, content: '/repo/ads.txt' },
    { address: 'appliance_category.set["news"]', category: { name: 'news' }, content: '/repo/news.txt' },
    { address: 'appliance_category.map["ads"]', category: { name: 'Ads' }, content: ['main.tf:7 a.example'] },
    {
      address: 'appliance_category_sites.feed["ads"]',
      category: { name: 'Ads' },
      content: ['main.tf:14 b.example'],
    },
    { address: 'appliance_category.one[0]', category: {}, content: ['main.tf:22 d.example'] },
  ])
})

it('names what only Terraform can evaluate, and reads what is written beside it', () => {
  const text = `variable "sites" {
  default = ["set-outside.example"]
}
resource "appliance_category" "a" {
  for_each   = fileset(path.module, "*.txt")
  sites_file = each.value
}
resource "appliance_category" "b" {
  count = var.on ? 1 : 0
  sites = ["b.example", "x.\${var.zone}"]
}
resource "appliance_category" "c" {
  sites = var.sites
}
resource "appliance_category" "d" {
  for_each = { (var.key) = ["d.example"], e = ["e.example"] }
  sites    = each.value
}
resource "appliance_category" "e" {
  sites_file = "\${path.cwd}/e.txt"
}
locals {
  round = local.round
}
resource "appliance_category" "f" {
  sites = local.round
}
`
  const override = 'resource "appliance_category" "b" {\n  sites = ["c.example"]\n}\n'
  const uncertain = (attribute: string) =>
    `only Terraform can evaluate its ${attribute}, so there may be no such object, or several`
  expect(declared({ 'main.tf': text, 'override.tf': override })).toEqual({
    lists: [{ address: 'appliance_category.b[*]', category: {}, content: ['main.tf:10 b.example'] }],
    notRead: [
      `main.tf:4 appliance_category.a: ${uncertain('for_each')}`,
      'main.tf:6 appliance_category.a[*]: only Terraform can evaluate sites_file: each.value',
      `main.tf:8 appliance_category.b: ${uncertain('count')}`,
      `main.tf:10 appliance_category.b[*]: only Terraform can evaluate an entry of sites: "x.\${var.zone}"`,
      'main.tf:13 appliance_category.c: only Terraform can evaluate sites: var.sites',
      `main.tf:15 appliance_category.d: ${uncertain('for_each')}`,
      'main.tf:17 appliance_category.d[*]: only Terraform can evaluate sites: each.value',
      `main.tf:20 appliance_category.e: only Terraform can evaluate sites_file: "\${path.cwd}/e.txt"`,
      'main.tf:23 appliance_category.f: only Terraform can evaluate sites: local.round',
      'override.tf:1 appliance_category.b: only Terraform can merge what overrides a block',
    ],
  })
})

it('reads a folder that others use as a root module too, if it was initialized as one', () => {
  const files = {
    'main.tf': 'resource "appliance_category" "a" {\n  sites = ["a.example"]\n}\n',
    'examples/main.tf': 'module "all" {\n  source = "../"\n}\n',
  }
  const addresses = (initialized: readonly string[]) =>
    declared(files, initialized).lists.map(({ address }) => address)
  expect(addresses([])).toEqual(['module.all.appliance_category.a'])
  expect(addresses([''])).toEqual(['appliance_category.a', 'module.all.appliance_category.a'])
})

it('ends where a module contains itself', () => {
  const files = {
    'main.tf': 'module "a" {\n  source = "./a"\n}\n',
    'a/main.tf':
      'module "b" {\n  source = "../b"\n}\nresource "appliance_category" "x" {\n  sites = ["a.example"]\n}\n',
    'b/main.tf': 'module "a" {\n  source = "../a"\n}\n',
  }
  const { lists, notRead } = declared(files)
  expect(lists.map(({ address }) => address)).toEqual(['module.a.appliance_category.x'])
  expect(notRead).toEqual(['b/main.tf:1 module.a.module.b.module.a: the module contains itself'])
})

it('reads modules as deep as there are folders', () => {
  const chain = Array.from({ length: 4_000 }, (_, index) => [
    `${index}/main.tf`,
    `module "m" {\n  source = "../${index + 1}"\n}\n`,
  ])
  const files = {
    ...Object.fromEntries(chain),
    '4000/main.tf': 'resource "appliance_category" "x" {\n  sites = ["a.example"]\n}\n',
  }
  expect(declared(files).lists).toMatchObject([{ content: ['4000/main.tf:2 a.example'] }])
})

describe('what multiplies itself', () => {
  const most = 500
  const bound = 'because the configurations expand to more than 500 values'

  it('is read up to one bound, and the rest is named by its blocks', () => {
    const files = {
      'main.tf': 'module "m" {\n  source = "./m"\n  count  = 900\n}\nmodule "last" {\n  source = "./m"\n}\n',
      'm/main.tf': 'resource "appliance_category" "x" {\n  count = 90\n  sites = ["a.example"]\n}\n',
    }
    const { lists, notRead } = declared(files, [], most)
    expect(lists).toEqual([])
    expect(notRead).toEqual([
      `main.tf:1 module.m[498]: it was left out, with 899 further objects of this block, ${bound}`,
      `main.tf:5 module.last: it was left out, ${bound}`,
    ])
  })

  it('is counted with its lists', () => {
    const files = {
      'main.tf':
        'resource "appliance_category" "x" {\n  count = 90\n  sites = ["a.example", "b.example"]\n}\n'.repeat(
          1,
        ),
    }
    expect(declared(files, [], most).lists).toHaveLength(90)
    const { lists, notRead } = declared(
      { ...files, 'more.tf': 'resource "appliance_category" "y" {\n  count = 1500\n  name = "y"\n}\n' },
      [],
      most,
    )
    expect(lists).toHaveLength(90)
    expect(notRead).toEqual([
      expect.stringMatching(
        /^more\.tf:1 appliance_category\.y\[\d+\]: it was left out, with 1,\d+ further objects/,
      ),
    ])
  })

  it('is no text either', () => {
    const text = (level: number) => `  l${level} = "${`\${local.l${level - 1}}`.repeat(10)}"\n`
    const levels = Array.from({ length: 8 }, (_, index) => text(index + 1)).join('')
    const main = `locals {\n  l0 = "0123456789"\n${levels}}\nresource "appliance_category" "x" {\n  sites_file = local.l8\n}\n`
    expect(declared({ 'main.tf': main })).toEqual({
      lists: [],
      notRead: [
        'main.tf:12 appliance_category.x: it was left out, because the configurations expand to more than 1,000,000 values',
      ],
    })
  })
})

it('reads JSON, with the construct from which CDKTF wrote a block', () => {
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
  const keyed = `{"resource": {"appliance_category": {"k": {"for_each": {"\${var.k}": ["b.example"]}, "sites": "\${each.value}"}}}}`
  expect(declared({ 'k.tf.json': keyed })).toMatchObject({
    lists: [],
    notRead: [{}, {}].map(() => expect.any(String)),
  })
  const tree = new ModuleTree(blocksOfJson(json, 'out/cdk.tf.json'), '/repo', new Set())
  const { lists, notRead } = declaredLists(tree)
  expect(lists).toMatchObject([
    {
      address: 'appliance_category.ads_1A',
      construct: 'stack/policy/ads',
      content: { entries: [{ text: 'a.example' }] },
    },
    { category: { name: 'ads' }, content: { path: '/repo/out/feed.txt' } },
  ])
  expect(notRead).toHaveLength(1)
})

it('reads the exceptions of a list with their lines', () => {
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
  const tree = new ModuleTree(blocksOfHcl(hcl, 'main.tf'), '/repo', new Set(), new Expansion())
  const { lists, notRead } = declaredLists(tree)
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
  expect(notRead.map(({ says }) => phraseText(says, String))).toEqual([
    expect.stringContaining('an entry of exceptions'),
  ])
})
