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

describe('what is gone', () => {
  test.each([
    ['appliance run-task --port 1', 'run-task'],
    ['export APPLIANCE_RUN_TASK_KEY=…', 'RUN_TASK'],
    ['appliance --open-runs 4', '--open-runs'],
    ['For Azure DevOps, see below.', 'Azure DevOps'],
    ['Copy azure-pipelines.yml.', 'azure-pipelines'],
    ['the folder pipelines/azure', 'pipelines/azure'],
    ['Bitbucket', 'Bitbucket'],
    ['Spacelift', 'Spacelift'],
    ['terramate run', 'terramate'],
    ['REVIEW_FORMAT=html sh plan.sh', 'REVIEW_FORMAT'],
    ['Copy workflows/appliances.yml.', 'workflows/appliances.yml'],
    ['Include gitlab/stack.yml.', 'gitlab/stack.yml'],
    ['npx --no appliance fetch lists.txt', 'appliance fetch'],
    ['ci/lists.json', 'lists.json'],
    ['ci/lists-lint.json', 'lists-lint.json'],
    ['"minimum_sites": 100', 'minimum_sites'],
    ['docs/fetch.schema.json', 'fetch.schema'],
    ['list-too-small: 3 sites', 'list-too-small'],
    ['source-moved', 'source-moved'],
    ['appliance lint --fix', 'lint --fix'],
    ['appliance lint lists --exceptions e.txt', 'lint lists --exceptions'],
    ['id: appliance-lint-fix', 'lint-fix'],
    ['the rule in-two-lists', 'in-two-lists'],
    ['exception-covered', 'exception-covered'],
    ['exception-without-effect', 'exception-without-effect'],
    ['title=exceptions-leave-nothing', 'title=exceptions-leave-nothing'],
    ['{ "lint": { "exception-public-suffix": "off" } }', '"exception-public-suffix'],
    ['"exception_rules": []', 'exception_rules'],
    ['{ "lint": { "duplicate": "fatal" } }', '"duplicate"'],
    ['| `redundant` | warning |', '`redundant`'],
    ['title=redundant', 'title=redundant'],
    ['--format junit', 'junit'],
    ['<testsuite name="lists">', 'testsuite'],
    ['the section "Lines of added sites"', 'Lines of added sites'],
    ['"added_lines": []', 'added_lines'],
    ['stale-plan', 'stale-plan'],
    ['old-plan', 'old-plan'],
    ['certificate-replaced', 'certificate-replaced'],
    ['appliance-in-two-blocks', 'appliance-in-two-blocks'],
    ['explain ads.example --plan plan.json', 'explain ads.example --plan'],
    ['explain ads.example --format json', 'explain ads.example --format'],
    ['docs/explain.schema.json', 'explain.schema'],
    ['doctor --assumptions', '--assumptions'],
    ['| `ssh-login` | The SSH server accepts the login. |', '`ssh-login`'],
    ['"holds": "not_held"', 'not_held'],
    ['bars and arrows', 'bars and arrows'],
    ['movement-picture.ts', 'movement-picture'],
    ['export infrastructure --check', 'export infrastructure --check'],
    ['export infrastructure --json', 'export infrastructure --json'],
    ['--imports script', '--imports'],
    ['--sites-folder lists', '--sites-folder'],
    ['review --plan a.tfplan --plan b.tfplan', 'review --plan a.tfplan --plan'],
    ['drift --parallelism 4', '--parallelism'],
    ['--output report/{stack}.md', '{stack}'],
    ['drift cdktf.out --unmanaged', 'drift cdktf.out'],
    ['drift --unmanaged --state other.json', '--state other.json'],
    ['drift --baseline b.json', '--baseline'],
    ['drift --write-baseline b.json', '--write-baseline'],
    ['drift --unmanaged --appliance https://a.example', '--appliance'],
    ['drift --var name=value', '--var'],
  ])('is found in a line that names it: %s', (line, words) => {
    expect(linesThatName(`Start it:\n\n    ${line}\n`)).toEqual([`3: ${words}`])
  })

  test.each([
    'Run the task.',
    '"duplicates": 3',
    'export APPLIANCE_TOKEN=a',
    'explain ads.example --root .',
    '--var-file a.tfvars',
    'drift cdktf.out/stacks/proxy --state stacks/oslo',
    '`ssh-program-missing`',
    '"assumptions_not_held": []',
    'the error `exceptions-leave-nothing` of a plan',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell reads it
    'plans/${stack}.tfplan',
  ])('is not found in: %s', (line) => {
    expect(linesThatName(line)).toEqual([])
  })
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
