import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reviewSettings } from '@webfilter/appliance-command/findings/settings'
import { renderReport } from '@webfilter/appliance-command/report/render'
import { reportOnPlan } from '@webfilter/appliance-command/review/run'
import { schemaErrors } from '../../packages/command/test/review/json-schema'
import { expectKept } from '../../packages/command/test/review/kept'
import { sarifErrors } from '../../packages/command/test/review/sarif-structure'
import { examplesFolder } from '../../scripts/docs/example'
import { startAppliance, type TestAppliance } from '../acceptance/appliance'
import { describeWithEngine, Workspace } from '../acceptance/workspace'
import { RunningCommand } from './running-command'

/** Examples, and what is written in place of what before they are planned again. */
const examples = [
  'appliance_category',
  'appliance_category_sites',
  'appliance_ldap_group_membership',
  'appliance_hostname',
]
const edits: readonly (readonly [text: string, replacement: string])[] = [
  // A site moves to a category, two enter it under what is there, and a category goes with its sites staying active.
  ['"doubleclick.net", "adserver.example"', '"adserver.example", "gov.uk"'],
  ['"pixel.example"', '"cdn.pixel.example", "doubleclick.net"'],
  ['resource "appliance_category" "partners" {', 'resource "appliance_category" "suppliers" {'],
  ['name       = "partners"', 'name       = "suppliers"'],
  ['    "bob.ray" = { first_name = "Bob", last_name = "Ray" }\n', ''],
  ['last_name = "Lee"', 'last_name = "Lee-Ray"'],
]

/** What the configuration contains and no review may. */
const password = 'hunter2'

/** Milliseconds: the engine is started some ten times. */
const longest = 240_000
jest.setTimeout(longest)

const formats = ['text', 'markdown', 'html', 'json', 'sarif', 'github', 'summary'] as const

describeWithEngine('the review of a plan that the engine made', () => {
  let appliance: TestAppliance
  let workspace: Workspace

  beforeAll(async () => {
    appliance = await startAppliance({ directory: { service: 'running' } })
    const { id } = appliance.store.create({ name: 'malware', description: '' })
    appliance.store.addSites(id, ['by-hand.example'])
    workspace = await Workspace.empty({ ...appliance.environment, TF_VAR_initial_password: password })
  })

  afterAll(async () => {
    await workspace.close()
    await appliance.close()
  })

  it('has the layout that is kept, in every format', async () => {
    const configuration = await configurationOf()
    await workspace.write(configuration)
    await workspace.init()
    await workspace.applied()
    expect(await reviewed(await planned())).toMatchObject({ code: 0 })

    await workspace.write(edits.reduce(replaced, configuration))
    const plan = await planned()
    const options = { format: 'text', engineTimeout: longest, chdir: workspace.folder } as const
    const report = await reportOnPlan(plan, await reviewSettings(undefined), options)
    const stdout = renderReport(report, 'text')
    expect(await reviewed(plan)).toEqual({ code: 2, signal: null, stdout, stderr: '' })
    for (const format of formats) {
      const content = renderReport(report, format)
      expect(content).not.toContain(password)
      if (format === 'json') expect(schemaErrors(JSON.parse(content))).toEqual([])
      if (format === 'sarif') expect(sarifErrors(JSON.parse(content))).toEqual([])
      await expectKept('one-plan', format, content)
    }
  })

  async function planned(): Promise<string> {
    const path = join(workspace.folder, 'plan.tfplan')
    const { exitCode, output } = await workspace.plan(`-out=${path}`)
    if (exitCode === 1) throw new Error(output)
    return path
  }

  async function reviewed(plan: string) {
    const words = ['review', '--chdir', workspace.folder, plan]
    return await new RunningCommand(words, workspace.environment).ended
  }

  async function configurationOf(): Promise<string> {
    const folders = examples.map((example) => join(examplesFolder, 'resources', example))
    // With the lists beside it.
    for (const folder of folders)
      await cp(folder, workspace.folder, { recursive: true, filter: isNoConfiguration })
    const texts = await Promise.all(folders.map((folder) => readFile(join(folder, 'resource.tf'), 'utf8')))
    return texts.join('\n')
  }
})

function replaced(text: string, [old, replacement]: readonly [string, string]): string {
  if (!text.includes(old)) throw new Error(`The examples do not say ${old} any more.`)
  return text.replace(old, replacement)
}

function isNoConfiguration(path: string): boolean {
  return !/\.(tf|sh)$/u.test(path)
}
