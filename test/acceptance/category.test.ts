import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startAppliance, type TestAppliance } from './appliance'
import { describeWithEngine, Workspace } from './workspace'

describeWithEngine('a category', () => {
  let appliance: TestAppliance
  let workspace: Workspace

  beforeEach(async () => {
    appliance = await startAppliance()
    workspace = await Workspace.open(appliance.environment)
    await workspace.write(ads(['doubleclick.net', 'ads.example']))
  })

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  const sitesOf = (name: string): readonly string[] => {
    const category = appliance.store.categoryNamed(name)
    return category ? [...appliance.store.sites(category.id)].sort() : []
  }

  const activeSitesOf = (name: string): readonly string[] => {
    const category = appliance.store.categoryNamed(name)
    return category ? [...appliance.store.compiledSites(category.id)].sort() : []
  }

  it('is created with its sites, compiled, and then there is nothing to do', async () => {
    const planned = await workspace.planned()
    expect(planned).toContain('1 to add')

    const applied = await workspace.applied()
    expect(applied).toContain('1 added')
    expect(sitesOf('ads')).toEqual(['ads.example', 'doubleclick.net'])
    expect(appliance.writes()).toEqual(['PUT /categories/create', 'PUT /categories/quick/250'])
    expect([...appliance.store.compiledSites(250)].sort()).toEqual(['ads.example', 'doubleclick.net'])
    expect(await workspace.state('appliance_category.ads')).toMatchObject({
      id: '250',
      compiled: true,
    })

    await workspace.nothingToDo()
    expect(appliance.writes()).toEqual([])
  })

  it('shows what was changed in the console, and repairs it', async () => {
    await workspace.applied()
    appliance.store.removeSites(250, ['doubleclick.net'])
    appliance.store.addSites(250, ['added-by-hand.example'])

    const planned = await workspace.planned()
    expect(planned).toContain('+ "doubleclick.net"')
    expect(planned).not.toContain('added-by-hand')

    appliance.writes()
    await workspace.applied()
    expect(sitesOf('ads')).toEqual(['added-by-hand.example', 'ads.example', 'doubleclick.net'])
    // Sites that are missing may have been taken out without a compile, so what is there is compiled first.
    expect(appliance.writes()).toEqual(['PUT /categories/quick/250', 'PUT /categories/quick/250'])
    await workspace.nothingToDo()
  })

  it('is planned again after it was deleted in the console', async () => {
    await workspace.applied()
    appliance.store.remove(250)
    expect(await workspace.planned()).toContain('1 to add')
    await workspace.applied()
    expect(sitesOf('ads')).toEqual(['ads.example', 'doubleclick.net'])
  })

  it('sends additions and removals only for what differs', async () => {
    await workspace.applied()
    appliance.writes()
    const applied = await workspace.applied(ads(['ads.example', 'new-1.example', 'new-2.example']))
    expect(applied).toContain('1 changed')
    expect(sitesOf('ads')).toEqual(['ads.example', 'new-1.example', 'new-2.example'])
    expect(appliance.writes()).toEqual([
      'PUT /categories/quick/250',
      'GET /categories/delete/250/doubleclick.net',
      'PUT /categories/quick/250',
    ])
    expect([...appliance.store.compiledSites(250)]).toEqual([...appliance.store.sites(250)])
    await workspace.nothingToDo()
  })

  it('sends nothing when only the order or the spelling changes', async () => {
    await workspace.applied()
    appliance.writes()
    await workspace.nothingToDo(ads(['DoubleClick.NET.', 'www.ads.example']))
    await workspace.applied(ads(['ads.example', 'doubleclick.net']))
    expect(appliance.writes()).toEqual([])
    await workspace.nothingToDo()
  })

  it('accepts values that are known only after apply', async () => {
    const planned = await workspace.planned(`
resource "terraform_data" "site" {
  input = "late.example"
}
${ads(['ads.example'], `"pre-\${terraform_data.site.output}", terraform_data.site.output`)}
`)
    expect(planned).toContain('(known after apply)')
    await workspace.applied()
    expect(sitesOf('ads')).toEqual(['ads.example', 'late.example', 'pre-late.example'])
    await workspace.nothingToDo()
  })

  it('refuses two spellings of one site that meet only at apply, before anything is sent', async () => {
    const applied = await workspace.failed(`
resource "terraform_data" "site" {
  input = "WWW.ads.example"
}
${ads(['ads.example'], 'terraform_data.site.output')}
`)
    expect(applied).toMatch(/"ads.example" and "WWW.ads.example" are the same site/)
    expect(appliance.writes()).toEqual([])
  })

  it('is created many times with for_each', async () => {
    await workspace.write(`
resource "appliance_category" "each" {
  for_each = { news = ["news.example"], games = ["games.example", "play.example"] }
  name     = each.key
  sites    = each.value
}
`)
    expect(await workspace.applied()).toContain('2 added')
    expect(sitesOf('news')).toEqual(['news.example'])
    expect(sitesOf('games')).toEqual(['games.example', 'play.example'])
    await workspace.nothingToDo()
  })

  it.each(['250', 'Ads'])(
    'is imported by %s, and then takes over the sites that are declared',
    async (id) => {
      appliance.store.create({ name: 'Ads', description: 'By hand' })
      appliance.store.addSites(250, ['doubleclick.net', 'other.example'])
      await workspace.write(ads(['doubleclick.net', 'ads.example'], '', 'Ads'))
      await workspace.imported('appliance_category.ads', id)
      expect(await workspace.planned()).toContain('0 to add, 1 to change, 0 to destroy')
      await workspace.applied()
      expect(sitesOf('Ads')).toEqual(['ads.example', 'doubleclick.net', 'other.example'])
      await workspace.nothingToDo()
    },
  )

  it('is not imported by an id that is the number of one category and the name of another', async () => {
    const names = ['Ads', '250', '253', '252', '254']
    for (const name of names) appliance.store.create({ name })
    const refused = async (id: string) => await workspace.notImported('appliance_category.ads', id)
    const said = await refused('250')
    expect(said).toContain('[appliance:category-ambiguous]')
    expect(said).toContain('number of category "Ads"')
    expect(said).toContain('the name of category number 251')
    expect(said).toContain('ID "Ads"')
    expect(said).toContain('ID "251"')
    expect(await refused('250?on_destroy=keep')).toContain('[appliance:category-ambiguous]')
    expect(await refused('252')).toContain('identity = { name = "253", id = "252" }')
    for (const [id, name] of [
      ['Ads', 'Ads'],
      ['251', '250'],
      ['254', '254'],
    ] as const) {
      await workspace.write(ads([], '', name))
      await workspace.imported('appliance_category.ads', id)
      expect(await workspace.state('appliance_category.ads')).toMatchObject({ name })
      await workspace.run('state', 'rm', 'appliance_category.ads')
    }
  })

  it('that does not exist cannot be imported, and the error says how to find existing ones', async () => {
    const said = await workspace.notImported('appliance_category.ads', 'nowhere')
    expect(said).toContain('no category "nowhere"')
    expect(said).toContain('[appliance:not-found]')
    expect(said).toContain('appliance_categories')
  })

  it('is adopted if its name exists, with a warning in the plan', async () => {
    appliance.store.create({ name: 'ads', description: '' })
    appliance.store.addSites(250, ['by-hand.example'])
    expect(await workspace.planned()).toContain('[appliance:category-adopted]')
    await workspace.applied()
    expect(sitesOf('ads')).toEqual(['ads.example', 'by-hand.example', 'doubleclick.net'])
    // Nobody knows whether others have left as many sites uncompiled as come, so the number is made to differ.
    expect(appliance.writes()).toEqual([
      'PUT /categories/quick/250',
      expect.stringMatching(/^GET \/categories\/delete\/250\/[a-z]{16}\.invalid$/),
      'PUT /categories/quick/250',
    ])
  })

  it('is adopted without its description if the appliance does not report it, with a warning', async () => {
    appliance.store.create({ name: 'ads', description: 'By hand' })
    const declared = ads(['ads.example']).replace(/}\s*$/, '  description = "Ours"\n}\n')
    const planned = await workspace.planned(declared)
    expect(planned).toContain('can neither return nor change the description of category "ads"')
    expect(planned).toContain('[appliance:category-description-not-compared]')
  })

  it('whose compile was skipped is compiled when this is requested, even if the number of sites is unchanged', async () => {
    await workspace.applied(ads(['ads.example', 'doubleclick.net']))
    const later = ads(['ads.example', 'other.example']).replace(/}\s*$/, '  compile = false\n}\n')
    await workspace.applied(later)
    expect(activeSitesOf('ads')).toEqual(['ads.example', 'doubleclick.net'])
    await workspace.applied(ads(['ads.example', 'other.example']))
    expect(activeSitesOf('ads')).toEqual(['ads.example', 'other.example'])
    await workspace.nothingToDo(ads(['ads.example', 'other.example']))
  })

  it('whose last site is removed is compiled with a placeholder name, which the warning names', async () => {
    await workspace.applied(ads(['ads.example']))
    const emptied = await workspace.applied(ads([]))
    expect(sitesOf('ads')).toEqual([])
    const [harmless, ...others] = activeSitesOf('ads')
    expect(harmless).toMatch(/^[a-z]{16}\.invalid$/)
    expect(others).toEqual([])
    expect(emptied).toContain(`The placeholder name ${harmless} was removed from category "ads"`)
    expect(emptied).toContain('[appliance:harmless-names-left]')
    await workspace.nothingToDo(ads([]))

    // As many come as were there at the last compile, which the older routes would skip.
    await workspace.applied(ads(['other.example']))
    expect(activeSitesOf('ads')).toEqual(['other.example'])
    await workspace.destroyed()
    expect(activeSitesOf('ads')).toEqual([expect.stringMatching(/\.invalid$/)])
  })

  it('is planned while the appliance does not answer, and the plan says what was not checked', async () => {
    appliance.faults.set([{ operation: 'list', effect: 'drop' }])
    const said = await workspace.planned()
    expect(said).toContain('Could not check whether category "ads" exists')
    expect(said).toContain('[appliance:not-checked]')
    await appliance.close()
    expect(
      await workspace.planned(
        'resource "appliance_category_sites" "desk" {\n  category_id = "250"\n  name = "desk"\n  sites = ["a.example"]\n}',
      ),
    ).toContain('[appliance:not-checked]')
  })

  it('is not planned while the appliance does not answer, if on_unreachable says so', async () => {
    await appliance.close()
    const strict = await Workspace.open({ ...appliance.environment, APPLIANCE_ON_UNREACHABLE: 'fail' })
    try {
      const list =
        'resource "appliance_category_sites" "desk" {\n  category_id = "250"\n  name = "desk"\n  sites = ["a.example"]\n}\n'
      const said = await strict.refused(ads(['a.example']), list)
      expect(said.match(/\[appliance:check-not-possible\]/g)).toHaveLength(2)
      expect(said).toContain('Could not check whether category "ads" exists: ')
      expect(said).toContain('Could not check whether category number 250 exists: ')
      expect(said).toContain('To continue without the check, set on_unreachable = "warn"')
    } finally {
      await strict.close()
    }
  })

  it('leaves sites where they are with on_remove = "keep", and counts only those it removed', async () => {
    await workspace.applied()
    appliance.writes()
    await workspace.applied(ads(['ads.example', 'new.example']).replace(/}\s*$/, '  on_remove = "keep"\n}\n'))
    expect(sitesOf('ads')).toEqual(['ads.example', 'doubleclick.net', 'new.example'])
    expect(appliance.writes().join()).not.toContain('delete')
    expect(await workspace.state('appliance_category.ads')).toMatchObject({
      sites: ['ads.example', 'new.example'],
    })
    await workspace.nothingToDo()
  })

  it('takes with on_conflict = "fail" what another category gives up, however long that takes to plan', async () => {
    const games = Array.from({ length: 40 }, (_, index) => `game-${index}.example`)
    const declared = (sitesOfGames: readonly string[], sitesOfAds: readonly string[]) => `
provider "appliance" {
  max_concurrent_requests = 1
}
resource "appliance_category" "games" {
  name  = "games"
  sites = ${JSON.stringify(sitesOfGames)}
}
resource "appliance_category" "ads" {
  name        = "ads"
  sites       = ${JSON.stringify(sitesOfAds)}
  on_conflict = "fail"
}
`
    await workspace.applied(declared(games, ['ads.example']))
    appliance.faults.set([{ operation: 'query', effect: 'latency', milliseconds: 50 }])
    const [moving = '', ...left] = games
    await workspace.applied(declared(left, ['ads.example', moving]))
    expect(sitesOf('ads')).toEqual(['ads.example', moving])
    expect(sitesOf('games')).not.toContain(moving)

    const refused = await workspace.failed(
      declared([...left, 'new.example'], ['ads.example', moving, 'game-1.example']),
    )
    expect(refused).toContain('game-1.example is in "games"')
  })

  it('leaves the sites of others when it is destroyed, and says that the category itself stays', async () => {
    await workspace.applied()
    appliance.store.addSites(250, ['by-hand.example'])
    const destroyed = await workspace.destroyed()
    expect(destroyed).toContain('Its 2 managed sites will be removed unless another resource declares them.')
    expect(destroyed).toContain('[appliance:stays]')
    expect(sitesOf('ads')).toEqual(['by-hand.example'])
  })

  it('reports what is wrong with sites before anything is planned, each at its place', async () => {
    const said = await workspace.invalid(ads(['https://ads.example/banner', 'one.example', 'ONE.example.']))
    expect(said).toContain('begins with the scheme https://')
    expect(said).toContain('"one.example" and "ONE.example." are the same site')
    expect(await workspace.invalid(ads(['ads.example'], 'null'))).toContain('sites[1] is null.')
  })

  it('reports a file that does not exist', async () => {
    expect(
      await workspace.invalid('resource "appliance_category" "ads" {\n  name = "ads"\n  sites_file = ""\n}'),
    ).toContain('sites_file: Must not be empty.')
  })

  it('reports a file whose content is given instead of its path, and quotes none of it', async () => {
    await writeFile(join(workspace.folder, 'list.txt'), 'content.example\n'.repeat(100_000))
    const said = await workspace.invalid(
      'resource "appliance_category" "ads" {\n  name = "ads"\n  sites_file = file("list.txt")\n}',
    )
    expect(said).toContain('[appliance:sites-file-unreadable]')
    expect(said).toContain('it has 1,600,000 characters')
    expect(said).not.toContain('content.example')
  })

  it('keeps what was confirmed when an update fails halfway', async () => {
    await workspace.applied()
    appliance.faults.set([{ operation: 'delete', effect: 'refuse', error: 'DISK_FULL' }])
    const failed = await workspace.failed(ads(['ads.example', 'new-1.example', 'new-2.example']))
    expect(failed).toContain('DISK_FULL')
    expect(await workspace.state('appliance_category.ads')).toMatchObject({
      sites: ['ads.example', 'new-1.example', 'new-2.example', 'doubleclick.net'],
      compiled: false,
    })

    appliance.faults.clear()
    appliance.writes()
    await workspace.applied()
    expect(sitesOf('ads')).toEqual(['ads.example', 'new-1.example', 'new-2.example'])
    expect(appliance.writes()).toEqual([
      'PUT /categories/quick/250',
      'GET /categories/delete/250/doubleclick.net',
      // Others may have changed as many sites since the failure, so the number is made to differ at the last compile.
      expect.stringMatching(/^GET \/categories\/delete\/250\/[a-z]{16}\.invalid$/),
      'PUT /categories/quick/250',
    ])
    await workspace.nothingToDo()
  })
})

function ads(sites: readonly string[], more = '', name = 'ads'): string {
  return `
resource "appliance_category" "ads" {
  name  = "${name}"
  sites = [${[...sites.map((site) => JSON.stringify(site)), more].filter(Boolean).join(', ')}]
}
`
}
