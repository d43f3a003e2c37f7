import type { Site } from '@webfilter/appliance-names'
import { type Answer, answerTo } from '../../src/explain/answer'
import type { Evidence } from '../../src/explain/explanation'
import type { Declaration } from '../../src/explain/list-search'
import { type ExplainFormat, renderAnswer } from '../../src/explain/render'
import { askedSite } from '../../src/lists/asked-site'
import { Name, say } from '../../src/report/phrase'
import { explainSchemaErrors } from '../review/json-schema'

const hostile = '::error file=x::`**\n\u202e'

const declaration: Declaration = {
  site: 'example.org' as Site,
  place: { file: `${hostile}.txt`, line: 7 },
  address: 'appliance_category.ads["x"]',
  construct: 'stack/ads',
  category: { name: hostile },
  rootFolder: '/repo',
}

const evidence: Evidence = {
  root: '/repo',
  lists: {
    lists: 2,
    found: [
      declaration,
      {
        ...declaration,
        rootFolder: '/repo/other',
        address: 'appliance_category.b',
        place: { file: 'b.tf', line: 1 },
      },
    ],
    below: [{ ...declaration, name: 'a.example.org', site: 'b.a.example.org' as Site, count: 3 }],
    leftOut: [{ ...declaration, name: 'a.example.org', reason: '"@@||a.example.org^" is an exception' }],
    notRead: Array.from({ length: 3 }, (_, index) => ({
      place: { file: 'main.tf', line: index + 1 },
      address: 'appliance_category.c',
      says: say`only Terraform can evaluate sites: ${new Name(hostile)}`,
    })),
  },
  plan: { kind: 'not-asked', says: ['None was read.'] },
  state: { kind: 'not-asked', says: ['No state was read.'], isFailure: false },
  appliance: {
    kind: 'asked',
    holders: new Map([
      ['a.example.org' as Site, []],
      ['example.org' as Site, [{ id: 250, name: hostile }]],
    ]),
  },
}

function rendered(format: ExplainFormat, most = 2): string {
  const answer: Answer = answerTo([askedSite('a.example.org')], evidence)
  return renderAnswer(answer, format, { color: false, most })
}

it('writes each line once if stacks share a module, and names the stacks', () => {
  const stacks = ['berlin', 'oslo', 'rome'].map((name) => `/repo/stacks/${name}`)
  const line = {
    ...declaration,
    place: { file: 'modules/lists/ads.tf', line: 3 },
    address: 'module.lists.appliance_category.ads',
  }
  const unread = { place: { file: 'modules/lists/ads.tf', line: 9 }, says: say`the file is a link` }
  const shared: Evidence = {
    ...evidence,
    lists: {
      lists: 3,
      found: stacks.map((rootFolder) => ({ ...line, rootFolder })),
      below: [],
      leftOut: [],
      notRead: stacks.map(() => unread),
    },
  }
  const answer = answerTo([askedSite('a.example.org')], shared)
  const text = renderAnswer(answer, 'text', { color: false, most: 5 })
  expect(text.match(/^ {2}modules\/lists\/ads\.tf.*$/gm)).toEqual([
    '  modules/lists/ads.tf:3: example.org, which includes a.example.org (module.lists.appliance_category.ads, construct stack/ads), in stacks/berlin, stacks/oslo, stacks/rome',
    '  modules/lists/ads.tf:9: the file is a link',
  ])
  const json = JSON.parse(renderAnswer(answer, 'json', { color: false, most: 5 }))
  expect(json.sites[0].lists.map(({ stack }: { readonly stack: string }) => stack)).toEqual([
    'stacks/berlin',
    'stacks/oslo',
    'stacks/rome',
  ])
})

it('writes text, in which names of strangers do nothing', () => {
  const name = '"::error file=x::`**\\u{a}\\u{202e}"'
  const file = '"::error file=x::`**\\u{a}\\u{202e}.txt:7"'
  expect(rendered('text').split('\n')).toEqual([
    `a.example.org is declared and active: category ${name} contains example.org, which includes it.`,
    '',
    'Lists',
    `  ${file}: example.org, which includes a.example.org (appliance_category.ads["x"], construct stack/ads), in .`,
    '  b.tf:1: example.org, which includes a.example.org (appliance_category.b, construct stack/ads), in other',
    `  ${file}: only below it, b.a.example.org and 2 more (appliance_category.ads["x"], construct stack/ads), in .`,
    `  ${file}: left out of the list, "@@||a.example.org^" is an exception (appliance_category.ads["x"], construct stack/ads), in .`,
    '',
    'Appliance',
    `  category ${name} (250) contains example.org, which includes a.example.org`,
    '',
    'Not read',
    `  main.tf:1: appliance_category.c: only Terraform can evaluate sites: ${name}`,
    `  main.tf:2: appliance_category.c: only Terraform can evaluate sites: ${name}`,
    '  1 more that could not be read in the configuration',
    '  State: No state was read.',
    '',
    'Note',
    '  The appliance returns the sites that its categories contain. They become active with a compile, which the interface does not show.',
    '  The lists are those of 2 root modules. If these manage different appliances, name the folder of one with --root.',
    '',
  ])
})

it('writes Markdown, in which names are code', () => {
  const markdown = rendered('markdown')
  expect(markdown).toContain(
    '**`a.example.org` is declared and active: category ``::error file=x::`**\\u{a}\\u{202e}`` contains',
  )
  expect(markdown).toContain('\n### Lists\n\n- ``::error file=x::`**\\u{a}\\u{202e}.txt:7``: `example.org`')
})

it('writes JSON that follows its schema, with names as they are', () => {
  const text = rendered('json')
  expect(text).not.toMatch(/\u202e/)
  const document = JSON.parse(text)
  expect(explainSchemaErrors(document)).toEqual([])
  expect(document).toMatchObject({
    format_version: '1.0',
    outcome: 'answered',
    sites: [
      {
        name: 'a.example.org',
        parents: ['example.org'],
        lists: [{ category: { name: hostile, id: 250 }, construct: 'stack/ads', line: 7 }, {}],
        below: [{ count: 3 }],
        left_out: [{ text: '"@@||a.example.org^" is an exception' }],
        state: [],
        appliance: [{ site: 'example.org', category: { id: 250, name: hostile } }],
      },
    ],
    sources: {
      lists: { root: '/repo', count: 2, not_read: [{ line: 1 }, { line: 2 }] },
      state: { status: 'not-asked' },
    },
  })
})
