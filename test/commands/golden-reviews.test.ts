import { cp, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Log } from 'sarif'
import { examplesFolder } from '../../scripts/docs/example'
import { renderReport } from '../../src/tools/report/render'
import { reportOnPlans } from '../../src/tools/review/run'
import { reviewSettings } from '../../src/tools/review/settings'
import { startAppliance, type TestAppliance } from '../acceptance/appliance'
import { describeWithEngine, engineHas, noticeIfLacking, Workspace } from '../acceptance/workspace'
import { schemaErrors } from '../tools/review/json-schema'
import { parseJunit } from '../tools/review/junit'
import { withoutStyle } from '../tools/review/rendered'
import { sarifErrors } from '../tools/review/sarif-structure'
import { RunningCommand } from './running-command'

const goldenFolder = resolve(__dirname, '../tools/review/golden')

/** The only page that is kept: it says what the other formats say. */
const keptPage = 'categories-changed'

/** What is applied, and what is planned then: files of examples, and in the second case what is written in place of what. */
interface Scenario {
  readonly name: string
  readonly examples: readonly string[]
  readonly edits: readonly (readonly [text: string, replacement: string])[]
}

const scenarios: readonly Scenario[] = [
  {
    name: 'categories',
    examples: [
      'resources/appliance_category',
      'resources/appliance_category_sites',
      'resources/appliance_hostname',
    ],
    edits: [
      // A site moves to a category, two enter it under what is there, and a category goes with its sites staying active.
      ['"doubleclick.net", "adserver.example"', '"adserver.example", "gov.uk"'],
      ['"pixel.example"', '"cdn.pixel.example", "doubleclick.net"'],
      ['resource "appliance_category" "partners" {', 'resource "appliance_category" "suppliers" {'],
      ['name       = "partners"', 'name       = "suppliers"'],
    ],
  },
  {
    name: 'directory',
    examples: ['resources/appliance_ldap_group_membership', 'resources/appliance_certificate'],
    edits: [
      ['    "bob.ray" = { first_name = "Bob", last_name = "Ray" }\n', ''],
      ['last_name = "Lee"', 'last_name = "Lee-Ray"'],
      ['password_wo_version = 1', 'password_wo_version = 2'],
      ['common_name = "mail.example.org"', 'common_name = "post.example.org"'],
    ],
  },
]

/** The scenario of the directory has passwords that are in no state. */
noticeIfLacking('writeOnlyValues')
const possible = scenarios.filter(({ name }) => name !== 'directory' || engineHas('writeOnlyValues'))

/** Milliseconds: each case starts the engine some fifteen times. */
const longest = 240_000
jest.setTimeout(longest)

const formats = {
  text: 'txt',
  markdown: 'md',
  html: 'html',
  json: 'json',
  junit: 'xml',
  summary: 'summary',
} as const

describeWithEngine('the review of a plan that the engine made', () => {
  let appliance: TestAppliance
  let workspace: Workspace

  beforeEach(async () => {
    appliance = await startAppliance({ directory: { service: 'running' } })
    const others = ['one', 'two', 'three', 'four', 'five'].map((name) => `${name}.example.org`)
    for (const commonName of ['mail.example.org', 'post.example.org', ...others])
      appliance.certificates.store({ commonName })
    const { id } = appliance.store.create({ name: 'malware', description: '' })
    appliance.store.addSites(id, ['by-hand.example'])
    workspace = await Workspace.empty({ ...appliance.environment, TF_VAR_initial_password: 'hunter2' })
  })

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  it.each(possible)('is the one that is kept, in every format: $name', async ({ name, examples, edits }) => {
    const configuration = await configurationOf(examples)
    await workspace.write(configuration)
    await workspace.init()
    await compare(`${name}-created`, await planned())
    await expectToEnd(0, workspace.apply())
    expect(await reviewed([await planned()])).toMatchObject({ code: 0 })

    await workspace.write(edits.reduce(replaced, configuration))
    await compare(`${name}-changed`, await planned())
    await expectToEnd(0, workspace.apply())
    await compare(`${name}-destroyed`, await planned('-destroy'))
  })

  /** Compares the review with the one that is kept, in each format; or keeps it, where APPLIANCE_WRITE_GOLDEN says so. */
  async function compare(name: string, plan: string): Promise<void> {
    const options = { format: 'text', engineTimeout: longest, chdir: workspace.folder } as const
    const report = await reportOnPlans([plan], await reviewSettings(undefined), options)
    expect(await reviewed([plan])).toEqual({
      code: 2,
      signal: null,
      stdout: renderReport(report, 'text'),
      stderr: '',
    })
    for (const [format, ending] of Object.entries(formats) as [keyof typeof formats, string][]) {
      const content = renderReport(report, format)
      expect(content).not.toContain('hunter2')
      if (format === 'json') expect(schemaErrors(JSON.parse(content))).toEqual([])
      if (format === 'junit') parseJunit(content)
      if (format === 'html' && name !== keptPage) continue
      const path = join(goldenFolder, `${name}.${ending}`)
      const kept = format === 'html' ? withoutStyle(content) : content
      if (process.env.APPLIANCE_WRITE_GOLDEN) await writeFile(path, kept)
      expect(kept).toBe(await readFile(path, 'utf8'))
    }
    expectPlaces(renderReport(report, 'sarif'))
  }

  /** SARIF has the version of the build, so it is not kept. */
  function expectPlaces(sarif: string): void {
    const log: Log = JSON.parse(sarif)
    expect(sarifErrors(log)).toEqual([])
    const uris = log.runs[0]?.results?.map(
      ({ locations }) => locations?.[0]?.physicalLocation?.artifactLocation?.uri,
    )
    expect(uris?.filter((uri) => uri !== 'main.tf')).toEqual([])
  }

  async function planned(...further: readonly string[]): Promise<string> {
    const path = join(workspace.folder, 'plan.tfplan')
    const { exitCode, output } = await workspace.plan(`-out=${path}`, ...further)
    if (exitCode === 1) throw new Error(output)
    return path
  }

  async function reviewed(words: readonly string[]) {
    return await new RunningCommand(['review', '--chdir', workspace.folder, ...words], workspace.environment)
      .ended
  }

  async function configurationOf(examples: readonly string[]): Promise<string> {
    const folders = examples.map((example) => join(examplesFolder, example))
    // With the lists beside it.
    for (const folder of folders)
      await cp(folder, workspace.folder, { recursive: true, filter: isNoConfiguration })
    return (await Promise.all(folders.map((folder) => readFile(join(folder, 'resource.tf'), 'utf8')))).join(
      '\n',
    )
  }
})

function replaced(text: string, [old, replacement]: readonly [string, string]): string {
  if (!text.includes(old)) throw new Error(`The examples do not say ${old} any more.`)
  return text.replace(old, replacement)
}

async function expectToEnd(
  expected: number,
  run: Promise<{ readonly exitCode: number; readonly output: string }>,
) {
  const { exitCode, output } = await run
  if (exitCode !== expected) throw new Error(`It ended with exit code ${exitCode}:\n${output}`)
}

function isNoConfiguration(path: string): boolean {
  return !/\.(tf|sh)$/u.test(path)
}
