import { startAppliance, type TestAppliance } from './appliance'
import { describeWithEngine, Workspace } from './workspace'

describeWithEngine('a host name under the real engine', () => {
  let appliance: TestAppliance
  let workspace: Workspace

  beforeEach(async () => {
    appliance = await startAppliance()
    workspace = await Workspace.open(appliance.environment)
    await workspace.write(hostname('proxy.example.org'))
    await workspace.init()
  })

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  it('is set, left alone, changed, and forgotten', async () => {
    expect((await workspace.apply()).exitCode).toBe(0)
    expect(appliance.network.hostname).toBe('proxy.example.org')
    expect((await workspace.plan()).exitCode).toBe(0)
    await workspace.write(hostname('Proxy.Example.org'))
    expect((await workspace.plan()).exitCode).toBe(0)

    await workspace.write(hostname('gate.example.org'))
    expect((await workspace.apply()).output).toContain('0 added, 1 changed, 0 destroyed')
    expect(appliance.network.hostname).toBe('gate.example.org')

    appliance.writes()
    expect((await workspace.destroy()).exitCode).toBe(0)
    expect(appliance.writes()).toEqual([])
    expect(appliance.network.hostname).toBe('gate.example.org')
  })

  it('that was changed by hand is not found, and is set again where that is asked for', async () => {
    await workspace.apply()
    appliance.network.setHostname('by-hand.example.org')
    expect((await workspace.plan()).exitCode).toBe(0)
    await workspace.apply('-replace=appliance_hostname.this')
    expect(appliance.network.hostname).toBe('proxy.example.org')
  })

  it('that the appliance refuses stays what it was', async () => {
    await workspace.apply()
    appliance.faults.set([{ operation: 'hostname', effect: 'refuse', error: 'READ_ONLY' }])
    await workspace.write(hostname('gate.example.org'))
    const { exitCode, output } = await workspace.apply()
    expect(exitCode).toBe(1)
    expect(output).toContain('READ_ONLY')
    expect(await workspace.state('appliance_hostname.this')).toEqual({ hostname: 'proxy.example.org' })

    appliance.faults.clear()
    expect((await workspace.apply()).output).toContain('1 changed')
    expect(appliance.network.hostname).toBe('gate.example.org')
  })

  it('is kept in no state where it could not be set', async () => {
    appliance.faults.set([{ operation: 'hostname', effect: 'status', status: 404 }])
    const { exitCode, output } = await workspace.apply()
    expect(exitCode).toBe(1)
    expect(output).toContain('/system/network/hostname/[hostname]')
    expect(await workspace.state('appliance_hostname.this')).toBeUndefined()
  })

  it.each(['proxy', '192.0.2.1', 'proxy.example.org.', 'pro xy.example.org', '-proxy.example.org', ''])(
    'is refused when it is checked: %j',
    async (name) => {
      await workspace.write(hostname(name))
      const { exitCode, output } = await workspace.validate()
      expect(exitCode).toBe(1)
      expect(output).toContain('fully qualified host name')
    },
  )
})

const hostname = (name: string) => `
resource "appliance_hostname" "this" {
  hostname = "${name}"
}
`
