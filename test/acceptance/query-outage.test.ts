import type { Fault } from '@webfilter/appliance-emulator'
import { startAppliance, type TestAppliance } from './appliance'
import { words } from './words'
import { describeWithEngine, Workspace } from './workspace'

const count = 3000

/** Of everything only the query route fails, after it has found some sites. */
const outage: Fault = { operation: 'query', effect: 'status', status: 400, skip: 20 }

describeWithEngine('an outage of the query route alone, which begins during a refresh', () => {
  let appliance: TestAppliance
  let workspace: Workspace

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  it.each(['older', 'autonomous'] as const)('leaves the state as it is, beside the %s list', async (list) => {
    appliance = await startAppliance({ list })
    workspace = await Workspace.open(appliance.environment)
    await workspace.writeFile(
      'sites.txt',
      Array.from({ length: count }, (_, n) => `site-${n}.example\n`).join(''),
    )
    await workspace.applied(
      'resource "appliance_category" "ads" {\n  name = "ads"\n  sites_file = "sites.txt"\n}',
    )
    const before = await workspace.state('appliance_category.ads')

    appliance.faults.set([outage])
    const refreshed = await workspace.apply('-refresh-only')
    expect(refreshed.exitCode).toBe(1)
    const said = words(refreshed.output)
    expect(said).toContain('[appliance:absence-unproven]')
    expect(said).toContain('no longer returns what it returned earlier in this run either')
    expect(said).not.toContain('[appliance:sites-missing]')
    expect(await workspace.state('appliance_category.ads')).toEqual(before)

    appliance.faults.clear()
    await workspace.nothingToDo()
  })
})
