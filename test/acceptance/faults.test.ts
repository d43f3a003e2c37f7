import type { Fault } from '@webfilter/appliance-emulator'
import { startAppliance, type TestAppliance } from './appliance'
import { describeWithEngine, Workspace } from './workspace'

type Service = 'older' | 'autonomous'

interface Case {
  readonly name: string
  readonly faults: readonly Fault[]
  /** What the person reads, in these words. */
  readonly says: readonly string[]
  readonly list?: Service
}

const changes: readonly Case[] = [
  {
    name: 'answers too late',
    faults: [{ operation: 'quick', effect: 'latency', milliseconds: 4000 }],
    says: ['/categories/quick/250', 'after 1 second'],
  },
  {
    name: 'closes the connection before it does anything',
    faults: [{ operation: 'quick', effect: 'drop' }],
    says: ['/categories/quick/250', 'broke'],
  },
  {
    name: 'answers 500',
    faults: [{ operation: 'delete', effect: 'status', status: 500 }],
    says: ['/categories/delete/250/a.example', 'HTTP status 500', 'log of the appliance'],
  },
  {
    name: 'answers 403',
    faults: [{ operation: 'list', effect: 'status', status: 403, text: 'Forbidden' }],
    says: ['/categories/list', 'HTTP status 403', 'token'],
  },
  {
    name: 'answers 503 with a page of HTML',
    faults: [{ operation: 'quick', effect: 'html', status: 503 }],
    says: ['HTTP status 503 and "Service Unavailable"'],
  },
  {
    name: 'answers 500 with a page that holds a traceback',
    faults: [{ operation: 'list', effect: 'html', status: 500, error: 'KeyError: <category_ads>' }],
    says: ['HTTP status 500 and "500 Internal Server Error: KeyError: <category_ads>"', '/categories/list'],
  },
  {
    name: 'answers 200 with a page of HTML',
    faults: [{ operation: 'delete', effect: 'html', status: 200 }],
    says: ['is not JSON: "Please sign in"', '/categories/delete/250/a.example'],
  },
  {
    name: 'breaks off its answer',
    faults: [{ operation: 'list', effect: 'truncate' }],
    says: ['/categories/list', 'not JSON'],
  },
  {
    name: 'compresses its answer with what nobody asked for',
    faults: [{ operation: 'list', effect: 'compressed', coding: 'br' }],
    says: ['/categories/list', 'which is compressed with br'],
  },
  {
    name: 'breaks off its compressed answer',
    faults: [{ operation: 'list', effect: 'compressed', cut: true }],
    says: ['/categories/list', 'which is compressed with gzip and breaks off'],
  },
  {
    name: 'says that it failed',
    faults: [{ operation: 'quick', effect: 'refuse', error: 'DISK_FULL' }],
    says: ['"DISK_FULL"'],
  },
  {
    name: 'cannot compile',
    faults: [{ operation: 'quick', effect: 'compile-fails' }],
    says: ['/categories/quick/250', 'COMPILE_FAILED'],
    list: 'autonomous',
  },
  {
    name: 'has its category service switched off',
    faults: [{ effect: 'disabled' }],
    says: ['"Category service disabled on this server"'],
  },
  {
    name: 'has no place left in its queue',
    faults: [{ operation: 'quick', effect: 'queue-full' }],
    says: ['/categories/quick/250'],
  },
]

describeWithEngine('an appliance that', () => {
  let appliance: TestAppliance
  let workspace: Workspace

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  async function open(list: Service = 'older'): Promise<void> {
    appliance = await startAppliance({ list })
    workspace = await Workspace.open({
      ...appliance.environment,
      APPLIANCE_RETRIES: '1',
      APPLIANCE_TIMEOUT: '1',
    })
    await workspace.write(ads('a.example', 'b.example'))
  }

  const stored = (): readonly string[] => [...appliance.store.sites(250)].sort()
  const active = (): readonly string[] => [...appliance.store.compiledSites(250)].sort()

  /** Applies with the faults gone, and expects that everything is as declared, and nothing else was touched. */
  async function expectConvergence(sites: readonly string[]): Promise<void> {
    appliance.faults.clear()
    await workspace.applied()
    expect(stored()).toEqual([...sites].sort())
    expect(active()).toEqual([...sites].sort())
    await workspace.nothingToDo()
  }

  it.each(changes)(
    '$name makes a creation fail without a state, and a change with a helpful message, and the next apply continues',
    async ({ faults, says, list }) => {
      await open(list)
      appliance.faults.set(
        faults.map((fault) => ({ ...fault, ...(fault.operation === 'delete' && { operation: 'create' }) })),
      )
      await workspace.failed()
      expect(await workspace.state('appliance_category.ads')).toBeUndefined()
      appliance.writes()
      await expectConvergence(['a.example', 'b.example'])
      const deleted = appliance.writes().filter((request) => request.includes('/delete/'))
      expect(deleted.filter((request) => !request.endsWith('.invalid'))).toEqual([])

      appliance.store.addSites(250, ['by-hand.example'])
      await workspace.write(ads('b.example', 'c.example', 'd.example'))
      appliance.faults.set([...faults])
      const said = await workspace.failed()
      for (const words of says) expect(said).toContain(words)
      expect(said).not.toContain('[appliance:provider-bug]')
      expect(said).not.toMatch(/doctype/i)
      await expectConvergence(['b.example', 'c.example', 'd.example', 'by-hand.example'])
    },
  )

  it('cannot compile what a destroy has removed is compiled by the next destroy', async () => {
    await open()
    await workspace.applied()
    const withoutPlaceholders = () => active().filter((site) => !site.endsWith('.invalid'))
    // The first request adds what keeps the category from being empty.
    appliance.faults.set([{ operation: 'quick', effect: 'status', status: 500, skip: 1 }])
    expect((await workspace.destroy()).exitCode).toBe(1)
    expect(stored()).toEqual([])
    expect(withoutPlaceholders()).toEqual(['a.example', 'b.example'])
    expect(await workspace.state('appliance_category.ads')).toMatchObject({ sites: [], compiled: false })
    appliance.faults.clear()
    await workspace.destroyed()
    expect(withoutPlaceholders()).toEqual([])
  })

  it('fails while a list is replaced in place keeps the sites in the state, and on the appliance', async () => {
    await open()
    await workspace.applied()
    appliance.faults.set([{ operation: 'quick', effect: 'status', status: 500 }])
    const replacing = ['-replace=appliance_category.ads', '-refresh=false']
    await workspace.write(ads('b.example', 'c.example'))
    expect((await workspace.apply(...replacing)).exitCode).toBe(1)
    expect(await workspace.state('appliance_category.ads')).toMatchObject({
      sites: ['a.example', 'b.example'],
    })
    expect(stored()).toEqual(['a.example', 'b.example'])
    await expectConvergence(['b.example', 'c.example'])
    await workspace.destroyed()
    expect(stored()).toEqual([])
  })

  it('loses the answer to a creation is not sent a second one', async () => {
    await open()
    appliance.faults.set([{ operation: 'create', effect: 'drop', afterWork: true, times: 1 }])
    await workspace.applied()
    expect(appliance.writes().filter((request) => request === 'PUT /categories/create')).toHaveLength(1)
    expect(appliance.store.categories()).toHaveLength(1)
    await expectConvergence(['a.example', 'b.example'])
  })

  it.each<[string, Fault]>([
    ['breaks off its answers', { effect: 'truncate' }],
    ['answers with a word', { effect: 'status', status: 200, text: 'OK', afterWork: true }],
    ['answers with nothing', { effect: 'status', status: 200, text: '', afterWork: true }],
  ])('%s is believed where the sites are as they should be, with a warning', async (_, fault) => {
    await open()
    await workspace.applied()
    await workspace.write(ads('b.example', 'c.example'))
    appliance.faults.set(['quick', 'delete'].map((operation) => ({ ...fault, operation })))
    const said = await workspace.applied()
    expect(said).toContain('[appliance:category-answer-unreadable]')
    expect(said).toContain('Check in the console of the appliance that the category was compiled.')
    await expectConvergence(['b.example', 'c.example'])
  })

  it.each<[string, Fault]>([
    ['loses one answer', { operation: 'quick', effect: 'drop', afterWork: true, times: 1 }],
    ['drops one connection', { operation: 'delete', effect: 'drop', times: 1 }],
    ['is busy for a moment', { effect: 'queue-full', times: 1 }],
    ['fails once', { operation: 'list', effect: 'status', status: 500, times: 1 }],
  ])('%s gets what it needs without anybody noticing', async (_, fault) => {
    await open()
    await workspace.applied()
    await workspace.write(ads('b.example', 'c.example', 'd.example'))
    appliance.faults.set([fault])
    await workspace.applied()
    await expectConvergence(['b.example', 'c.example', 'd.example'])
  })

  it.each<[string, Fault]>([
    ['closes its connections without announcing it', { effect: 'closed-silently' }],
    ['stands behind a cache', { effect: 'cached' }],
    ['compresses its answers unasked', { effect: 'compressed' }],
  ])('%s gets and shows everything', async (_, fault) => {
    await open()
    appliance.faults.set([fault])
    await workspace.applied()
    await workspace.applied(ads('b.example', 'c.example'))
    await workspace.nothingToDo()
    appliance.store.removeSites(250, ['b.example'])
    expect(await workspace.planned()).toContain('b.example')
    await workspace.applied()
    expect(stored()).toEqual(['b.example', 'c.example'])
    await workspace.destroyed()
    expect(stored()).toEqual([])
  })
})

function ads(...sites: readonly string[]): string {
  return `
resource "appliance_category" "ads" {
  name  = "ads"
  sites = ${JSON.stringify(sites)}
}
`
}
