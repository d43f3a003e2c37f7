import type { EmulatorOptions } from '@webfilter/appliance-emulator'
import { startAppliance, type TestAppliance } from './appliance'
import { words } from './words'
import { describeWithEngine, Workspace } from './workspace'

describeWithEngine('a category on an appliance', () => {
  let appliance: TestAppliance
  let workspace: Workspace

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  describe('that has the autonomous service alone', () => {
    beforeEach(async () => {
      await open({ generation: 'autonomous' })
      appliance.store.addSites(250, ['by-hand.example'])
    })

    it('has its category adopted, with its sites added and compiled, and then there is nothing to do', async () => {
      expect(await workspace.planned(ads(['a.example', 'b.example']))).toContain(
        '[appliance:category-adopted]',
      )
      await workspace.applied(ads(['a.example', 'b.example']))
      expect(appliance.writes()).toEqual(['POST /categories/250/add', 'GET /categories/250/compile'])
      expectHeld('a.example', 'b.example', 'by-hand.example')
      expect(await workspace.state('appliance_category.ads')).toMatchObject({
        compiled: true,
      })
      expect(await workspace.nothingToDo()).toContain('[appliance:sites-not-asked-for]')
    })

    it('cannot report which category holds a site: the plan refuses on_conflict, and accepts "keep"', async () => {
      await expectRefusal(ads(['a.example'], 'on_conflict = "fail"'), '[appliance:unsupported-by-appliance]')
      await workspace.applied(ads(['a.example'], 'on_conflict = "keep"'))
    })

    it('adds further sites with one request and one compile', async () => {
      await workspace.applied(ads(['a.example']))
      appliance.writes()
      await workspace.applied(ads(['a.example', 'b.example', 'c.example']))
      expect(appliance.writes()).toEqual(['POST /categories/250/add', 'GET /categories/250/compile'])
      expectHeld('a.example', 'b.example', 'by-hand.example', 'c.example')
      await workspace.nothingToDo()
    })

    it('cannot create a category: the plan says to create it in the console, and then it is adopted', async () => {
      const news = category('news', ['n.example'])
      await expectRefusal(
        news,
        '[appliance:unsupported-by-appliance]',
        'Category "news" does not exist',
        'Create the category in the console of the appliance',
      )

      appliance.store.create({ name: 'news' })
      await workspace.applied(news)
      expect([...appliance.store.compiledSites(251)]).toEqual(['n.example'])
      await workspace.nothingToDo()
    })

    it('cannot have sites removed: the plan says so before anything is sent, additions included', async () => {
      await workspace.applied(ads(['a.example', 'b.example']))
      await expectRefusal(
        ads(['b.example', 'c.example']),
        'Sites cannot be removed from category "ads"',
        '[appliance:unsupported-by-appliance]',
        'Set on_remove = "keep" and apply: Terraform stops managing the sites and sends nothing.',
      )
      expectHeld('a.example', 'b.example', 'by-hand.example')
    })

    it('has sites no longer managed with on_remove = "keep": one that stays, and one that was removed unnoticed', async () => {
      await workspace.applied(ads(['a.example', 'b.example', 'c.example']))
      appliance.store.removeSites(250, ['a.example'])
      await expectRefusal(ads(['c.example']), '[appliance:unsupported-by-appliance]')

      await workspace.applied(ads(['c.example'], 'on_remove = "keep"'))
      await workspace.nothingToDo()
      await workspace.applied(ads(['c.example']))
      await workspace.nothingToDo()
      expect(appliance.writes()).toEqual([])
      expect([...appliance.store.sites(250)].sort()).toEqual(['b.example', 'by-hand.example', 'c.example'])
    })

    it('cannot contain a site in which "www." is no label: the plan says so before anything is sent', async () => {
      await expectRefusal(
        ads(['a.example', 'awww.example.org']),
        '[appliance:sites-not-storable]',
        '1 site of category "ads" cannot be stored: awww.example.org.',
        'would store it as another domain',
        'Remove this site',
      )
      await workspace.applied(ads(['a.example']))
      await expectRefusal(ads(['a.example', 'awww.example.org']), 'cannot be stored: awww.example.org.')
    })

    it('has sites no longer managed that were removed in the console', async () => {
      appliance.store.removeSites(250, ['by-hand.example'])
      await workspace.applied(ads(['a.example', 'b.example']))
      appliance.store.removeSites(250, ['a.example'])
      await workspace.applied(ads(['b.example']))
      expectHeld('b.example')
      await workspace.nothingToDo()
    })

    it('is not destroyed until on_destroy = "keep" is applied', async () => {
      await workspace.applied(ads(['a.example']))
      appliance.writes()
      const refused = await workspace.destroy()
      expect(refused.exitCode).toBe(1)
      expect(words(refused.output)).toContain('[appliance:unsupported-by-appliance]')
      expect(words(refused.output)).toContain('set on_destroy = "keep", and apply. Then remove the block.')

      await workspace.applied(ads(['a.example'], 'on_destroy = "keep"'))
      const destroyed = await workspace.destroyed()
      expect(destroyed).toContain('on_destroy is "keep", so its sites stay active. ')
      expect(destroyed).toContain('[appliance:stays]')
      expect(appliance.writes()).toEqual([])
      expectHeld('a.example', 'by-hand.example')
    })

    it('shows by its count that sites are missing: the plan warns, and the apply adds all sites again', async () => {
      await workspace.applied(ads(['a.example', 'b.example', 'c.example']))
      appliance.writes()
      appliance.store.removeSites(250, ['b.example', 'by-hand.example'])

      const planned = await workspace.planned()
      expect(planned).toContain('[appliance:fewer-sites-than-managed]')
      expect(planned).toContain('Category "ads" contains 2 sites, but 3 are managed')

      await workspace.applied(ads(['a.example', 'b.example', 'c.example']))
      expect(appliance.writes()).toEqual(['POST /categories/250/add', 'GET /categories/250/compile'])
      expectHeld('a.example', 'b.example', 'c.example')
      await workspace.nothingToDo()
    })

    it('says in each plan, which is empty, that sites are gone beside others, until all are added again', async () => {
      const gone = '[appliance:fewer-sites-than-left]'
      const kept = ads(['a.example', 'b.example', 'c.example'], 'on_destroy = "keep"')
      appliance.store.addSites(250, ['by-hand2.example', 'by-hand3.example'])
      await workspace.applied(kept)
      expect(await workspace.nothingToDo()).not.toContain(gone)
      appliance.store.removeSites(250, ['a.example', 'b.example'])
      const said = await workspace.nothingToDo()
      expect(said).toContain(gone)
      expect(said).toContain(
        'Category "ads" contains 4 sites, 2 fewer than the applies of its lists left there.',
      )
      expect(await workspace.nothingToDo()).toContain(gone)

      // No record: an import says nothing, and neither does the state of the imported category.
      await workspace.run('state', 'rm', 'appliance_category.ads')
      await workspace.imported('appliance_category.ads', 'ads')
      expect((await workspace.plan()).output).not.toContain(gone)
      await workspace.applied(kept)
      expectHeld(
        'a.example',
        'b.example',
        'by-hand.example',
        'by-hand2.example',
        'by-hand3.example',
        'c.example',
      )

      appliance.store.removeSites(250, ['c.example'])
      appliance.writes()
      await workspace.applied(
        ads(['a.example', 'b.example', 'c.example', 'd.example'], 'on_destroy = "keep"'),
      )
      expect(await workspace.nothingToDo()).toContain(gone)
      const replaced = await workspace.apply('-replace=appliance_category.ads')
      expect(replaced.exitCode).toBe(0)
      expect(appliance.writes().filter((write) => write.includes('delete'))).toEqual([])
      expect([...appliance.store.sites(250)]).toContain('c.example')
      expect(await workspace.nothingToDo()).not.toContain(gone)
    })

    it('is found by a data source that lists categories', async () => {
      await workspace.applied('data "appliance_categories" "all" {}')
      expect(await workspace.state('data.appliance_categories.all')).toMatchObject({
        generation: 'autonomous',
        categories: [{ id: '250', name: 'ads', item_count: 1, rpz: null }],
      })
    })

    it('cannot report where a site is: the error names the route, its release, and what to do', async () => {
      await expectRefusal(
        'data "appliance_site" "one" { domain = "a.example" }',
        'does not have the route GET /categories/query/[domain]',
        'product release 4.50 Service Pack 5',
        'Use counts instead of single sites, or update the appliance',
      )
    })
  })

  describe('with category_api', () => {
    const byTheRoutesOf = {
      older: [
        'PUT /categories/quick/250',
        expect.stringMatching(/^GET \/categories\/delete\/250\/[a-z]{16}\.invalid$/),
        'PUT /categories/quick/250',
      ],
      autonomous: ['POST /categories/250/add', 'GET /categories/250/compile'],
    }

    describe.each(['older', 'autonomous'] as const)('= "%s"', (api) => {
      it.each([
        ['of both generations, where the older list answers', { list: 'older' }],
        ['of both generations, where the autonomous list answers', { list: 'autonomous' }],
        ['of this generation alone', { generation: api }],
      ] as const)('is filled and compiled by its routes on an appliance %s', async (_, options) => {
        await open(options)
        await workspace.applied(withApi(api, ads(['a.example', 'b.example'])))
        expect(appliance.writes()).toEqual(byTheRoutesOf[api])
        expectHeld('a.example', 'b.example')
        await workspace.nothingToDo()
      })
    })

    it.each(['older', 'autonomous'] as const)(
      '= "older" is emptied if the %s list answers, and then there is nothing to do',
      async (list) => {
        await open({ list })
        await workspace.applied(withApi('older', ads(['a.example'])))
        await workspace.applied(withApi('older', ads([])))
        expect([...appliance.store.sites(250)]).toEqual([])
        await workspace.nothingToDo()
      },
    )

    it.each(['older', 'autonomous'] as const)(
      '= "autonomous" removes nothing if the %s list answers, although the older routes exist',
      async (list) => {
        await open({ list })
        await workspace.applied(withApi('autonomous', ads(['a.example'])))
        await expectRefusal(
          withApi('autonomous', ads([])),
          '[appliance:unsupported-by-appliance]',
          'category_api is "autonomous", so the provider uses only the autonomous category service',
          'If the appliance also has the older category routes, remove category_api',
        )
        expect([...appliance.store.sites(250)]).toEqual(['a.example'])
      },
    )

    it('= "older" is refused in the plan if only the autonomous service exists, and the advice of the error works', async () => {
      await open({ generation: 'autonomous' })
      await expectRefusal(
        withApi('older', ads(['a.example'])),
        '[appliance:route-missing]',
        'Set category_api to "autonomous"',
      )
      await workspace.applied(withApi('autonomous', ads(['a.example'])))
      await expectRefusal(withApi('older', ads(['a.example', 'b.example'])), 'category_api is "older"')
      expectHeld('a.example')
    })

    it('= "autonomous" fails the apply if only the older routes exist, and the plan warns about it', async () => {
      await open({ generation: 'older' })
      const configuration = withApi('autonomous', ads(['a.example']))
      expect(await workspace.planned(configuration)).toContain('[appliance:autonomous-service-unconfirmed]')
      const said = await workspace.failed()
      expect(said).toContain('does not have the route POST /categories/[category_id]/add, which came with')
      expect(said).toContain('Set category_api to "older"')
      expectHeld()

      await workspace.applied(withApi('older', ads(['a.example'])))
      expectHeld('a.example')
      await workspace.nothingToDo()
    })
  })

  /** Starts an appliance that has the category "ads" already, and opens a workspace for it. */
  async function open(options: EmulatorOptions): Promise<void> {
    appliance = await startAppliance(options)
    appliance.store.create({ name: 'ads' })
    workspace = await Workspace.open(appliance.environment)
  }

  /** Expects that a plan and an apply both end with an error in these words, before anything is sent. */
  async function expectRefusal(configuration: string, ...says: readonly string[]): Promise<void> {
    appliance.writes()
    for (const said of [await workspace.refused(configuration), await workspace.failed()]) {
      for (const each of says) expect(said).toContain(each)
    }
    expect(appliance.writes()).toEqual([])
  }

  function expectHeld(...sites: readonly string[]): void {
    expect([...appliance.store.sites(250)].sort()).toEqual(sites)
    expect([...appliance.store.compiledSites(250)].sort()).toEqual(sites)
  }
})

function ads(sites: readonly string[], more = ''): string {
  return category('ads', sites, more)
}

function category(name: string, sites: readonly string[], more = ''): string {
  return `
resource "appliance_category" "${name}" {
  name  = "${name}"
  sites = ${JSON.stringify(sites)}
  ${more}
}
`
}

function withApi(api: string, configuration: string): string {
  return `provider "appliance" {\n  category_api = "${api}"\n}\n${configuration}`
}
