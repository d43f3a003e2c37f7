import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findEngine } from '../../engine/find-engine'
import { SshServer } from '../../engine/ssh-server'
import { startAppliance, type TestAppliance } from './appliance'
import { describeWithSsh } from './describe-with-ssh'
import { groupOf, processesWith, providerOf } from './process-group'
import { describeWithEngine, type RunningEngine, Workspace } from './workspace'

const token = 'token-hunter-over-ssh'
const password = 'password-hunter-over-ssh'

/** Everything of the directory, with a number of members. */
function configuration(count: number): string {
  return `
resource "appliance_ldap_service" "directory" {}

resource "appliance_ldap_group" "staff" {
  name         = "staff"
  organization = "acme"
  depends_on   = [appliance_ldap_service.directory]
}

resource "appliance_ldap_member" "each" {
  count        = ${count}
  uid          = "member-\${count.index}"
  first_name   = "Ann"
  last_name    = "Lee"
  email        = "ann\${count.index}@example.org"
  organization = "acme"
  password     = "${password}"
}

resource "appliance_ldap_group_membership" "each" {
  count = ${count}
  uid   = appliance_ldap_member.each[count.index].uid
  gid   = appliance_ldap_group.staff.gid
}

data "appliance_ldap_organizations" "all" {}
data "appliance_ldap_groups" "acme" { organization = "acme" }
data "appliance_ldap_backup" "last" {}
`
}

const describeWithBoth = describeWithEngine === describe ? describeWithSsh : describeWithEngine

describeWithBoth('the resources of the directory over ssh', () => {
  let server: SshServer
  let appliance: TestAppliance
  let workspace: Workspace
  /** Of the runs alone: what they leave is seen. Short, as it holds sockets. */
  let temporary: string

  beforeEach(async () => {
    temporary = mkdtempSync('/tmp/appliance-run-')
    server = await SshServer.start()
    appliance = await startAppliance({ directory: { service: 'running' } })
    appliance.directory.organizations.create('acme')
    workspace = await Workspace.launching({
      ...appliance.environment,
      ...server.environment(socketOf()),
      APPLIANCE_TOKEN: token,
      TMPDIR: temporary,
    })
  })

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
    await server.close()
    rmSync(temporary, { recursive: true, force: true })
  })

  const left = () => ({
    processes: processesWith(`TMPDIR=${temporary}`).map(({ command }) => command),
    folders: readdirSync(temporary).filter((name) => name.startsWith('appliance-ssh-')),
  })

  async function expectNothingLeft(): Promise<void> {
    const none = { processes: [], folders: [] }
    for (let looks = 0; looks < 500 && JSON.stringify(left()) !== JSON.stringify(none); looks += 1)
      await setTimeout(10)
    expect(left()).toEqual(none)
  }

  /** Waits until an apply has sent a number of requests that change something, each of which takes a moment. */
  async function interrupted(operation: string, count: number): Promise<RunningEngine> {
    appliance.faults.set([{ operation, effect: 'latency', milliseconds: 50 }])
    await workspace.write(configuration(6))
    const run = workspace.start('apply', '-no-color', '-input=false', '-auto-approve', '-parallelism=2')
    while ((appliance.faults.report()[0]?.fitted ?? 0) < count) await setTimeout(5)
    return run
  }

  /** Applies the rest, and expects that everything is there. */
  async function converge(run: RunningEngine): Promise<void> {
    await run.ended
    appliance.faults.clear()
    await expectNothingLeft()
    await workspace.applied()
    await workspace.nothingToDo()
    expect(appliance.directory.groups.in('acme').map(({ name }) => name)).toContain('staff')
  }

  it('are created, read and destroyed, nothing is left, and no log has a secret', async () => {
    const log = join(workspace.folder, 'trace.log')
    const traced = { TF_LOG: 'TRACE', TF_LOG_PATH: log }
    const loud = await Workspace.launching({
      ...server.environment(socketOf()),
      ...traced,
      APPLIANCE_TOKEN: token,
      TMPDIR: temporary,
    })
    try {
      await loud.applied(configuration(2))
      await loud.nothingToDo()
      await loud.destroyed()
    } finally {
      await loud.close()
    }
    await expectNothingLeft()
    const said = readFileSync(log, 'utf8')
    expect(said).toContain('Authenticated to 127.0.0.1')
    expect(said).not.toContain(token)
    // Terraform logs the passwords of its own configuration as they go to the provider; the provider does not.
    expect(
      said.split('\n').filter((line) => line.includes('provider.appliance') && line.includes(password)),
    ).toEqual([])
  })

  it('converge after the server was killed and has come back', async () => {
    const run = await interrupted('member-create', 3)
    await server.kill()
    await server.run()
    await converge(run)
  })

  it('converge after ssh was killed', async () => {
    const run = await interrupted('member-create', 3)
    const ssh = processesWith(`TMPDIR=${temporary}`).find(({ command }) => command.startsWith('ssh '))
    if (!ssh) throw new Error('There is no ssh.')
    process.kill(ssh.pid, 'SIGKILL')
    await converge(run)
  })

  it('leave nothing behind when the provider is killed', async () => {
    const run = await interrupted('member-create', 3)
    process.kill(providerOf(run), 'SIGKILL')
    await converge(run)
  })

  it('are finished after Ctrl-C, which does not end ssh', async () => {
    const run = await interrupted('member-create', 3)
    process.kill(-groupOf(run), 'SIGINT')
    const { output } = await run.ended
    expect(output).not.toContain('ssh-ended')
    expect(output).not.toContain('ssh-failed')
    await converge(run)
  })

  it('are not planned on a machine without ssh, and the error names its package', async () => {
    const programs = join(temporary, 'programs')
    mkdirSync(programs)
    symlinkSync(process.execPath, join(programs, 'node'))
    const engine = findEngine()?.command ?? ''
    symlinkSync(
      execFileSync('which', [engine], { encoding: 'utf8' }).trim(),
      join(programs, basename(engine)),
    )
    const without = await Workspace.launching({
      ...appliance.environment,
      ...server.environment(socketOf()),
      PATH: programs,
      TMPDIR: temporary,
    })
    // What does not ask the directory needs no ssh.
    await without.applied('data "appliance_categories" "all" {}')
    const said = await without.refused('data "appliance_ldap_organizations" "all" {}')
    expect(said).toContain('[appliance:ssh-program-missing]')
    expect(said).toContain('openssh-client')
    await without.close()
    await expectNothingLeft()
  })

  it('are reached by two providers at once', async () => {
    await workspace.applied(`
provider "appliance" {}
provider "appliance" { alias = "other" }
data "appliance_ldap_organizations" "one" {}
data "appliance_ldap_organizations" "other" { provider = appliance.other }
`)
    await expectNothingLeft()
    expect(server.logins()).toBeGreaterThan(1)
  })

  function socketOf(): string {
    return (appliance.environment.APPLIANCE_DIRECTORY_URL ?? '').slice('unix://'.length)
  }
})
