import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DirectoryOptions } from '@webfilter/appliance-emulator'
import { startAppliance, type TestAppliance } from './appliance'
import { words } from './words'
import { describeWithEngine, Workspace } from './workspace'

const address = 'appliance_ldap_service.directory'

const dependents = `
resource "appliance_ldap_member" "ann" {
  uid          = "ann.lee"
  first_name   = "Ann"
  last_name    = "Lee"
  email        = "ann@example.org"
  organization = "acme"
  password     = "initial-password"
  depends_on   = [appliance_ldap_service.directory]
}

resource "appliance_ldap_group" "staff" {
  name         = "staff"
  organization = "acme"
  depends_on   = [appliance_ldap_service.directory]
}

resource "appliance_ldap_group_membership" "ann_staff" {
  uid = appliance_ldap_member.ann.uid
  gid = appliance_ldap_group.staff.gid
}
`

describeWithEngine('the directory service', () => {
  let appliance: TestAppliance
  let workspace: Workspace

  async function open(
    directory: DirectoryOptions = {},
    variables: Readonly<Record<string, string>> = {},
    host: 'open' | 'attached' = 'open',
  ) {
    appliance = await startAppliance({ directory })
    workspace = await Workspace[host]({ ...appliance.environment, APPLIANCE_RETRIES: '0', ...variables })
    await workspace.write(service())
  }

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  const phase = () => appliance.directory.service.phase

  it('is installed, and the apply ends once it runs, with its progress and misspelled variables in the log', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'log-'))
    const log = join(folder, 'log')
    const variables = { TF_LOG_PROVIDER: 'INFO', TF_LOG_PATH: log, APPLIANCE_TOKENN: 'of no use' }
    await open({ durations: { install: 700 } }, variables)
    expect(await workspace.planned()).toMatch(
      /The environment variable APPLIANCE_TOKENN is not a setting of the provider, and has no effect\.\s+Rename it to APPLIANCE_TOKEN, or unset it\.\s+\[appliance:variable-misspelled\]/,
    )
    await workspace.applied()
    expect(phase()).toBe('running')
    expect(appliance.writes()).toEqual(['GET /openldap/install'])
    const written = await readFile(log, 'utf8')
    expect(written).toContain('waiting until the directory service is running')
    expect(written).toContain('variables=APPLIANCE_TOKENN')
    expect(written).not.toContain('of no use')
    await rm(folder, { recursive: true })
    await workspace.nothingToDo()
  })

  it('that runs already is adopted, and the plan says so', async () => {
    await open({ service: 'running' })
    const plan = await workspace.planned()
    expect(plan).toContain(
      'The directory service is already installed. It is running, and the apply does not change it',
    )
    expect(plan).toContain('[appliance:directory-service-adopted]')
    await workspace.applied()
    expect(appliance.writes()).toEqual([])
    await workspace.nothingToDo()
  })

  it('is planned although its status could not be read, which the plan says', async () => {
    await open({ service: 'running' })
    appliance.faults.set([{ operation: 'status', effect: 'status', status: 503 }])
    expect(await workspace.planned()).toContain('[appliance:not-checked]')
  })

  it('that is installed and stopped is adopted and started', async () => {
    await open({ service: 'stopped' })
    expect(await workspace.planned()).toContain('It is stopped, and the apply starts it')
    await workspace.applied()
    expect(appliance.writes()).toEqual(['GET /openldap/restart'])
    expect(await workspace.state(address)).toMatchObject({ id: 'openldap', running: true, version: '2.6.8' })
    expect(phase()).toBe('running')
    await workspace.nothingToDo()
  })

  it('is started again if somebody stopped it, and installed again if somebody uninstalled it', async () => {
    await open({ service: 'running' })
    await workspace.applied()
    appliance.directory.service.become('stopped')
    expect(await workspace.planned()).toContain('running = false -> true')
    await workspace.applied()
    expect(phase()).toBe('running')
    await workspace.nothingToDo()

    appliance.directory.service.become('not-installed')
    expect(await workspace.planned()).toContain('will be created')
    await workspace.applied()
    expect(phase()).toBe('running')
    await workspace.nothingToDo()
  })

  it.each(['stopped', 'switched-off'] as const)(
    'that is %s is started in one apply, and its content stays unchanged',
    async (how) => {
      await open()
      await workspace.applied(`${service()}${dependents}`)
      await workspace.nothingToDo()
      appliance.writes()
      appliance.directory.members.setPassword('ann.lee', 'her own')
      const before = await workspace.state('appliance_ldap_member.ann')
      appliance.directory.service.become(how)
      const said = await workspace.planned()
      expect(said).toContain('[appliance:directory-not-read]')
      expect(said).not.toContain('appliance_ldap_member.ann will be')
      await workspace.applied()
      expect(phase()).toBe('running')
      expect(appliance.writes()).toEqual([`GET /openldap/${how === 'stopped' ? 'restart' : 'install'}`])
      expect(appliance.directory.checkPassword('ann.lee', 'her own')).toBe(true)
      expect(await workspace.state('appliance_ldap_member.ann')).toEqual(before)
      await workspace.nothingToDo()
    },
  )

  it.each(['not-installed', 'stopped'] as const)(
    'that is %s and no longer declared is not said to be started by the apply, because nothing starts it',
    async (found) => {
      await open()
      await workspace.applied(`${service()}${dependents}`)
      appliance.directory.service.become(found)
      const said = await workspace.refused(dependents.replaceAll(/ +depends_on.*\n/g, ''))
      expect(said).not.toContain('[appliance:directory-not-read]')
      expect(said).toContain('The directory service is not')
      if (found === 'not-installed') expect(said).toContain('terraform state rm')
    },
  )

  it('that was uninstalled is installed by one apply, and its content is created again by the next', async () => {
    await open()
    await workspace.applied(`${service()}${dependents}`)
    appliance.directory.service.become('not-installed')
    const said = await workspace.planned()
    expect(said).toContain('[appliance:directory-not-read]')
    expect(said).toContain('1 to add, 0 to change, 0 to destroy')
    await workspace.applied()
    expect(phase()).toBe('running')
    expect(await workspace.planned()).toContain('3 to add, 0 to change, 0 to destroy')
    await workspace.applied()
    expect(appliance.directory.members.get('ann.lee')).toBeDefined()
    await workspace.nothingToDo()
  })

  describe('that was uninstalled, and comes back empty but for its organization', () => {
    /** A group, a member and a link, which was all in a directory with one organization. */
    async function filled() {
      await open({ singleOrganization: 'acme', durations: { install: 100 } })
      await workspace.applied(`${service()}${dependents}`)
    }

    async function emptied() {
      await filled()
      appliance.directory.service.become('not-installed')
    }

    async function createsAgain(planned = '3 to add') {
      expect(phase()).toBe('running')
      expect(await workspace.planned()).toContain(`${planned}, 0 to change, 0 to destroy`)
      await workspace.applied()
      const [{ gid = 0 } = {}] = appliance.directory.groups.in('acme')
      expect(appliance.directory.groups.membersOf(gid)).toEqual(['ann.lee'])
      await workspace.nothingToDo()
    }

    it.each([
      ['an apply', []],
      ['an apply of the service alone', [`-target=${address}`]],
    ])('has its content created again, after %s has installed it', async (_, options) => {
      await emptied()
      const { exitCode, output } = await workspace.apply(...options)
      expect([exitCode, output]).toEqual([0, output])
      await createsAgain()
    })

    it('has its content created again, although an apply failed to install it and somebody else did', async () => {
      await emptied()
      appliance.faults.set([{ operation: 'install', effect: 'refuse', error: 'NO_SPACE_LEFT' }])
      expect(await workspace.failed()).toContain('NO_SPACE_LEFT')
      appliance.faults.set([])
      appliance.directory.service.become('running')
      await createsAgain('4 to add')
    })

    it('has a member created again whose state does not know how an absent one is answered', async () => {
      await filled()
      await workspace.run('state', 'rm', 'appliance_ldap_member.ann')
      await workspace.run('state', 'rm', 'appliance_ldap_group_membership.ann_staff')
      await workspace.imported('appliance_ldap_member.ann', 'ann.lee')
      appliance.directory.service.become('not-installed')
      await workspace.apply(`-target=${address}`)
      await createsAgain()
    })

    it.each([[[]], [['-refresh=false']]])('lets a destroy end: %j', async (options) => {
      await emptied()
      await workspace.applied()
      const { exitCode, output } = await workspace.destroy(...options)
      expect([exitCode, output]).toEqual([0, output])
      expect(await workspace.state(address)).toBeUndefined()
    })

    it('is not believed again to have lost a group that was created since', async () => {
      await emptied()
      await workspace.applied()
      await workspace.applied()
      for (const { gid } of appliance.directory.groups.in('acme'))
        appliance.directory.groups.unlink(gid, 'ann.lee')
      appliance.faults.set([{ operation: 'group-list', effect: 'nothing-listed' }])
      expect(await workspace.refused()).toContain('[appliance:absence-unproven]')
    })
  })

  it.each(['without-running', 'word'] as const)(
    'is installed, started and uninstalled if its status is reported %s',
    async (statusForm) => {
      await open({ statusForm })
      await workspace.applied()
      await workspace.nothingToDo()
      appliance.directory.service.become('stopped')
      expect(await workspace.planned()).toContain('running = false -> true')
      await workspace.applied(service('uninstall_on_destroy = true'))
      await workspace.nothingToDo()
      await workspace.destroyed()
      expect(appliance.writes()).toEqual([
        'GET /openldap/install',
        'GET /openldap/restart',
        'GET /openldap/uninstall',
      ])
    },
  )

  it('is required by resources that do not wait for it, which say so', async () => {
    await open({ durations: { install: 3000 } })
    const said = await workspace.failed(`${service()}${dependents.replaceAll(/depends_on.*/g, '')}`)
    expect(said).toMatch(/The directory service is (still being installed|not installed)/)
    expect(said).toContain('depends_on')
  })

  it('changes its settings without a request', async () => {
    await open({ service: 'running' })
    await workspace.applied()
    appliance.writes()
    await workspace.applied(service('uninstall_on_destroy = true\n  timeouts = { delete = "1m30s" }'))
    expect(appliance.writes()).toEqual([])
    await workspace.nothingToDo()
  })

  it('stays if a destroy only forgets it, and the plan says so', async () => {
    await open({ service: 'running' })
    await workspace.applied()
    expect(await workspace.destroyed()).toContain('[appliance:stays]')
    expect(phase()).toBe('running')
    expect(appliance.writes()).toEqual([])
  })

  it('is uninstalled by a destroy if the configuration says so, which ends once it is gone', async () => {
    await open({ service: 'running', durations: { uninstall: 700 } })
    await workspace.applied(service('uninstall_on_destroy = true'))
    expect(await workspace.destroyed()).toContain('[appliance:directory-service-uninstalled]')
    expect(phase()).toBe('not-installed')
    expect(appliance.writes()).toEqual(['GET /openldap/uninstall'])
  })

  it('that takes longer than its time-out is reported, and the next apply continues', async () => {
    await open({ durations: { install: 4000 } })
    const failed = await workspace.failed(service('timeouts = { create = "1s" }'))
    expect(failed).toContain('not running after a wait of 1 second for its installation')
    expect(failed).toContain('[appliance:directory-wait-too-long]')
    expect(await workspace.state(address)).toBeUndefined()
    await appliance.directory.settled()
    await workspace.applied()
    expect(phase()).toBe('running')
  })

  it('is no longer waited for after Ctrl-C, and the next apply continues', async () => {
    await open({ durations: { install: 6000 } }, {}, 'attached')
    const { process: engine, ended } = workspace.start('apply', '-no-color', '-input=false', '-auto-approve')
    while (phase() !== 'installing') await new Promise((resolve) => setTimeout(resolve, 20))
    if (engine.pid === undefined) throw new Error('no process')
    process.kill(-engine.pid, 'SIGINT')
    const { exitCode, output } = await ended
    expect(exitCode).not.toBe(0)
    expect(phase()).toBe('installing')
    expect(words(output)).toContain('The wait for the installation of the directory service was interrupted')
    expect(output).toContain('[appliance:directory-wait-interrupted]')
    await workspace.applied()
    expect(phase()).toBe('running')
    await workspace.nothingToDo()
  })

  it('that cannot be installed leaves no state', async () => {
    await open()
    appliance.faults.set([{ operation: 'install', effect: 'refuse', error: 'NO_SPACE_LEFT' }])
    expect(await workspace.failed()).toContain('NO_SPACE_LEFT')
    expect(await workspace.state(address)).toBeUndefined()
  })

  it('is waited for although its status fails for a moment', async () => {
    await open({ durations: { install: 300 } })
    appliance.faults.set([{ operation: 'status', effect: 'status', status: 503, skip: 3, times: 1 }])
    await workspace.applied()
    expect(phase()).toBe('running')
  })

  it('is imported by its id', async () => {
    await open()
    expect(await workspace.notImported(address, 'openldap')).toContain('[appliance:not-found]')
    appliance.directory.service.become('running')
    expect(await workspace.notImported(address, 'slapd')).toContain('[appliance:import-id-invalid]')
    await workspace.imported(address, 'openldap')
    await workspace.nothingToDo()
  })

  it('is refused with a time-out that is no duration', async () => {
    await open()
    const texts = ['soon', '0s', '-1m', '10', '1d']
    const said = await workspace.invalidEach(
      texts.map((text) => service(`timeouts = { create = "${text}" }`)),
    )
    expect(said).toEqual(texts.map(() => expect.stringContaining('Must be a duration such as "10m"')))
  })

  it('does not count as declared twice if it is replaced', async () => {
    await open({ service: 'running' })
    await workspace.applied()
    expect((await workspace.apply(`-replace=${address}`)).output).toContain('1 added, 0 changed, 1 destroyed')
    expect(phase()).toBe('running')
  })

  describe('that is replaced', () => {
    const uninstalling = service('uninstall_on_destroy = true')
    const version = (number: number) => `resource "terraform_data" "version" {\n  input = "${number}"\n}\n`
    const triggered = service(
      'uninstall_on_destroy = true\n  lifecycle {\n    replace_triggered_by = [terraform_data.version]\n  }',
    )
    const createdFirst = service(
      'uninstall_on_destroy = true\n  lifecycle {\n    create_before_destroy = true\n  }',
    )

    async function applied(...blocks: readonly string[]) {
      await open()
      await workspace.applied(...blocks)
      appliance.writes()
    }

    async function keepsEverything(said: string) {
      expect(said).toContain('1 destroyed')
      expect(said).not.toContain('[appliance:directory-service-uninstalled]')
      expect(appliance.writes()).toEqual([])
      expect(phase()).toBe('running')
      expect(appliance.directory.members.get('ann.lee')).toBeDefined()
      await workspace.nothingToDo()
    }

    it.each([[dependents], [dependents.replaceAll(/depends_on.*/g, '')]])(
      'is not uninstalled by -replace',
      async (content) => {
        await applied(`${uninstalling}${dependents}`)
        await workspace.write(`${uninstalling}${content}`)
        const { output } = await workspace.apply(`-replace=${address}`, '-parallelism=1')
        await keepsEverything(output)
      },
    )

    it('is not uninstalled by replace_triggered_by', async () => {
      await applied(`${triggered}${version(1)}${dependents}`)
      await keepsEverything(await workspace.applied(`${triggered}${version(2)}${dependents}`))
    })

    it('is not uninstalled if it is tainted, as the plan says', async () => {
      await applied(`${uninstalling}${dependents}`)
      await workspace.run('taint', address)
      expect(await workspace.planned()).toContain('It is running, and the apply does not change it')
      await keepsEverything(await workspace.applied())
    })

    it('is not uninstalled with create_before_destroy', async () => {
      await applied(`${createdFirst}${dependents}`)
      const { output } = await workspace.apply(`-replace=${address}`)
      await keepsEverything(output)
    })
  })

  it('that an interrupted replacement has left in the state stays, and so does the declared one', async () => {
    await open()
    const uninstalling = service('uninstall_on_destroy = true')
    await workspace.applied(`${uninstalling}${dependents}`)
    appliance.writes()
    const file = join(workspace.folder, 'terraform.tfstate')
    const state = JSON.parse(await readFile(file, 'utf8'))
    for (const { type, instances } of state.resources)
      if (type === 'appliance_ldap_service') instances.push({ ...instances[0], deposed: '01234567' })
    await writeFile(file, JSON.stringify({ ...state, serial: state.serial + 1 }))
    const said = await workspace.refused()
    expect(said).toContain('[appliance:directory-service-needed]')
    expect(said).toContain('terraform state rm')
    await workspace.run('state', 'rm', address)
    await workspace.applied()
    expect(appliance.writes()).toEqual([])
    await workspace.nothingToDo()
  })

  describe('whose uninstall would delete what the configuration keeps', () => {
    const independent = dependents.replaceAll(/depends_on.*/g, '')
    const uninstalling = service('uninstall_on_destroy = true')
    const slow = (operation: string) => ({ operation, effect: 'latency', milliseconds: 700 }) as const

    it.each(['status', 'member-get'])(
      'stays: the plan is refused, in any order, if %s is slow',
      async (operation) => {
        await open()
        await workspace.applied(`${uninstalling}${dependents}`)
        appliance.writes()
        appliance.faults.set([slow(operation)])
        expect(await workspace.refused(independent)).toContain('[appliance:directory-service-needed]')
        expect(appliance.writes()).toEqual([])
      },
    )

    it('stays if its block is renamed without a moved block', async () => {
      await open()
      await workspace.applied(uninstalling)
      const said = await workspace.refused('resource "appliance_ldap_service" "renamed" {}')
      expect(said).toContain('[appliance:directory-service-needed]')
    })

    it('is uninstalled, with the warning, if nothing of it is kept', async () => {
      await open()
      await workspace.applied(`${uninstalling}${dependents}`)
      appliance.writes()
      const said = await workspace.applied('terraform {}')
      expect(said).toContain('[appliance:directory-service-uninstalled]')
      expect(appliance.writes()).toContain('GET /openldap/uninstall')
      expect(phase()).toBe('not-installed')
    })
  })

  it('that is declared twice is an error', async () => {
    await open()
    expect(await workspace.refused(`${service()}\nresource "appliance_ldap_service" "again" {}`)).toContain(
      '[appliance:declared-twice]',
    )
  })
})

function service(more = ''): string {
  return `
resource "appliance_ldap_service" "directory" {
  ${more}
}
`
}
