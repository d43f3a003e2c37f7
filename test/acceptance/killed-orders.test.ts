import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Fault } from '@webfilter/appliance-emulator'
import { ApplianceProcess } from './appliance-process'
import { groupOf, processesOf } from './process-group'
import { Traces } from './traces'
import { words } from './words'
import { describeWithEngineAtNight, type RunningEngine, Workspace } from './workspace'

/** What dies at once, as by SIGKILL, while the appliance holds a request back. */
const killed = ['provider', 'engine', 'appliance'] as const
type Killed = (typeof killed)[number]

/** Whether the appliance has done its work when it holds the request back, or only its answer. */
const moments = ['before', 'after'] as const
type WorkMoment = (typeof moments)[number]

/** The appliance does its work whether provider and engine live or not, so the moment matters only if the appliance itself dies. */
const cases = [
  ['provider', 'before'],
  ['engine', 'after'],
  ['appliance', 'before'],
  ['appliance', 'after'],
] as const

/** Milliseconds for which the appliance holds the request back: longer than it takes to find and kill a process. */
const held = 1500

describeWithEngineAtNight('an apply during which something is killed', () => {
  let folder: string
  let appliance: ApplianceProcess
  let workspace: Workspace
  let traces: Traces

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'appliance-killed-'))
    traces = new Traces()
    appliance = await ApplianceProcess.start({ data: join(folder, 'appliance.data'), list: 'older' })
    workspace = await Workspace.launching({
      ...appliance.environment,
      ...traces.environment,
      APPLIANCE_RETRIES: '1',
    })
  })

  afterEach(() => traces.expectNone())

  afterEach(async () => {
    await workspace.close()
    await traces.close()
    await appliance.close()
    await rm(folder, { recursive: true })
  })

  describe('that orders a certificate', () => {
    const order = 'POST /certificate/selfsigned'

    it.each(cases)(
      'if it is the %s, %s the work, adopts an existing one if it may, and orders a missing one',
      async (who, moment) => {
        await workspace.write(certificate('proxy.example.org', 'adopt'))
        await kill(who, 'self-signed', moment)
        const made = await isMade('proxy.example.org')
        expect(made).toBe(moment === 'after' || who !== 'appliance')
        await expectAnnounced()
        const said = await workspace.applied()
        // The provider has lost the answer if it lives: its state says so, and the next order is known to be the second one.
        expect(said.includes('[appliance:certificate-unverified]')).toBe(made)
        expect(said.includes('the second order shows')).toBe(made && who === 'appliance')
        expect(said.includes('already existed and was adopted')).toBe(made && who !== 'appliance')
        expect(await appliance.writes()).toEqual([order])
        await expectOne('proxy.example.org')
      },
    )

    it.each(cases)(
      'if it is the %s, %s the work, may not adopt an existing one, and says what to do if the provider could not note the loss',
      async (who, moment) => {
        await workspace.write(certificate('proxy.example.org', 'fail'))
        await kill(who, 'self-signed', moment)
        if (who !== 'appliance' && (await isMade('proxy.example.org'))) {
          await expectAnnounced()
          const said = await workspace.failed()
          expect(said).toContain('[appliance:already-exists]')
          expect(said).toContain('terraform import ADDRESS "self_signed/0/proxy.example.org"')
          expect(await appliance.writes()).toEqual([order])
          await workspace.imported('appliance_certificate.this', 'self_signed/0/proxy.example.org')
        }
        await expectAnnounced()
        await workspace.applied()
        await expectOne('proxy.example.org')
      },
    )

    it.each(['provider', 'appliance'] as const)(
      'instead of another one, if it is the %s, converges',
      async (who) => {
        await workspace.applied(certificate('old.example.org', 'adopt'))
        await workspace.write(certificate('new.example.org', 'adopt'))
        await kill(who, 'self-signed', 'after')
        await expectAnnounced()
        await workspace.applied()
        await expectOne('new.example.org')
        await expectOne('old.example.org')
      },
    )

    const isMade = async (name: string) => (await appliance.certificates(name)).length > 0

    async function expectOne(name: string): Promise<void> {
      expect(await appliance.certificates(name)).toHaveLength(1)
      await workspace.nothingToDo()
    }
  })

  describe('that does an operation', () => {
    it.each(cases)(
      'if it is the %s, %s the work, does it again, and the plan says so',
      async (who, moment) => {
        await workspace.write(operation('category_backup'))
        const said = await kill(who, 'backup', moment)
        const done = moment === 'after' || who !== 'appliance' ? [1] : []
        expect(await appliance.backups()).toEqual(done)
        if (who === 'appliance') expect(said).toContain('The operation category_backup may or may not have')
        await expectAnnounced()
        await workspace.applied()
        expect(await appliance.writes()).toEqual(['GET /categories/backup'])
        expect(await appliance.backups()).toEqual([...done, done.length + 1])
        await workspace.nothingToDo()
      },
    )

    it.each(['provider', 'engine'] as const)(
      'and restarts the directory, if it is the %s, does it again, and the plan says so',
      async (who) => {
        await workspace.write(operation('directory_restart'))
        await kill(who, 'restart', 'after')
        await expectAnnounced()
        await workspace.applied()
        expect(await appliance.writes()).toEqual(['GET /openldap/restart'])
        await workspace.nothingToDo()
      },
    )

    it.each(moments)(
      'and restarts the directory, if it is the appliance, %s the work, waits for the restart, or repeats it if none was seen',
      async (moment) => {
        await workspace.write(operation('directory_restart'))
        const said = await kill('appliance', 'restart', moment, [0, 1])
        // A connection that breaks tells of no restart; a service that is seen to come back does.
        const isKnown = said.includes('Apply complete!')
        if (!isKnown) expect(said).toContain('The operation directory_restart may or may not have')
        await workspace.applied()
        expect(await appliance.writes()).toEqual(isKnown ? [] : ['GET /openldap/restart'])
        await workspace.nothingToDo()
      },
    )
  })

  /** Kills while an operation of the appliance is under way, lets everything end, and tells what the engine said. */
  async function kill(
    who: Killed,
    operation: string,
    moment: WorkMoment,
    exitCodes: readonly number[] = [1],
  ): Promise<string> {
    const fault: Fault = { operation, effect: 'latency', milliseconds: held, afterWork: moment === 'after' }
    await appliance.begin([fault])
    const run = workspace.start('apply', '-no-color', '-input=false', '-auto-approve')
    await reached(run)
    if (who === 'provider') traces.killProvider(run)
    else if (who === 'engine') process.kill(groupOf(run), 'SIGKILL')
    else {
      await appliance.kill()
      await appliance.comeBack()
    }
    const { exitCode, output } = await run.ended
    expect(exitCodes).toContain(exitCode)
    while (processesOf(groupOf(run)).length > 0) await setTimeout(20)
    while (await appliance.isBusy()) await setTimeout(20)
    await appliance.begin([])
    return words(output)
  }

  async function reached(run: RunningEngine): Promise<void> {
    let over = false
    void run.ended.then(() => {
      over = true
    })
    while ((await appliance.fitted()) < 1) {
      if (over) throw new Error(`The apply ended before its moment:\n${(await run.ended).output}`)
      await setTimeout(5)
    }
  }

  /** What an apply is going to do is in its plan, and a plan alone does nothing. */
  async function expectAnnounced(): Promise<void> {
    await appliance.begin([])
    await workspace.planned()
    expect(await appliance.writes()).toEqual([])
  }
})

function certificate(name: string, onExisting: 'adopt' | 'fail'): string {
  return `
resource "appliance_certificate" "this" {
  on_existing = "${onExisting}"
  self_signed = {
    certificate_name = "Proxy"
    common_name      = "${name}"
  }
}
`
}

function operation(name: string): string {
  return `
resource "appliance_operation" "this" {
  name = "${name}"
}
`
}
