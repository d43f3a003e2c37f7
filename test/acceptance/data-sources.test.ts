import { startAppliance, type TestAppliance } from './appliance'
import { describeWithEngine, Workspace } from './workspace'

describeWithEngine.each(['older', 'autonomous'] as const)(
  'data sources, where the %s list answers',
  (list) => {
    let appliance: TestAppliance
    let workspace: Workspace

    beforeAll(async () => {
      appliance = await startAppliance({ list })
      appliance.store.create({ name: 'Ads', description: 'Advertising' })
      appliance.store.addSites(250, ['doubleclick.net', 'ads.example'])
      appliance.store.create({ name: 'News', description: '' })
      workspace = await Workspace.open(appliance.environment)
    })

    afterAll(async () => {
      await workspace.close()
      await appliance.close()
    })

    const told = {
      older: {
        table: 'category_ads',
        description: null,
        item_count: null,
        rpz: { enabled: false, action: 2, redirect: '' },
      },
      autonomous: { table: 'category_ads', description: 'Advertising', item_count: 2, rpz: null },
    }[list]

    it('list all categories', async () => {
      await workspace.applied('data "appliance_categories" "all" {}')
      const state = await workspace.state('data.appliance_categories.all')
      expect(state).toMatchObject({ generation: list })
      expect(state?.categories).toMatchObject([
        { id: '250', name: 'Ads', ...told },
        { id: '251', name: 'News' },
      ])
    })

    it('find one category, by its number and by its name', async () => {
      await workspace.write(`
data "appliance_category" "by_id" { id = "250" }
data "appliance_category" "by_name" { name = "ads" }
`)
      await workspace.applied()
      const expected = { id: '250', name: 'Ads', ...told }
      expect(await workspace.state('data.appliance_category.by_id')).toEqual(expected)
      expect(await workspace.state('data.appliance_category.by_name')).toEqual(expected)
    })

    it('report which categories contain a site, in any spelling', async () => {
      appliance.store.addSites(251, ['ads.example'])
      await workspace.write(`
data "appliance_site" "held" { domain = "WWW.Ads.Example." }
data "appliance_site" "free" { domain = "free.example" }
`)
      await workspace.applied()
      expect(await workspace.state('data.appliance_site.held')).toMatchObject({
        found: true,
        categories: [
          { id: '250', name: 'Ads' },
          { id: '251', name: 'News' },
        ],
      })
      expect(await workspace.state('data.appliance_site.free')).toMatchObject({
        found: false,
        categories: [],
      })
    })

    it('report that there is no such category', async () => {
      expect(await workspace.refused('data "appliance_category" "none" { name = "nowhere" }')).toContain(
        'The appliance has no category "nowhere".',
      )
    })

    it('require either a number or a name', async () => {
      expect(
        await workspace.invalid('data "appliance_category" "both" {\n  id = "250"\n  name = "Ads"\n}'),
      ).toContain('Both id and name are set')
      expect(await workspace.invalid('data "appliance_category" "neither" {}')).toContain(
        '[appliance:one-required]',
      )
      expect(await workspace.invalid('data "appliance_category" "padded" { id = "0250" }')).toContain(
        '[appliance:invalid-value]',
      )
    })
  },
)
