import { startAppliance, type TestAppliance } from './appliance'
import { describeWithEngine, Workspace } from './workspace'

const blockList = '1270002'
const allowList = '1270009'

describeWithEngine('delisted addresses', () => {
  let appliance: TestAppliance
  let workspace: Workspace

  beforeEach(async () => {
    appliance = await startAppliance()
    appliance.records.add(blockList, listed('192.0.2.25', '192.0.2.99'))
    appliance.records.compile()
    workspace = await Workspace.open({ ...appliance.environment, APPLIANCE_RETRIES: '1' })
    await workspace.write(delisting(['192.0.2.25', '192.0.2.26']))
  })

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  async function expectNothingToDo(): Promise<void> {
    await workspace.nothingToDo()
    expect(appliance.writes()).toEqual([])
  }

  const stored = () => [...appliance.records.records(blockList)].map(({ address }) => address)

  it('are removed if they are listed, and compiled; others stay', async () => {
    await workspace.applied(delisting(['192.0.2.25', '192.0.2.26']))
    expect(appliance.writes()).toEqual([
      `GET /database/delete/${blockList}/192.0.2.25`,
      'GET /database/compile',
    ])
    expect(stored()).toEqual(['192.0.2.99'])
    expect(appliance.records.isInProduction(blockList, '192.0.2.25')).toBe(false)
    await expectNothingToDo()
  })

  it('that are listed again are drift, which the next apply repairs', async () => {
    await workspace.applied(delisting(['192.0.2.25', '192.0.2.26']))
    appliance.records.add(blockList, listed('192.0.2.26'))
    appliance.records.compile()
    const said = await workspace.planned()
    expect(said).toContain('+ "192.0.2.26"')
    expect(said).not.toContain('+ "192.0.2.25"')
    appliance.writes()
    await workspace.applied()
    expect(appliance.writes()).toEqual([
      `GET /database/delete/${blockList}/192.0.2.26`,
      'GET /database/compile',
    ])
    expect(appliance.records.isInProduction(blockList, '192.0.2.26')).toBe(false)
    await expectNothingToDo()
  })

  it('follow the configuration; removed ones are only forgotten, and order means nothing', async () => {
    await workspace.applied(delisting(['192.0.2.25', '192.0.2.26']))
    await workspace.write(delisting(['192.0.2.26', '192.0.2.25']))
    appliance.writes()
    await expectNothingToDo()

    await workspace.applied(delisting(['192.0.2.99', '192.0.2.25']))
    expect(appliance.writes()).toEqual([
      `GET /database/delete/${blockList}/192.0.2.99`,
      'GET /database/compile',
    ])
    await expectNothingToDo()

    await workspace.applied(delisting(['192.0.2.25']))
    expect(appliance.writes()).toEqual([])
    await expectNothingToDo()
  })

  it('of another database are another resource', async () => {
    await workspace.applied(delisting(['192.0.2.25']))
    appliance.records.add(allowList, listed('192.0.2.25'))
    expect(await workspace.applied(delisting(['192.0.2.25'], allowList))).toContain(
      '1 added, 0 changed, 1 destroyed',
    )
    expect([...appliance.records.records(allowList)]).toEqual([])
  })

  it('are forgotten by a destroy, which sends nothing', async () => {
    await workspace.applied(delisting(['192.0.2.25']))
    appliance.writes()
    await workspace.destroyed()
    expect(appliance.writes()).toEqual([])
  })

  it('share compiles if several resources remove some at once', async () => {
    const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5']
    appliance.records.add(allowList, listed(...addresses))
    appliance.records.compile()
    appliance.faults.set([{ operation: 'compile-databases', effect: 'latency', milliseconds: 500 }])
    await workspace.applied(
      addresses.map((address, n) => delisting([address], allowList, `this_${n}`)).join('\n'),
    )
    const compiles = appliance.writes().filter((request) => request === 'GET /database/compile')
    expect(compiles.length).toBeLessThan(addresses.length)
    for (const address of addresses) expect(appliance.records.isInProduction(allowList, address)).toBe(false)
    await expectNothingToDo()
  })

  it('in great number are sent in requests that no server finds too long', async () => {
    appliance.records.generate(blockList, 1000)
    const addresses = Array.from({ length: 1000 }, (_, n) => `10.0.${n >> 8}.${n & 255}`)
    await workspace.applied(delisting(addresses))
    expect(stored()).toEqual(['192.0.2.25', '192.0.2.99'])
    for (const { path } of appliance.journal.entries()) expect(path.length).toBeLessThan(1900)
  })

  it('leave no state if they could not be compiled, and are compiled by the next apply', async () => {
    appliance.faults.set([{ operation: 'compile-databases', effect: 'compile-fails' }])
    expect(await workspace.failed()).toContain('COMPILE_FAILED')
    expect(await workspace.state('appliance_rbl_delisting.this')).toBeUndefined()
    expect(appliance.records.isInProduction(blockList, '192.0.2.25')).toBe(true)
    appliance.faults.clear()
    await workspace.applied()
    expect(appliance.records.isInProduction(blockList, '192.0.2.25')).toBe(false)
  })

  it('that an update could not compile are compiled by the next apply', async () => {
    await workspace.applied(delisting(['192.0.2.25']))
    appliance.faults.set([{ operation: 'compile-databases', effect: 'compile-fails' }])
    await workspace.failed(delisting(['192.0.2.25', '192.0.2.99']))
    expect(await workspace.state('appliance_rbl_delisting.this')).toMatchObject({ compiled: false })
    appliance.faults.clear()
    appliance.writes()
    await workspace.planned()
    await workspace.applied()
    expect(appliance.writes()).toEqual(['GET /database/compile'])
    expect(appliance.records.isInProduction(blockList, '192.0.2.99')).toBe(false)
    await expectNothingToDo()
  })

  it('that an update could not remove are tried again', async () => {
    await workspace.applied(delisting(['192.0.2.25']))
    appliance.faults.set([{ operation: 'delete-records', effect: 'refuse', error: 'DISK_FULL' }])
    expect(await workspace.failed(delisting(['192.0.2.25', '192.0.2.99']))).toContain('DISK_FULL')
    expect(await workspace.state('appliance_rbl_delisting.this')).toMatchObject({ addresses: ['192.0.2.25'] })
    appliance.faults.clear()
    await workspace.applied()
    expect(stored()).toEqual([])
    appliance.writes()
    await expectNothingToDo()
  })

  it('of a database that does not exist are refused in the words of the appliance, with the existing ones', async () => {
    const said = await workspace.failed(delisting(['192.0.2.25'], '1270077'))
    expect(said).toContain('INVALID_ID')
    expect(said).toContain(`Use an existing database, such as ${blockList}`)
    expect(said).toContain('[appliance:not-found]')
  })

  it('are refused at validation with values that they cannot have', async () => {
    const cases: readonly (readonly [string, string, string])[] = [
      ['a name', delisting(['mail.example.org']), 'Must be an IPv4 address'],
      ['an IPv6 address', delisting(['2001:db8::1']), 'Must be an IPv4 address'],
      ['leading zeros', delisting(['192.0.02.1']), 'Must be an IPv4 address'],
      ['an address twice', delisting(['192.0.2.1', '192.0.2.1']), '[appliance:listed-twice]'],
      ['a name of a database', delisting(['192.0.2.1'], 'block'), 'Must contain only digits'],
    ]
    const said = await workspace.invalidEach(cases.map(([, configuration]) => configuration))
    expect(said).toEqual(cases.map(([, , says]) => expect.stringContaining(says)))
  })

  it('that turn out to be the same at apply are refused before anything is sent', async () => {
    const said = await workspace.failed(`
resource "terraform_data" "address" {
  input = "192.0.2.25"
}
resource "appliance_rbl_delisting" "this" {
  database  = "${blockList}"
  addresses = ["192.0.2.25", terraform_data.address.output]
}
`)
    expect(said).toContain('The address 192.0.2.25 is listed twice')
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

describeWithEngine('delisted addresses of an appliance that answers in words', () => {
  it.each(['sentences', 'negations', 'reasons', 'counts'] as const)(
    'are removed, kept delisted, and found again by each address alone: %s',
    async (recordAnswers) => {
      const appliance = await startAppliance({ recordAnswers })
      const workspace = await Workspace.open({ ...appliance.environment, APPLIANCE_RETRIES: '1' })
      try {
        // As RFC 5782 wants it, which is what shows how a listed address reads.
        appliance.records.add(blockList, listed('127.0.0.2', '192.0.2.25'))
        appliance.records.compile()
        await workspace.applied(delisting(['192.0.2.25', '192.0.2.26']))
        const stored = () => [...appliance.records.records(blockList)].map(({ address }) => address)
        expect(stored()).toEqual(['127.0.0.2'])
        await workspace.nothingToDo()
        appliance.records.add(blockList, listed('192.0.2.26'))
        appliance.records.compile()
        expect(await workspace.planned()).toContain('+ "192.0.2.26"')
        await workspace.applied()
        expect(stored()).toEqual(['127.0.0.2'])
        await workspace.nothingToDo()
      } finally {
        await workspace.close()
        await appliance.close()
      }
    },
  )
})

describeWithEngine('delisted addresses of a database that lists 127.0.0.2 as little as 127.0.0.1', () => {
  let appliance: TestAppliance
  let workspace: Workspace
  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  async function setUp(recordAnswers: RecordAnswers, ...addresses: readonly string[]): Promise<void> {
    appliance = await startAppliance({ recordAnswers })
    workspace = await Workspace.open({ ...appliance.environment, APPLIANCE_RETRIES: '1' })
    appliance.records.add(blockList, listed(...addresses))
    appliance.records.compile()
  }

  it('stay understood after they were removed, in plans, new addresses and a destroy', async () => {
    await setUp('collection-or-refusal', '192.0.2.25', '203.0.113.9')
    await workspace.applied(delisting(['192.0.2.25']))
    await workspace.nothingToDo()
    await workspace.applied(delisting(['192.0.2.25', '192.0.2.26']))
    await workspace.nothingToDo()
    appliance.records.add(blockList, listed('192.0.2.26'))
    await workspace.applied()
    await workspace.nothingToDo()
    appliance.faults.set([{ operation: 'query-records', effect: 'refuse', error: 'DATABASE_BUSY' }])
    expect(await workspace.refused()).toContain('[appliance:record-answer-unclear]')
    appliance.faults.clear()
    await workspace.destroyed()
  })

  it('are refused in the first plan if none of them is listed, with the way out of a state', async () => {
    await setUp('collection-or-refusal', '203.0.113.9')
    const said = await workspace.refused(delisting(['192.0.2.25']))
    expect(said).toContain('[appliance:record-answer-unclear]')
    expect(said).toContain('terraform state rm')
    expect(said).not.toContain('Add 127.0.0.2')
  })

  it('are refused in the first plan if the answers are about others', async () => {
    await setUp('reversed', '192.0.2.25')
    expect(await workspace.refused(delisting(['192.0.2.25']))).toContain('"25.2.0.192" was not asked for')
  })

  it('are refused in the first plan if only a network is listed that contains one', async () => {
    await setUp('networks', '192.0.2.25')
    const said = await workspace.refused(delisting(['192.0.2.25']))
    expect(said).toContain('The database lists the network 192.0.2.0/24, which contains 192.0.2.25')
    expect(said).toContain('[appliance:record-network-listed]')
  })

  it('are not said to be removed while they are still listed', async () => {
    await setUp('collection', '192.0.2.25')
    await workspace.write(delisting(['192.0.2.25']))
    appliance.faults.set([{ operation: 'delete-records', effect: 'pretend' }])
    expect(await workspace.failed()).toContain('[appliance:record-still-listed]')
    appliance.faults.clear()
    await workspace.applied()
    appliance.records.add(blockList, listed('192.0.2.26'))
    appliance.faults.set([{ operation: 'delete-records', effect: 'pretend' }])
    expect(await workspace.failed(delisting(['192.0.2.25', '192.0.2.26']))).toContain(
      'still lists 192.0.2.26',
    )
    expect(await workspace.state('appliance_rbl_delisting.this')).toMatchObject({ addresses: ['192.0.2.25'] })
    appliance.faults.clear()
    await workspace.applied()
    await workspace.nothingToDo()
  })

  it('are planned with a warning if the database cannot be asked', async () => {
    await setUp('collection', '192.0.2.25')
    await workspace.write(delisting(['192.0.2.25']))
    appliance.faults.set([{ operation: 'query-records', effect: 'status', status: 503 }])
    expect(await workspace.planned()).toContain('[appliance:not-checked]')
  })
})

type RecordAnswers = NonNullable<NonNullable<Parameters<typeof startAppliance>[0]>['recordAnswers']>
