import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { examplesFolder, importIn } from '../../scripts/docs/example'
import { startAppliance, type TestAppliance } from './appliance'
import { describeWithEngine, engineHas, noticeIfLacking, Workspace } from './workspace'

noticeIfLacking('functions')
noticeIfLacking('identities')
noticeIfLacking('actions')
noticeIfLacking('writeOnlyValues')
const kinds = [
  'resources',
  'data-sources',
  ...(engineHas('functions') ? ['functions'] : []),
  ...(engineHas('actions') ? ['actions'] : []),
]
const examples = kinds
  .flatMap((kind) => readdirSync(join(examplesFolder, kind)).map((type) => join(kind, type)))
  .filter((example) => engineHas('writeOnlyValues') || !hasEphemeralVariables(example))
const byIdentity = 'import-by-identity.tf'
const importable = examples.filter((example) => existsSync(join(examplesFolder, example, 'import.sh')))

/** Functions, actions, and what has blocks, functions or variables that the host does not imitate. */
const ofEngine = new Set(
  [
    ...['category_sites', 'ldap_group_membership', 'ldap_member'].map((type) => ['resources', type]),
    ...[
      'interfaces',
      'ldap_backup',
      'ldap_member',
      'ldap_service',
      'rbl_records',
      'site',
      'website_analysis',
    ].map((type) => ['data-sources', type]),
  ].map(([kind = '', type]) => join(kind, `appliance_${type}`)),
)
const isImitated = (example: string) => /^(resources|data-sources)\b/.test(example) && !ofEngine.has(example)

describeWithEngine('the examples', () => {
  let appliance: TestAppliance
  let workspace: Workspace

  beforeEach(async () => {
    appliance = await startAppliance({ directory: { service: 'running' } })
    enterByHand(appliance)
  })

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  /** @param isImitated by day, as by `Workspace.open` */
  async function open(isImitated = false): Promise<void> {
    const variables = { ...appliance.environment, TF_VAR_initial_password: 'given in the environment' }
    workspace = await (isImitated ? Workspace.open(variables) : Workspace.attached(variables))
  }

  it('are written as the engine formats them', async () => {
    await open()
    const { exitCode, output } = await workspace.run('fmt', '-check', '-diff', '-recursive', examplesFolder)
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: '' })
  })

  it.each(examples)('in %s are applied, leave nothing to do, and are destroyed', async (example) => {
    await open(isImitated(example))
    await lay(example)
    await expectToEnd(0, workspace.apply())
    await expectToEnd(0, workspace.plan())
    await expectToEnd(0, workspace.destroy())
  })

  it.each(importable)('in %s are imported by what import.sh says, and by their identity', async (example) => {
    await open()
    await lay(example)
    await expectToEnd(0, workspace.apply())
    const { address, id } = importIn(readFileSync(join(examplesFolder, example, 'import.sh'), 'utf8'))
    await expectToEnd(0, workspace.run('state', 'rm', address))
    await expectToEnd(0, workspace.import(address, id))
    await expectToEnd(0, workspace.apply())
    await expectToEnd(0, workspace.plan())

    const block = readFileSync(join(examplesFolder, example, byIdentity), 'utf8')
    expect(block).toContain(`to = ${address}\n`)
    if (!engineHas('identities')) return
    await expectToEnd(0, workspace.run('state', 'rm', address))
    await workspace.writeFile(byIdentity, block)
    const { output } = await workspace.apply()
    expect(output).toContain('1 imported')
    await expectToEnd(0, workspace.plan())
  })

  it('of the provider configures it', async () => {
    await open()
    await cp(join(examplesFolder, 'provider'), workspace.folder, { recursive: true })
    // It requires the provider itself.
    await workspace.writeFile('main.tf', '')
    await workspace.writeFile('here_override.tf', appliance.provider)
    await workspace.writeFile('ads.tf', 'resource "appliance_category" "ads" {\n  name = "ads"\n}\n')
    await expectToEnd(0, workspace.apply())
    expect(appliance.store.categories().map(({ name }) => name)).toEqual(['ads'])
  })

  async function lay(example: string): Promise<void> {
    // Engines before 1.12 refuse a configuration with an import by identity.
    const filter = (path: string) => basename(path) !== byIdentity
    await cp(join(examplesFolder, example), workspace.folder, { recursive: true, filter })
  }
})

function hasEphemeralVariables(example: string): boolean {
  const folder = join(examplesFolder, example)
  return readdirSync(folder).some((file) => readFileSync(join(folder, file), 'utf8').includes('ephemeral'))
}

/** What the examples say that is on the appliance already, with no route that could bring it there. */
function enterByHand({ certificates, directory }: TestAppliance): void {
  const others = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => `${name}.example.org`)
  for (const commonName of ['mail.example.org', ...others]) certificates.store({ commonName })
  directory.members.create({ uid: 'eve.may', organization: 'acme', password: 'by-hand' })
}

async function expectToEnd(
  expected: number,
  run: Promise<{ readonly exitCode: number; readonly output: string }>,
): Promise<void> {
  const { exitCode, output } = await run
  if (exitCode !== expected) throw new Error(`It ended with exit code ${exitCode}:\n${output}`)
}
