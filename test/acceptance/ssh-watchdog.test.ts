import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startAppliance, type TestAppliance } from './appliance'
import { groupOf, processesWith } from './process-group'
import { describeWithEngine, Workspace } from './workspace'

/** Forwards a socket as `ssh` does, and logs in nowhere: these tests need no server. */
const forwarder = `#!${process.execPath}
const { connect, createServer } = require('node:net')
const [local, remote] = process.argv[process.argv.indexOf('-L') + 1].split(':')
createServer((socket) => {
  const onward = connect(remote)
  for (const each of [socket, onward]) each.on('error', () => {})
  socket.pipe(onward).pipe(socket)
}).listen(local)
`

describeWithEngine('an ssh whose watchdog is killed', () => {
  let appliance: TestAppliance
  let workspace: Workspace
  /** Of the runs alone: what they leave is seen. Short, as it holds sockets. */
  let temporary: string
  let program: string
  let url: string

  beforeEach(async () => {
    temporary = mkdtempSync('/tmp/appliance-run-')
    program = join(temporary, 'forwarder')
    writeFileSync(program, forwarder, { mode: 0o755 })
    appliance = await startAppliance({ directory: { service: 'running' } })
    appliance.directory.organizations.create('acme')
    appliance.faults.set([{ operation: 'organization-list', effect: 'latency', milliseconds: 1_000 }])
    url = `ssh://admin@127.0.0.1${(appliance.environment.APPLIANCE_DIRECTORY_URL ?? '').slice('unix://'.length)}`
    workspace = await Workspace.launching({
      ...appliance.environment,
      APPLIANCE_DIRECTORY_URL: url,
      APPLIANCE_SSH: program,
      TMPDIR: temporary,
    })
  })

  afterEach(async () => {
    for (const { pid } of ofTheRun()) process.kill(pid, 'SIGKILL')
    await workspace.close()
    await appliance.close()
    rmSync(temporary, { recursive: true, force: true })
  })

  const ofTheRun = () => processesWith(`TMPDIR=${temporary}`)

  const left = () => ({
    processes: ofTheRun().map(({ command }) => command),
    files: readdirSync(temporary),
  })

  async function untilWatched(): Promise<void> {
    while ((appliance.faults.report()[0]?.fitted ?? 0) === 0) await setTimeout(5)
    for (const { pid } of ofTheRun().filter(({ command }) => command.startsWith('/bin/sh -c')))
      process.kill(pid, 'SIGKILL')
  }

  async function expectNothingLeft(): Promise<void> {
    const none = { processes: [], files: ['forwarder'] }
    for (let looks = 0; looks < 500 && JSON.stringify(left()) !== JSON.stringify(none); looks += 1)
      await setTimeout(10)
    expect(left()).toEqual(none)
  }

  it.each(['its end', 'Ctrl-C'])('ends with the provider, after %s of the run', async (ending) => {
    await workspace.write('data "appliance_ldap_organizations" "all" {}')
    const run = workspace.start('plan', '-no-color', '-input=false')
    await untilWatched()
    if (ending === 'Ctrl-C') process.kill(-groupOf(run), 'SIGINT')
    await run.ended
    await expectNothingLeft()
  })

  it('leaves a folder if it is killed with the provider, and the next provider removes it', async () => {
    await workspace.write('data "appliance_ldap_organizations" "all" {}')
    const run = workspace.start('plan', '-no-color', '-input=false')
    await untilWatched()
    const programs = ['terraform-provider-', program]
    for (const { pid, command } of ofTheRun())
      if (programs.some((each) => command.includes(each))) process.kill(pid, 'SIGKILL')
    await run.ended
    expect(left().files.filter((name) => name.startsWith('appliance-ssh-'))).toHaveLength(1)
    await workspace.nothingToDo()
    await expectNothingLeft()
  })
})
