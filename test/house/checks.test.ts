import { citationsThatLeadNowhere, headingsIn } from '../../scripts/house/citations'
import { readingsOfEnglish } from '../../scripts/house/english'
import { linesThatName } from '../../scripts/house/gone'
import { wayToProcess } from '../../scripts/house/lanes'
import { definesDiagnostics } from '../../scripts/house/lists'
import { lackIn } from '../../scripts/house/new-things'
import { npxCommandsAtRisk } from '../../scripts/house/pages'

// What the checks of scripts/house.ts find, and what they leave alone.

describe('code that reads the English of a diagnostic', () => {
  it.each([
    'if (/^Nobody looked/.test(summary)) {}',
    'messages.filter(({ summary }) => summary.startsWith("Nothing"))',
    'const is = error.message === "Away."',
    'const is = diagnostic.detail.includes(text)',
    'switch (diagnostic.summary) { case "Away": }',
    'message.detail.match(/x/)',
    'const { summary: text } = message; text.startsWith("Nothing")',
    'messages.some(({ summary: text }) => /^Nothing/.test(text))',
    'const reason = error.message; if (reason === "Away.") {}',
    'message["summary"].includes("Nothing")',
    'const is = message.summary === categoryAdopted.summary',
    'summaries.has(message.summary)',
    'known.includes(summary)',
    'message.summary.toLowerCase().includes("nothing")',
  ])('is found: %s', (code) => {
    expect(readingsOfEnglish(code)).toHaveLength(1)
  })

  it.each([
    'if (diagnostic.code === x.code) {}',
    'say(summary, detail)',
    'if (message === undefined) {}',
    'const { message: reason } = error.diagnostic; say(reason)',
    'parts.includes(name)',
  ])('is not found: %s', (code) => {
    expect(readingsOfEnglish(code)).toEqual([])
  })
})

it.each([
  ["import { type Diagnostic, warning } from '@webfilter/terraform-plugin'", true],
  ["const odd: Diagnostic = { code: 'odd', severity: 'error', summary }", true],
  ["import { type Diagnostic, Diagnostics } from '@webfilter/terraform-plugin'", false],
])('a definition of a diagnostic is recognized: %s', (source, isOne) => {
  expect(definesDiagnostics(source)).toBe(isOne)
})

it.each([
  'test/acceptance/category',
  'test/commands/review-layout',
  'packages/terraform-plugin/test/processes/starting',
])('the test %s is recognized as starting processes', (name) => {
  expect(wayToProcess(`${name}.test.ts`)).toContain(' > ')
})

it('a name in a longer one is no test of what has it', () => {
  const tests = 'data "appliance_interfaces" "all" {}, \'public-suffixes\''
  const lacking = (...names: readonly string[]) => names.flatMap((name) => lackIn(tests, name, name))
  expect(lacking('appliance_interface', 'appliance_interfaces', 'public-suffix')).toEqual([
    'appliance_interface',
    'public-suffix',
  ])
})

describe('a citation of what is known of the appliance', () => {
  const headings = headingsIn('# Categories\n\n## Compile a category\n\ntext\n\n### List categories\n')

  it.each([
    ['/** Compiles (docs/appliance, "Compile a category"). */'],
    ['// docs/appliance, "List categories", "Compile a category" and "List categories": both'],
    ['/**\n * Compiles (docs/appliance, "Compile a\n * category").\n */'],
    ['The folder `docs/appliance` has "pages".'],
  ])('is not found if it names headings: %j', (text) => {
    expect(citationsThatLeadNowhere(text, headings)).toEqual([])
  })

  it.each([
    ['(docs/appliance, "Compile")', 'There is no "Compile".'],
    ['(docs/appliance, "Categories")', 'There is no "Categories".'],
    ['(docs/appliance, "List categories" and "Move")', 'There is no "Move".'],
    ['(docs/appliance, "List categories", "Move" and "Compile a category")', 'There is no "Move".'],
    ['(docs/appliance,\n   * "Compile a\n   * site")', 'There is no "Compile a site".'],
    ['(docs/appliance/sites.md, "Move")', 'There is no "Move".'],
    ['(docs/appliance, 4.2)', '"docs/appliance," names no heading.'],
    ['(interface document, 4.2)', '"interface document" is not in the repository.'],
    ['// Field\n// notes, "Create"', '"Field notes" is not in the repository.'],
  ])('is found if it leads nowhere: %j', (text, problem) => {
    expect(citationsThatLeadNowhere(text, headings)).toEqual([problem])
  })
})

it('what is gone is found in the line that names it', () => {
  expect(linesThatName('Start it:\n\n    appliance run-task --port 1\n')).toEqual(['3: run-task'])
  expect(linesThatName('Run the task.')).toEqual([])
  expect(linesThatName('appliance review cdktf.out --plan plan\ndrift --baseline b.json')).toEqual([
    '1: review cdktf.out --plan',
    '2: --baseline',
  ])
  expect(linesThatName('explain ads.example --plan plan.json\ndoctor --assumptions')).toEqual([
    '1: explain ads.example --plan',
    '2: --assumptions',
  ])
  expect(
    linesThatName('{ "lint": { "duplicate": "fatal" } }\n| `redundant` | warning |\n"duplicates": 3'),
  ).toEqual(['1: "duplicate"', '2: `redundant`'])
  expect(linesThatName('export infrastructure --check\nexport APPLIANCE_TOKEN=a')).toEqual([
    '1: export infrastructure --check',
  ])
  expect(linesThatName('explain ads.example --root .\n--var-file a.tfvars')).toEqual([])
})

it.each([
  ['npx appliance install', true],
  ['npx --no-install appliance install', true],
  ['npx --yes terraform-provider-appliance install', true],
  ['npx terraform-provider-appliance install', true],
  ['npx --no appliance install', false],
  ['npx tsc', false],
])('npx is found where it could run the package of somebody else: %s', (text, isFound) => {
  expect(npxCommandsAtRisk(text).length > 0).toBe(isFound)
})
