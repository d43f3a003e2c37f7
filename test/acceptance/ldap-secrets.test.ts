import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAppliance, type TestAppliance } from './appliance'
import { words } from './words'
import { describeWithEngineThatHas, Workspace } from './workspace'

const token = 'token-hunter-17'
const passwords = ['first/hunter"<ä>-27', 'second/hunter"<ä>-37']

const configuration = `
variable "password" {
  type      = string
  ephemeral = true
}

variable "password_version" {
  type = number
}

resource "appliance_ldap_member" "ann" {
  uid                 = "ann.lee"
  first_name          = "Ann"
  last_name           = "Lee"
  email               = "ann@example.org"
  organization        = "acme"
  title               = "Editor \${var.password_version}"
  password_wo         = var.password
  password_wo_version = var.password_version
}
`

describeWithEngineThatHas('writeOnlyValues')('a write-only password and the token', () => {
  let appliance: TestAppliance
  let folder: string
  const workspaces: Workspace[] = []

  beforeAll(async () => {
    appliance = await startAppliance({ directory: { service: 'running' } })
    folder = await mkdtemp(join(tmpdir(), 'log-'))
  })

  afterAll(async () => {
    for (const workspace of workspaces) await workspace.close()
    await appliance.close()
    await rm(folder, { recursive: true })
  })

  /** A run of Terraform with everything logged, and everything that it said or wrote. */
  async function open(version: number): Promise<Workspace> {
    const workspace = await Workspace.attached({
      ...appliance.environment,
      APPLIANCE_TOKEN: token,
      APPLIANCE_RETRIES: '0',
      TF_VAR_password: passwords[version - 1] ?? '',
      TF_VAR_password_version: String(version),
      TF_LOG: 'TRACE',
      TF_LOG_PATH: join(folder, 'trace.log'),
    })
    workspaces.push(workspace)
    await workspace.write(configuration)
    return workspace
  }

  async function everythingIn(workspace: Workspace): Promise<string> {
    const places = [join(folder, 'trace.log')]
    for (const entry of await readdir(workspace.folder, { withFileTypes: true, recursive: true })) {
      const isProvider = entry.parentPath.includes('.terraform')
      if (entry.isFile() && !isProvider) places.push(join(entry.parentPath, entry.name))
    }
    const contents = await Promise.all(places.map((place) => readFile(place, 'utf8')))
    const plan = await workspace.run('show', '-json', 'saved.plan')
    return [...contents, plan.output].join('\n')
  }

  it('are in no state, plan, log or message, whatever the appliance echoes', async () => {
    const first = await open(1)
    const said: string[] = []
    const run = async (work: Promise<{ exitCode: number; output: string }>, exitCode: number) => {
      const done = await work
      said.push(done.output)
      expect([done.output, done.exitCode]).toEqual([expect.any(String), exitCode])
    }

    appliance.faults.set([
      {
        operation: 'member-create',
        effect: 'refuse',
        error: `refused: ${passwords[0]} for ${token}`,
        times: 1,
      },
    ])
    await run(first.plan('-out=saved.plan'), 2)
    await run(first.run('apply', '-no-color', '-input=false', 'saved.plan'), 1)
    expect(words(said.join())).toContain('"refused: *** for ***"')
    await run(first.apply(), 0)
    expect(appliance.directory.checkPassword('ann.lee', passwords[0] ?? '')).toBe(true)
    await run(first.plan('-out=saved.plan'), 0)

    const second = await open(2)
    await second.writeFile(
      'terraform.tfstate',
      await readFile(join(first.folder, 'terraform.tfstate'), 'utf8'),
    )
    appliance.faults.set([
      { operation: 'member-password', effect: 'refuse', error: `refused: ${passwords[1]}`, times: 1 },
    ])
    await run(second.apply(), 1)
    await run(second.plan('-out=saved.plan'), 2)
    await run(second.apply(), 0)
    expect(appliance.directory.checkPassword('ann.lee', passwords[1] ?? '')).toBe(true)
    await run(second.plan(), 0)

    const everything = [...said, await everythingIn(first), await everythingIn(second)].join('\n')
    expect(everything).toContain('ann.lee')
    expect(everything).toContain('sent a request to the appliance')
    expect(everything.match(/.{0,80}hunter.{0,20}/)).toBeNull()
  })
})
