import type { EmulatorOptions } from '@webfilter/appliance-emulator'
import { selfSigned } from '../self-signed'
import { startAppliance, type TestAppliance } from './appliance'
import { describeWithEngine, Workspace } from './workspace'

const services: readonly (readonly [string, EmulatorOptions & { readonly secured?: boolean }])[] = [
  ['the older routes alone, over TLS', { generation: 'older', secured: true }],
  ['both generations, where the autonomous list answers', { generation: 'both', list: 'autonomous' }],
]

describeWithEngine.each(services)('a category on an appliance with %s', (_, { secured, ...options }) => {
  let appliance: TestAppliance
  let workspace: Workspace
  const older = options.list !== 'autonomous'
  /** A test of what Terraform and the provider do in the same way whichever route takes the sites. */
  const itOnce: typeof it | (() => void) = older ? () => {} : it

  beforeEach(async () => {
    appliance = secured ? await startSecuredAppliance(options) : await startAppliance(options)
    workspace = await Workspace.open(appliance.environment)
  })

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  const stored = (name: string): readonly string[] => {
    const found = appliance.store.categoryNamed(name)
    return found ? [...appliance.store.sites(found.id)].sort() : []
  }

  const active = (name: string): readonly string[] => {
    const found = appliance.store.categoryNamed(name)
    return found ? [...appliance.store.compiledSites(found.id)].sort() : []
  }

  /** Also beside the autonomous service, which answers before it compiles. */
  const compile = (id: number) => `PUT /categories/quick/${id}`

  /** The appliance skips a compile that finds as many sites as the last one: a name that comes and goes makes the numbers differ. */
  const compileThatIsSure = (id: number) => [
    compile(id),
    expect.stringMatching(`^GET /categories/delete/${id}/[a-z]{16}\\.invalid$`),
    compile(id),
  ]

  /** Compiles before it as well, where only some come or only some go. */
  const compilesOfOneSidedChange = (id: number) => Array(2).fill(compile(id))

  it('is created, changed, reordered without a request, replaced by one of another name, and destroyed', async () => {
    await workspace.applied(category('ads', ['a.example', 'b.example']))
    expect(appliance.writes()).toEqual([
      'PUT /categories/create',
      ...(older ? ['PUT /categories/quick/250'] : ['POST /categories/250/add', 'PUT /categories/quick/250']),
    ])

    await workspace.applied(category('ads', ['b.example', 'c.example', 'd.example']))
    expect(appliance.writes()).toEqual(
      older
        ? ['PUT /categories/quick/250', 'GET /categories/delete/250/a.example', 'PUT /categories/quick/250']
        : [
            'POST /categories/250/add',
            'PUT /categories/quick/250',
            'GET /categories/delete/250/a.example',
            'PUT /categories/quick/250',
          ],
    )
    expect(active('ads')).toEqual(['b.example', 'c.example', 'd.example'])
    await workspace.nothingToDo()

    await workspace.applied(category('ads', ['d.example', 'c.example', 'b.example']))
    expect(appliance.writes()).toEqual([])
    await workspace.nothingToDo()

    await workspace.applied(category('ads', ['d.example', 'c.example', 'b.example'], 'name = "banners"'))
    expect(stored('banners')).toEqual(['b.example', 'c.example', 'd.example'])
    expect(stored('ads')).toEqual([])
    await workspace.nothingToDo()

    await workspace.destroy()
    expect(stored('banners')).toEqual([])
  })

  it('swaps as many sites as it keeps, and the change is active', async () => {
    await workspace.applied(category('ads', ['a.example', 'b.example']))
    await workspace.applied(category('ads', ['a.example', 'c.example']))
    expect(active('ads')).toEqual(['a.example', 'c.example'])
    await workspace.nothingToDo()
  })

  it('is active as declared although somebody had already added a declared site', async () => {
    await workspace.applied(category('ads', ['a.example', 'b.example']))
    appliance.store.addSites(250, ['c.example'])
    await workspace.applied(category('ads', ['a.example', 'c.example', 'd.example']))
    expect(active('ads')).toEqual(['a.example', 'c.example', 'd.example'])
    await workspace.nothingToDo()
  })

  it('is active as declared although others had added as many sites as are removed, or removed as many as are added', async () => {
    await workspace.applied(category('ads', ['a.example', 'b.example']))
    appliance.store.addSites(250, ['theirs.example'])
    await workspace.applied(category('ads', ['a.example']))
    expect(active('ads')).toEqual(['a.example', 'theirs.example'])
    appliance.store.removeSites(250, ['theirs.example'])
    await workspace.applied(category('ads', ['a.example', 'c.example']))
    expect(active('ads')).toEqual(['a.example', 'c.example'])
    await workspace.nothingToDo()
  })

  it('is emptied, and then there is nothing to do', async () => {
    await workspace.applied(category('ads', ['a.example', 'b.example']))
    await workspace.applied(category('ads', []))
    expect(stored('ads')).toEqual([])
    await workspace.nothingToDo()
    await workspace.applied(category('ads', [], 'on_destroy = "keep"'))
    await workspace.nothingToDo()
    await workspace.applied(category('ads', ['c.example'], 'on_destroy = "keep"'))
    expect(active('ads')).toEqual(['c.example'])
    await workspace.nothingToDo()
  })

  itOnce('may change its name and its description together', async () => {
    await workspace.applied(category('ads', ['a.example'], 'description = "one"'))
    await workspace.applied(category('ads', ['a.example'], 'name = "banners"\n  description = "two"'))
    expect(stored('banners')).toEqual(['a.example'])
    await workspace.nothingToDo()
  })

  it('is not compiled if compile is false, but by the next apply that compiles', async () => {
    await workspace.applied(category('ads', ['a.example'], 'compile = false'))
    expect(stored('ads')).toEqual(['a.example'])
    expect(active('ads')).toEqual([])
    await workspace.nothingToDo()
    appliance.writes()
    await workspace.applied(category('ads', ['a.example']))
    expect(appliance.writes()).toEqual(compileThatIsSure(250))
    expect(active('ads')).toEqual(['a.example'])
    await workspace.nothingToDo()
  })

  it('is adopted with its description, and refused with another one if the appliance reports it', async () => {
    appliance.store.create({ name: 'ads', description: "The admin's" })
    await workspace.applied(category('ads', ['a.example'], `description = "The admin's"`))
    await workspace.nothingToDo()

    expect(await workspace.refused(category('ads', ['a.example'], 'description = "Another"'))).toContain(
      '[appliance:category-description-fixed]',
    )
  })

  it('is imported, adopts its declared sites, and only compiles existing ones', async () => {
    appliance.store.create({ name: 'ads', description: 'By hand' })
    appliance.store.addSites(250, ['a.example', 'b.example', 'theirs.example'])
    appliance.store.compile(250)
    await workspace.write(category('ads', ['a.example', 'b.example']))
    await workspace.imported('appliance_category.ads', '250')
    const planned = await workspace.planned()
    expect(planned).toContain('0 to add, 1 to change, 0 to destroy')
    appliance.writes()
    await workspace.applied(category('ads', ['a.example', 'b.example']))
    expect(stored('ads')).toEqual(['a.example', 'b.example', 'theirs.example'])
    const sent = appliance.journal.entries().map(({ body }) => body)
    expect(appliance.writes()).toEqual(compileThatIsSure(250))
    expect(sent.join()).not.toContain('theirs.example')
    await workspace.nothingToDo()
  })

  itOnce(
    'whose number now belongs to another name is planned again, and the other is left alone',
    async () => {
      await workspace.applied(category('ads', ['a.example']))
      appliance.store.replace(250, { name: 'somebody else', description: '' })
      appliance.store.addSites(250, ['theirs.example'])
      expect(await workspace.planned()).toContain('1 to add, 0 to change, 0 to destroy')
      await workspace.applied(category('ads', ['a.example']))
      expect(stored('ads')).toEqual(['a.example'])
      expect(stored('somebody else')).toEqual(['theirs.example'])
    },
  )

  itOnce('keeps its sites if another resource takes its place in one apply, in either order', async () => {
    const each = (key: string) => `
resource "appliance_category" "each" {
  for_each = toset(["${key}"])
  name     = "ads"
  sites    = ["a.example", "b.example"]
}
`
    await workspace.applied(each('one'))
    await workspace.applied(each('two'))
    expect(stored('ads')).toEqual(['a.example', 'b.example'])
    await workspace.nothingToDo()
  })

  itOnce('keeps its sites if its replacement is created before it is destroyed', async () => {
    const kept = category(
      'ads',
      ['a.example', 'b.example'],
      'lifecycle {\n    create_before_destroy = true\n  }',
    )
    await workspace.applied(kept)
    const replaced = await workspace.apply('-replace=appliance_category.ads')
    expect(replaced.output).toContain('1 added, 0 changed, 1 destroyed')
    expect(stored('ads')).toEqual(['a.example', 'b.example'])
    await workspace.nothingToDo()
  })

  itOnce('is not changed by a state that now describes another category', async () => {
    await workspace.applied(category('ads', ['a.example', 'b.example']))
    appliance.store.replace(250, { name: 'somebody else', description: '' })
    appliance.store.addSites(250, ['b.example'])
    appliance.writes()
    await workspace.write(category('ads', ['a.example', 'c.example']))
    const { exitCode, output } = await workspace.apply('-refresh=false')
    expect(exitCode).toBe(1)
    expect(output.replaceAll(/\s+/g, ' ')).toContain('now belongs to category "somebody else"')
    expect(output).toContain('[appliance:category-gone]')
    expect(appliance.writes()).toEqual([])
  })

  itOnce('that two resources declare is an error', async () => {
    const said = await workspace.refused(
      `${category('ads', ['a.example'])}${category('again', ['b.example'], 'name = "ADS"')}`,
    )
    expect(said).toContain('[appliance:declared-twice]')
  })

  describe('a site that another category holds', () => {
    const given = (): void => {
      appliance.store.create({ name: 'other', description: '' })
      appliance.store.addSites(250, ['a.example', 'theirs.example'])
      appliance.store.compile(250)
    }

    itOnce('stays there too by default', async () => {
      given()
      await workspace.applied(category('ads', ['a.example', 'b.example']))
      expect(stored('ads')).toEqual(['a.example', 'b.example'])
      expect(stored('other')).toEqual(['a.example', 'theirs.example'])
    })

    it('is removed there with on_conflict = "move", as the plan says', async () => {
      given()
      const planned = await workspace.planned(
        category('ads', ['a.example', 'b.example'], 'on_conflict = "move"'),
      )
      expect(planned).toContain('[appliance:sites-moved]')
      expect(planned).toContain('a.example is in "other"')
      await workspace.applied(category('ads', ['a.example', 'b.example'], 'on_conflict = "move"'))
      expect(appliance.writes()).toContain('GET /categories/move/250/a.example/251')
      expect([stored('ads'), active('ads')]).toEqual([
        ['a.example', 'b.example'],
        ['a.example', 'b.example'],
      ])
      expect([stored('other'), active('other')]).toEqual([['theirs.example'], ['theirs.example']])
      await workspace.nothingToDo()
    })

    it('is removed from each of two others with on_conflict = "move"', async () => {
      given()
      appliance.store.create({ name: 'third', description: '' })
      appliance.store.addSites(251, ['a.example', 'more.example'])
      appliance.store.compile(251)
      await workspace.applied(category('ads', ['b.example']))
      await workspace.applied(category('ads', ['a.example'], 'on_conflict = "move"'))
      expect([active('ads'), active('other'), active('third')]).toEqual([
        ['a.example'],
        ['theirs.example'],
        ['more.example'],
      ])
      await workspace.nothingToDo()
    })

    it('is refused with on_conflict = "fail", before anything is sent', async () => {
      given()
      const refused = await workspace.failed(
        category('ads', ['a.example', 'b.example'], 'on_conflict = "fail"'),
      )
      expect(refused).toContain('a.example is in "other"')
      expect(refused).toContain('[appliance:sites-in-other-categories]')
      expect(appliance.writes()).toEqual([])
    })
  })

  describe('a site that leaves one category for another in the same apply', () => {
    const given = (): Promise<string> =>
      workspace.applied(
        category('from', ['a.example', 'b.example', 'c.example']),
        category('to', ['d.example']),
      )

    const idOf = (name: string): number => appliance.store.categoryNamed(name)?.id ?? 0

    it('is deleted once it was added, if both changes are under way', async () => {
      await given()
      appliance.writes()
      await workspace.applied(
        category('from', ['b.example', 'c.example']),
        category('to', ['d.example', 'a.example']),
      )
      const writes = appliance.writes()
      expect(writes.filter((request) => request.includes('/move/'))).toEqual([])
      const removal = `GET /categories/delete/${idOf('from')}/a.example`
      const added = writes.findIndex((request) => request.includes(`/${idOf('to')}`))
      expect(added).toBeGreaterThan(-1)
      expect(writes.filter((request) => request.includes('/delete/'))).toEqual([removal])
      expect(writes.indexOf(removal)).toBeGreaterThan(added)
      expect([active('from'), active('to')]).toEqual([
        ['b.example', 'c.example'],
        ['a.example', 'd.example'],
      ])
      await workspace.nothingToDo()
    })

    it('is added before it is deleted if each takes from the other, and both are active', async () => {
      await workspace.applied(
        category('one', ['a.example', 'b.example']),
        category('two', ['c.example', 'd.example']),
      )
      await workspace.applied(
        category('one', ['c.example', 'd.example']),
        category('two', ['a.example', 'b.example']),
      )
      expect([active('one'), active('two')]).toEqual([
        ['c.example', 'd.example'],
        ['a.example', 'b.example'],
      ])
      await workspace.nothingToDo()
    })

    it('is added and then deleted if the gaining category comes first', async () => {
      await given()
      appliance.writes()
      await workspace.applied(
        category('from', ['b.example', 'c.example'], 'depends_on = [appliance_category.to]'),
        category('to', ['d.example', 'a.example']),
      )
      expect(appliance.writes()).toEqual(
        older
          ? [
              ...compilesOfOneSidedChange(idOf('to')),
              compile(idOf('from')),
              `GET /categories/delete/${idOf('from')}/a.example`,
              compile(idOf('from')),
            ]
          : [
              compile(idOf('to')),
              `POST /categories/${idOf('to')}/add`,
              compile(idOf('to')),
              compile(idOf('from')),
              `GET /categories/delete/${idOf('from')}/a.example`,
              compile(idOf('from')),
            ],
      )
      expect([active('from'), active('to')]).toEqual([
        ['b.example', 'c.example'],
        ['a.example', 'd.example'],
      ])
      await workspace.nothingToDo()
    })

    it('is deleted and then added if the losing category comes first and alone', async () => {
      await given()
      appliance.writes()
      await workspace.applied(
        category('from', ['b.example', 'c.example']),
        category('to', ['d.example', 'a.example'], 'depends_on = [appliance_category.from]'),
      )
      expect(appliance.writes().filter((request) => request !== compile(idOf('from')))[0]).toBe(
        `GET /categories/delete/${idOf('from')}/a.example`,
      )
      expect([active('from'), active('to')]).toEqual([
        ['b.example', 'c.example'],
        ['a.example', 'd.example'],
      ])
      await workspace.nothingToDo()
    })
  })
})

async function startSecuredAppliance(options: EmulatorOptions): Promise<TestAppliance> {
  const certificate = await selfSigned()
  const appliance = await startAppliance({ ...options, tls: certificate })
  return {
    ...appliance,
    environment: {
      ...appliance.environment,
      APPLIANCE_CA_CERTIFICATE: certificate.cert,
      APPLIANCE_SERVER_NAME: 'localhost',
    },
  }
}

function category(label: string, sites: readonly string[], more = ''): string {
  return `
resource "appliance_category" "${label}" {
  ${more.includes('name =') ? '' : `name = "${label}"`}
  sites = ${JSON.stringify(sites)}
  ${more}
}
`
}
