import { isFull } from '../lanes/extent'
import { category, numbered, Trial } from './trial'
import { describeWithEngine } from './workspace'

let trial: Trial

afterEach(() => trial.close())

/** Terraform starts the provider once for a plan, and twice for an apply or a destroy, which plan first. */
const processes = { plan: 1, apply: 2 } as const

/** How many sites the longest list has. */
const longest = isFull ? 100_000 : 10_000

const fromFile = 'sites_file = "sites.txt"'
const inline = (sites: readonly string[]) => `sites = ${JSON.stringify(sites)}`
const unknownRoute = /^[A-Z]+ \/categories\/(query|create|delete|move|quick)\b/

describeWithEngine('on an appliance with the autonomous service alone', () => {
  it('a category lives from its adoption to its destroy with one probe for each process', async () => {
    trial = await Trial.open({ generation: 'autonomous' })
    trial.byHand('ads', 'theirs.example')
    const eight = numbered(8, 'inline')

    expect(await during('plan', () => trial.planned(category('ads', inline(eight))))).toContain(
      '[appliance:category-adopted]',
    )
    await during('apply', () => trial.applied(category('ads', inline(eight))))
    expectActive(eight)
    await during('plan', () => trial.nothingToDo())

    for (const count of [longest / 10, longest]) {
      const sites = numbered(count, 'file')
      await trial.list('sites.txt', ...sites)
      const { writes } = await during('apply', () =>
        trial.applied(category('ads', fromFile, 'on_remove = "keep"')),
      )
      expect(new Set(writes)).toEqual(new Set(['POST /categories/250/add', 'GET /categories/250/compile']))
      expectActive([...eight, ...sites])
      await during('plan', () => trial.nothingToDo())
    }

    const more = numbered(longest + 10, 'file')
    await trial.list('sites.txt', ...more)
    const { writes } = await during('apply', () => trial.applied(category('ads', fromFile)))
    expect(writes).toEqual(['POST /categories/250/add', 'GET /categories/250/compile'])
    expectActive([...eight, ...more])
    await during('plan', () => trial.nothingToDo())

    const { store } = trial.appliance
    store.removeSites(250, ['theirs.example', ...eight, 'file-5.example'])
    store.compile(250)
    expect(await during('plan', () => trial.planned())).toContain('[appliance:fewer-sites-than-managed]')
    await during('apply', () => trial.applied(category('ads', fromFile)))
    expect(trial.active('ads')).toEqual([...more].sort())
    await during('plan', () => trial.nothingToDo())

    await trial.list('sites.txt', ...more.slice(1))
    expect(await during('plan', () => trial.refused(category('ads', fromFile)))).toContain(
      '[appliance:unsupported-by-appliance]',
    )
    await during('apply', () =>
      trial.applied(category('ads', fromFile, 'on_remove = "keep"', 'on_destroy = "keep"')),
    )
    expect(trial.stored('ads')).toContain('file-1.example')
    await during('plan', () => trial.nothingToDo())

    expect(await during('apply', () => trial.workspace.destroyed())).toContain('its sites stay active')
    expect(trial.active('ads')).toHaveLength(more.length)
  }, 300_000)

  it('twenty categories that were filled in the console are managed with one probe for each process', async () => {
    trial = await Trial.open({ generation: 'autonomous' })
    const names = Array.from({ length: 20 }, (_, index) => `ads${index}`)
    const blocks = names.map((name) => category(name, inline(numbered(40, name))))
    for (const name of names) trial.byHand(name)
    await during('apply', () => trial.applied(...blocks))
    await during('plan', () => trial.nothingToDo())
  })

  it('no older route is called with category_api = "autonomous"', async () => {
    trial = await Trial.open({ generation: 'autonomous' })
    trial.byHand('ads')
    const provider = 'provider "appliance" {\n  category_api = "autonomous"\n}\n'
    trial.appliance.journal.clear()
    await trial.applied(provider, category('ads', inline(numbered(8, 'inline'))))
    await trial.nothingToDo()
    const refused = await trial.refused(provider, category('ads', inline(numbered(7, 'inline'))))
    expect(refused).toContain('[appliance:unsupported-by-appliance]')
    expect(refused).toContain('category_api is "autonomous"')
    const told = await trial.refused(provider, 'data "appliance_site" "one" { domain = "a.example" }')
    expect(told).toContain('[appliance:route-missing]')
    expect(told).toContain('The provider uses no other service because category_api is "autonomous"')
    expect(requests().filter((request) => unknownRoute.test(request))).toEqual([])
  })

  it('a list that fails is reported as a category without a table', async () => {
    trial = await Trial.open({ generation: 'autonomous' })
    trial.byHand('ads')
    trial.appliance.faults.set([
      {
        effect: 'html',
        status: 500,
        error: 'UndefinedTable: relation "x" does not exist',
        path: '/categories/list',
      },
    ])
    const environment = 'provider "appliance" {\n  retries = 0\n}\n'
    const said = await trial.refused(environment, 'data "appliance_categories" "all" {}')
    expect(said).toContain('[appliance:categories-not-listed]')
    expect(said).toContain('UndefinedTable: relation "x" does not exist')
    expect(said).toContain('one category has no table')
  })
})

/** Does something, and expects that no unknown route was asked but the query route, once by each process. */
async function during<T>(run: keyof typeof processes, work: () => Promise<T>): Promise<T> {
  trial.appliance.journal.clear()
  const seen: string[] = []
  const { journal } = trial.appliance
  const { clear } = journal
  journal.clear = () => {
    seen.push(...requests())
    clear.call(journal)
  }
  try {
    const told = await work()
    const probes = [...seen, ...requests()].filter((request) => unknownRoute.test(request))
    expect(probes.filter((request) => !request.startsWith('GET /categories/query/'))).toEqual([])
    expect(probes.length).toBeLessThanOrEqual(processes[run])
    return told
  } finally {
    journal.clear = clear
  }
}

function requests(): readonly string[] {
  return trial.appliance.journal.entries().map(({ method, path }) => `${method} ${path}`)
}

function expectActive(sites: readonly string[]): void {
  expect(trial.active('ads')).toEqual([...sites, 'theirs.example'].sort())
}
