import type { UnreadFile } from '../../src/configuration/configuration'
import { blocksOfHcl } from '../../src/configuration/hcl'
import { blocksOfJson } from '../../src/configuration/json'
import { type DeclaredList, declaredLists } from '../../src/lists/declared-lists'
import { type EvaluatedLists, plannedLists, recordedLists } from '../../src/lists/evaluated-lists'
import { categoryOf } from '../../src/lists/managed-lists'
import { readPlan } from '../../src/plan/plan'
import { Attributes } from '../../src/plan/planned-resource'
import { phraseText } from '../../src/report/phrase'
import type { Place } from '../../src/report/report'
import { planText, type WrittenChange } from '../review/plans'

/** What the files of a repository in `/repo`, plans and states declare. */
function declared(
  files: Readonly<Record<string, string>>,
  evaluated: readonly EvaluatedLists[] = [],
  initialized: readonly string[] = [],
) {
  const blocks = Object.entries(files).flatMap(([file, text]) =>
    file.endsWith('.json') ? (blocksOfJson(text, file) ?? []) : blocksOfHcl(text, file),
  )
  const unread: readonly UnreadFile[] = []
  const configuration = { folder: '', files: Object.keys(files), blocks, unread }
  return declaredLists('/repo', configuration, new Set(initialized), evaluated)
}

/** The same in short. */
function shown(...of: Parameters<typeof declared>) {
  const { lists, notRead } = declared(...of)
  return {
    lists: lists.map(({ address, category, content }) => ({
      address,
      category,
      content: contentOf(content),
    })),
    notRead: notRead.map(
      ({ place, address, says }) => `${at(place)} ${address}: ${phraseText(says, (name) => name)}`,
    ),
  }
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
    expect(shown({ 'infra/main.tf': text })).toEqual({
      lists: [
        {
          address: 'appliance_category.ads',
          category: { name: 'Ads' },
          content: ['infra/main.tf:4 a.example', 'infra/main.tf:5 b.example'],
        },
        { address: 'appliance_category.file', category: {}, content: '/repo/infra/lists/file.txt' },
        { address: 'appliance_category_sites.feed', category: { id: 250 }, content: '/repo/feed.txt' },
        { address: 'appliance_category.absolute', category: {}, content: '/etc/lists/a.txt' },
        {
          address: 'appliance_category_sites.more',
          category: { name: 'Ads' },
          content: ['infra/main.tf:21 c.example'],
        },
      ],
      notRead: [],
    })
  })

  it('are not those of modules, which only a plan or a state has; modules without lists are not named', () => {
    const main = `module "one" {
  source = "./modules/list/"
}
module "far" {
  source = "git::https://git.example.org/lists.git"
}
module "away" {
  source = "../../elsewhere"
}
module "around" {
  source = "./modules/around"
}
module "network" {
  source = "./modules/network"
}
`
    const files = {
      'infra/main.tf': main,
      'infra/modules/list/main.tf': 'resource "appliance_category" "this" {\n  sites_file = var.file\n}\n',
      // Each of the two uses the other.
      'infra/modules/around/main.tf':
        'module "inner" {\n  source = "../list"\n}\nmodule "it" {\n  source = "../around"\n}\n',
      'infra/modules/network/main.tf': 'resource "appliance_hostname" "this" {\n}\n',
    }
    const says = 'only a plan or the state has the lists of a module'
    expect(shown(files)).toEqual({
      lists: [],
      notRead: [
        `infra/main.tf:1 module.one: ${says}`,
        `infra/main.tf:4 module.far: ${says}`,
        `infra/main.tf:7 module.away: ${says}`,
        `infra/main.tf:10 module.around: ${says}`,
      ],
    })
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
    expect(shown({ 'main.tf': text, 'override.tf': override })).toEqual({
      lists: [{ address: 'appliance_category.c', category: {}, content: ['main.tf:10 c.example'] }],
      notRead: [
        'main.tf:1 appliance_category.a: only Terraform can evaluate its for_each',
        'main.tf:5 appliance_category.b: only Terraform can evaluate its count',
        `main.tf:10 appliance_category.c: only Terraform can evaluate an entry of sites: "x.\${var.zone}"`,
        'main.tf:13 appliance_category.d: only Terraform can evaluate sites: toset(["d.example"])',
        `main.tf:16 appliance_category.e: only Terraform can evaluate sites_file: "\${path.cwd}/e.txt"`,
        'main.tf:19 appliance_category.f: only Terraform can evaluate sites_file: […]',
        'override.tf:1 appliance_category.c: only Terraform can merge what overrides a block',
      ],
    })
  })

  it('are those of a folder that others use, too, if it was initialized as a root module', () => {
    const files = {
      'main.tf': 'resource "appliance_category" "a" {\n  sites = ["a.example"]\n}\n',
      'examples/main.tf': 'module "all" {\n  source = "../"\n}\n',
    }
    const addresses = (initialized: readonly string[]) =>
      declared(files, [], initialized).lists.map(({ address }) => address)
    expect(addresses([])).toEqual([])
    expect(addresses([''])).toEqual(['appliance_category.a'])
  })

  it('are those of JSON, with the construct from which CDKTF wrote a block', () => {
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
    const { lists, notRead } = declared({ 'out/cdk.tf.json': json })
    expect(lists).toMatchObject([
      {
        address: 'appliance_category.ads_1A',
        construct: 'stack/policy/ads',
        content: { entries: [{ text: 'a.example', place: { file: 'out/cdk.tf.json' } }] },
      },
      { category: { name: 'ads' }, content: { path: '/repo/out/feed.txt' } },
    ])
    expect(notRead).toHaveLength(1)
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
    const { lists, notRead } = declared({ 'main.tf': hcl })
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
})

/** A category in a plan. */
function planned(
  address: string,
  after: object | null,
  further: { readonly unknown?: object; readonly sensitive?: object } = {},
) {
  const [, type = '', name = ''] = /(appliance_\w+)\.(\w+)/.exec(address) ?? []
  return {
    address,
    type,
    name,
    mode: 'managed',
    provider_name: 'registry.terraform.io/webfilter/appliance',
    change: {
      actions: [after === null ? 'delete' : 'create'],
      before: after === null ? {} : null,
      after,
      after_unknown: further.unknown ?? {},
      after_sensitive: further.sensitive ?? {},
    },
  }
}

function planOf(resources: readonly WrittenChange[], complete?: boolean): EvaluatedLists {
  const plan = readPlan(planText(resources, complete === undefined ? {} : { complete }))
  return plannedLists(plan, '/repo/infra', { file: 'plan.json' })
}

const expressions = `module "lists" {
  source   = "../lists"
  for_each = local.lists
}
resource "appliance_category" "ads" {
  name  = "ads"
  sites = [
    "a.example",
    var.site,
  ]
}
resource "appliance_category" "gone" {
  name  = "gone"
  sites = ["gone.example"]
}
`
const inModule = 'resource "appliance_category" "this" {\n  name = var.name\n  sites_file = var.file\n}\n'
const files = { 'infra/main.tf': expressions, 'lists/main.tf': inModule }

const ads = planned('appliance_category.ads', { name: 'ads', sites: ['a.example', 'v.example'] })
const ofModule = planned('module.lists["x"].appliance_category.this', { name: 'X', sites_file: 'x.txt' })

describe('the lists of a plan', () => {
  it('are those that the engine has evaluated, with their lines where files write them down', () => {
    expect(shown(files, [planOf([ads, ofModule], true)])).toEqual({
      lists: [
        {
          address: 'appliance_category.ads',
          category: { name: 'ads' },
          content: ['infra/main.tf:8 a.example', 'infra/main.tf:7 v.example'],
        },
        {
          address: 'module.lists["x"].appliance_category.this',
          category: { name: 'X' },
          content: '/repo/infra/x.txt',
        },
      ],
      notRead: [],
    })
  })

  it('stand beside what files write down, if the plan may have a part of the configuration', () => {
    const { lists, notRead } = shown(files, [planOf([ads])])
    expect(lists.map(({ address, content }) => [address, content])).toEqual([
      ['appliance_category.gone', ['infra/main.tf:14 gone.example']],
      ['appliance_category.ads', ['infra/main.tf:8 a.example', 'infra/main.tf:7 v.example']],
    ])
    expect(notRead).toEqual([
      'infra/main.tf:1 module.lists: only a plan or the state has the lists of a module',
    ])
  })

  it('have the name of a category that is created with them', () => {
    const feed = planned(
      'appliance_category_sites.feed',
      { sites: ['f.example'] },
      { unknown: { category_id: true, category_name: true } },
    )
    const configuration = {
      root_module: {
        resources: [
          {
            address: 'appliance_category_sites.feed',
            mode: 'managed',
            type: 'appliance_category_sites',
            name: 'feed',
            expressions: {
              category_id: { references: ['appliance_category.ads.id', 'appliance_category.ads'] },
            },
          },
        ],
      },
    }
    const plan = readPlan(planText([ads, feed], { configuration }))
    const { lists } = declared({}, [plannedLists(plan, '/repo', { file: 'plan.json' })])
    expect(lists.map(({ category }) => category.name)).toEqual(['ads', 'ads'])
  })

  it('are left out where they are sensitive, not known yet, or deleted', () => {
    const secret = planned(
      'appliance_category.secret',
      { name: 's', sites: ['s.example'] },
      { sensitive: { sites: true } },
    )
    const later = planned(
      'appliance_category.later',
      { name: 'l', sites: ['l.example', null] },
      { unknown: { sites: [false, true] } },
    )
    const gone = planned('appliance_category.gone', null)
    expect(shown({}, [planOf([secret, later, gone], true)])).toEqual({
      lists: [
        { address: 'appliance_category.later', category: { name: 'l' }, content: ['plan.json l.example'] },
      ],
      notRead: [
        'plan.json appliance_category.secret: sites is sensitive',
        'plan.json appliance_category.later: sites is known only after the apply',
      ],
    })
  })
})

describe('the lists of a state', () => {
  const held = (address: string, values: Readonly<Record<string, unknown>>) => {
    const attributes = new Attributes(values, {}, {})
    return { address, category: categoryOf('appliance_category', attributes), attributes }
  }

  it('are the files that it names, also those that a configuration writes down, once', () => {
    const lists = [
      held('appliance_category.ads', { name: 'ads', id: '250', sites: ['old.example'] }),
      held('appliance_category.each["a"]', { name: 'a', sites: [], sites_files: ['a.txt', 'b.txt'] }),
      held('appliance_category.plain', { name: 'plain', sites: [], sites_file: 'plain.txt' }),
    ]
    const state = recordedLists(lists, '/repo/infra', { file: 'infra' })
    const text = `resource "appliance_category" "plain" {
  name       = "plain"
  sites_file = "plain.txt"
}
resource "appliance_category" "each" {
  for_each = var.lists
}
`
    expect(shown({ 'infra/main.tf': text }, [state])).toEqual({
      lists: [
        {
          address: 'appliance_category.plain',
          category: { name: 'plain' },
          content: '/repo/infra/plain.txt',
        },
        ...['a.txt', 'b.txt'].map((name) => ({
          address: 'appliance_category.each["a"]',
          category: { name: 'a' },
          content: `/repo/infra/${name}`,
        })),
      ],
      notRead: ['infra/main.tf:5 appliance_category.each: only Terraform can evaluate its for_each'],
    })
  })

  it('are none beside a plan that has the whole configuration, and may delete them', () => {
    const state = recordedLists(
      [held('appliance_category.gone', { name: 'gone', sites_file: 'gone.txt' })],
      '/repo/infra',
      { file: 'infra' },
    )
    expect(shown({}, [planOf([], true), state]).lists).toEqual([])
    expect(shown({}, [planOf([]), state]).lists).toHaveLength(1)
  })
})
