import { startAppliance, type TestAppliance } from './appliance'
import { describeWithEngine, Workspace } from './workspace'

describeWithEngine('a host name', () => {
  let appliance: TestAppliance
  let workspace: Workspace

  beforeEach(async () => {
    appliance = await startAppliance()
    workspace = await Workspace.open(appliance.environment)
    await workspace.write(hostname('proxy.example.org'))
  })

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  it('is set, left alone, changed, and forgotten', async () => {
    await workspace.applied()
    expect(appliance.network.hostname).toBe('proxy.example.org')
    await workspace.nothingToDo()
    await workspace.nothingToDo(hostname('Proxy.Example.org'))

    expect(await workspace.applied(hostname('gate.example.org'))).toContain('0 added, 1 changed, 0 destroyed')
    expect(appliance.network.hostname).toBe('gate.example.org')

    appliance.writes()
    await workspace.destroyed()
    expect(appliance.writes()).toEqual([])
    expect(appliance.network.hostname).toBe('gate.example.org')
  })

  it('that was changed in the console is not detected, and is set again on request', async () => {
    await workspace.applied()
    appliance.network.setHostname('by-hand.example.org')
    await workspace.nothingToDo()
    await workspace.apply('-replace=appliance_hostname.this')
    expect(appliance.network.hostname).toBe('proxy.example.org')
  })

  it('that the appliance refuses stays unchanged', async () => {
    await workspace.applied()
    appliance.faults.set([{ operation: 'hostname', effect: 'refuse', error: 'READ_ONLY' }])
    expect(await workspace.failed(hostname('gate.example.org'))).toContain('READ_ONLY')
    expect(await workspace.state('appliance_hostname.this')).toEqual({
      hostname: 'proxy.example.org',
      id: 'hostname',
    })

    appliance.faults.clear()
    expect(await workspace.applied()).toContain('1 changed')
    expect(appliance.network.hostname).toBe('gate.example.org')
  })

  it('leaves no state if it could not be set', async () => {
    appliance.faults.set([{ operation: 'hostname', effect: 'status', status: 404 }])
    expect(await workspace.failed()).toContain('/system/network/hostname/[hostname]')
    expect(await workspace.state('appliance_hostname.this')).toBeUndefined()
  })

  it('that is declared twice is an error, and one that is replaced is not', async () => {
    await workspace.applied()
    const again = hostname('gate.example.org').replace('"this"', '"again"')
    expect(await workspace.refused(hostname('proxy.example.org'), again)).toContain(
      '[appliance:declared-twice]',
    )
    appliance.writes()
    await workspace.write(hostname('proxy.example.org'))
    expect((await workspace.apply('-replace=appliance_hostname.this')).exitCode).toBe(0)
    expect(appliance.writes()).toEqual(['GET /system/network/hostname/proxy.example.org'])
  })

  it('is refused at validation if it is not a fully qualified name', async () => {
    const names = ['proxy', '192.0.2.1', 'proxy.example.org.', 'pro xy.example.org', '-proxy.example.org', '']
    const said = await workspace.invalidEach(names.map((name) => hostname(name)))
    expect(said).toEqual(names.map(() => expect.stringContaining('fully qualified host name')))
  })
})

const hostname = (name: string) => `
resource "appliance_hostname" "this" {
  hostname = "${name}"
}
`
