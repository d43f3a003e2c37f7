import { startAppliance, type TestAppliance } from './appliance'
import { words } from './words'
import { describeWithEngine, Workspace } from './workspace'

const blockList = '1270002'
const allowList = '1270009'

describeWithEngine('delisted addresses under the real engine', () => {
  let appliance: TestAppliance
  let workspace: Workspace

  beforeEach(async () => {
    appliance = await startAppliance()
    appliance.records.add(blockList, listed('192.0.2.25', '192.0.2.99'))
    appliance.records.compile()
    workspace = await Workspace.open({ ...appliance.environment, APPLIANCE_RETRIES: '1' })
    await workspace.write(delisting(['192.0.2.25', '192.0.2.26']))
    await workspace.init()
  })

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  async function applied(configuration: string): Promise<string> {
    await workspace.write(configuration)
    const { exitCode, output } = await workspace.apply()
    if (exitCode !== 0) throw new Error(output)
    return words(output)
  }

  async function expectNothingToDo(): Promise<void> {
    const { exitCode, output } = await workspace.plan()
    if (exitCode !== 0) throw new Error(output)
    expect(appliance.writes()).toEqual([])
  }

  const stored = () => [...appliance.records.records(blockList)].map(({ address }) => address)

  it('are taken out where they are listed, and compiled; others stay', async () => {
    await applied(delisting(['192.0.2.25', '192.0.2.26']))
    expect(appliance.writes()).toEqual([
      `GET /database/delete/${blockList}/192.0.2.25`,
      'GET /database/compile',
    ])
    expect(stored()).toEqual(['192.0.2.99'])
    expect(appliance.records.isInProduction(blockList, '192.0.2.25')).toBe(false)
    await expectNothingToDo()
  })

  it('that are listed again are drift, which the next apply repairs', async () => {
    await applied(delisting(['192.0.2.25', '192.0.2.26']))
    appliance.records.add(blockList, listed('192.0.2.26'))
    appliance.records.compile()
    const { exitCode, output } = await workspace.plan()
    expect(exitCode).toBe(2)
    expect(output).toContain('+ "192.0.2.26"')
    expect(output).not.toContain('+ "192.0.2.25"')
    appliance.writes()
    await workspace.apply()
    expect(appliance.writes()).toEqual([
      `GET /database/delete/${blockList}/192.0.2.26`,
      'GET /database/compile',
    ])
    expect(appliance.records.isInProduction(blockList, '192.0.2.26')).toBe(false)
    await expectNothingToDo()
  })

  it('come and go with the configuration; those that go are only forgotten, and order means nothing', async () => {
    await applied(delisting(['192.0.2.25', '192.0.2.26']))
    await workspace.write(delisting(['192.0.2.26', '192.0.2.25']))
    appliance.writes()
    await expectNothingToDo()

    await applied(delisting(['192.0.2.99', '192.0.2.25']))
    expect(appliance.writes()).toEqual([
      `GET /database/delete/${blockList}/192.0.2.99`,
      'GET /database/compile',
    ])
    await expectNothingToDo()

    await applied(delisting(['192.0.2.25']))
    expect(appliance.writes()).toEqual([])
    await expectNothingToDo()
  })

  it('of another database are another resource', async () => {
    await applied(delisting(['192.0.2.25']))
    appliance.records.add(allowList, listed('192.0.2.25'))
    const output = await applied(delisting(['192.0.2.25'], allowList))
    expect(output).toContain('1 added, 0 changed, 1 destroyed')
    expect([...appliance.records.records(allowList)]).toEqual([])
    await workspace.plan()
  })

  it('are forgotten by a destroy, which sends nothing', async () => {
    await applied(delisting(['192.0.2.25']))
    appliance.writes()
    expect((await workspace.destroy()).exitCode).toBe(0)
    expect(appliance.writes()).toEqual([])
  })

  it('share compiles where several resources take some out at once', async () => {
    const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5']
    appliance.records.add(allowList, listed(...addresses))
    appliance.records.compile()
    appliance.faults.set([{ operation: 'compile-databases', effect: 'latency', milliseconds: 500 }])
    await applied(addresses.map((address, n) => delisting([address], allowList, `this_${n}`)).join('\n'))
    const compiles = appliance.writes().filter((request) => request === 'GET /database/compile')
    expect(compiles.length).toBeLessThan(addresses.length)
    for (const address of addresses) expect(appliance.records.isInProduction(allowList, address)).toBe(false)
    await expectNothingToDo()
  })

  it('in numbers go in requests that no server finds too long', async () => {
    appliance.records.generate(blockList, 1000)
    const addresses = Array.from({ length: 1000 }, (_, n) => `10.0.${n >> 8}.${n & 255}`)
    await applied(delisting(addresses))
    expect(stored()).toEqual(['192.0.2.25', '192.0.2.99'])
    for (const { path } of appliance.journal.entries()) expect(path.length).toBeLessThan(1900)
  })

  it('are kept in no state where they could not be compiled, and compiled by the next apply', async () => {
    appliance.faults.set([{ operation: 'compile-databases', effect: 'compile-fails' }])
    const { exitCode, output } = await workspace.apply()
    expect(exitCode).toBe(1)
    expect(output).toContain('COMPILE_FAILED')
    expect(await workspace.state('appliance_rbl_delisting.this')).toBeUndefined()
    expect(appliance.records.isInProduction(blockList, '192.0.2.25')).toBe(true)
    appliance.faults.clear()
    await workspace.apply()
    expect(appliance.records.isInProduction(blockList, '192.0.2.25')).toBe(false)
  })

  it('that an update could not compile are compiled by the next apply', async () => {
    await applied(delisting(['192.0.2.25']))
    appliance.faults.set([{ operation: 'compile-databases', effect: 'compile-fails' }])
    await workspace.write(delisting(['192.0.2.25', '192.0.2.99']))
    expect((await workspace.apply()).exitCode).toBe(1)
    expect(await workspace.state('appliance_rbl_delisting.this')).toMatchObject({ compiled: false })
    appliance.faults.clear()
    appliance.writes()
    expect((await workspace.plan()).exitCode).toBe(2)
    await workspace.apply()
    expect(appliance.writes()).toEqual(['GET /database/compile'])
    expect(appliance.records.isInProduction(blockList, '192.0.2.99')).toBe(false)
    await expectNothingToDo()
  })

  it('that an update could not take out are tried again', async () => {
    await applied(delisting(['192.0.2.25']))
    appliance.faults.set([{ operation: 'delete-records', effect: 'refuse', error: 'DISK_FULL' }])
    await workspace.write(delisting(['192.0.2.25', '192.0.2.99']))
    const { exitCode, output } = await workspace.apply()
    expect(exitCode).toBe(1)
    expect(output).toContain('DISK_FULL')
    expect(await workspace.state('appliance_rbl_delisting.this')).toMatchObject({ addresses: ['192.0.2.25'] })
    appliance.faults.clear()
    expect((await workspace.apply()).exitCode).toBe(0)
    expect(stored()).toEqual([])
    appliance.writes()
    await expectNothingToDo()
  })

  it('of a database that does not exist are refused in the words of the appliance, with those there are', async () => {
    await workspace.write(delisting(['192.0.2.25'], '1270077'))
    const { exitCode, output } = await workspace.apply()
    expect(exitCode).toBe(1)
    expect(output).toContain('INVALID_ID')
    expect(words(output)).toContain(`Take one of those it has, ${blockList}`)
  })

  it.each([
    ['a name', delisting(['mail.example.org']), 'Must be an IPv4 address'],
    ['an IPv6 address', delisting(['2001:db8::1']), 'Must be an IPv4 address'],
    ['leading zeros', delisting(['192.0.02.1']), 'Must be an IPv4 address'],
    ['an address twice', delisting(['192.0.2.1', '192.0.2.1']), 'The address 192.0.2.1 is named twice'],
    ['a name of a database', delisting(['192.0.2.1'], 'block'), 'Must be digits only'],
  ])('are refused when they are checked, with %s', async (_, configuration, says) => {
    await workspace.write(configuration)
    const { exitCode, output } = await workspace.validate()
    expect(exitCode).toBe(1)
    expect(words(output)).toContain(says)
  })

  it('that turn out to be the same at apply are refused before anything is sent', async () => {
    await workspace.write(`
resource "terraform_data" "address" {
  input = "192.0.2.25"
}
resource "appliance_rbl_delisting" "this" {
  database  = "${blockList}"
  addresses = ["192.0.2.25", terraform_data.address.output]
}
`)
    const { exitCode, output } = await workspace.apply()
    expect(exitCode).toBe(1)
    expect(words(output)).toContain('The address 192.0.2.25 is named twice')
    expect(appliance.writes()).toEqual([])
  })
})

const listed = (...addresses: readonly string[]) => addresses.map((address) => ({ address }))

function delisting(addresses: readonly string[], database = blockList, name = 'this'): string {
  return `
resource "appliance_rbl_delisting" "${name}" {
  database  = "${database}"
  addresses = ${JSON.stringify(addresses)}
}
`
}
