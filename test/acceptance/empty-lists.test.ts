import type { EmulatorOptions, Fault } from '@webfilter/appliance-emulator'
import { Trial } from './trial'
import { describeWithEngine } from './workspace'

const nothingListed: Fault = { operation: 'list', effect: 'nothing-listed' }
const nullListed: Fault = { operation: 'list', effect: 'nothing-listed', as: 'null' }
/** The documented words for a site in no category (docs/appliance, "Find the categories of a site"), for every site. */
const nothingFound: Fault = { operation: 'query', effect: 'nothing-listed' }

describeWithEngine('an appliance that lists no categories while some are managed', () => {
  let trial: Trial

  async function open(options: EmulatorOptions = {}): Promise<void> {
    trial = await Trial.open(options)
  }

  afterEach(() => trial.close())

  it.each(['older', 'autonomous'] as const)(
    'is not believed if it says null: nothing is planned, and no destroy empties the state (%s list)',
    async (list) => {
      await open({ list })
      await trial.applied(ads, trackers)
      trial.appliance.faults.set([nullListed])
      const said = await trial.refused()
      expect(said).toContain('returned null instead of a list of its categories')
      expect(said).toContain('[appliance:categories-not-listed]')
      await expectNoDestroy('[appliance:categories-not-listed]')
    },
  )

  it('is not believed if it still knows the sites: nothing is planned, and a destroy removes them', async () => {
    await open()
    await trial.applied(ads, trackers)
    trial.appliance.faults.set([nothingListed])
    const said = await trial.nothingToDo()
    expect(said).toContain('[appliance:category-unlisted]')
    await trial.workspace.destroyed()
    expect(trial.stored('ads')).toEqual([])
  })

  it('is not believed if another category contains the sites by now', async () => {
    await open()
    await trial.applied(ads)
    trial.appliance.store.replace(250, { name: 'others' })
    trial.appliance.store.addSites(250, ['ads.example'])
    trial.appliance.faults.set([nothingListed])
    const said = await trial.refused()
    expect(said).toContain('However, the appliance returns category 250 for the site ads.example')
    expect(said).toContain('[appliance:absence-unproven]')
    expect(said).toContain('terraform state rm')
  })

  it('is not believed by the apply of a destroy that was planned before', async () => {
    await open()
    await trial.applied(ads, trackers)
    const { workspace, appliance } = trial
    const planned = await workspace.run(
      'plan',
      '-destroy',
      '-out=destroy.tfplan',
      '-input=false',
      '-no-color',
    )
    expect(planned.exitCode).toBe(0)
    appliance.faults.set([nothingListed])
    const { exitCode } = await workspace.run('apply', '-input=false', '-no-color', 'destroy.tfplan')
    expect(exitCode).toBe(0)
    expect([trial.stored('ads'), trial.stored('trackers')]).toEqual([[], []])
  })

  it('is believed if it knows none of the sites either', async () => {
    await open()
    await trial.applied(ads)
    trial.appliance.store.remove(250)
    expect(await trial.planned()).toContain('appliance_category.ads will be created')
    await trial.applied()
    expect(trial.active('ads')).toEqual(['ads.example', 'banners.example'])
  })

  it('is not believed if nothing shows whether its answers for the sites are a failure', async () => {
    await open({ absence: { text: '{name}: not found' } })
    await trial.applied(ads)
    trial.appliance.faults.set([
      nothingListed,
      { operation: 'query', effect: 'refuse', error: 'database is locked' },
    ])
    expect(await trial.refused()).toContain('[appliance:absence-unproven]')
    await expectNoDestroy('[appliance:absence-unproven]')
  })

  it.each([
    ['the category has no managed site', {}, 'sites = []'],
    [
      'the appliance has the autonomous service alone',
      { generation: 'autonomous' },
      'sites = ["ads.example"]',
    ],
  ] as const)('is not believed if nothing can be asked, because %s', async (_, options, sites) => {
    await open(options)
    trial.byHand('ads', 'ads.example')
    const block = `resource "appliance_category" "ads" {\n  name = "ads"\n  ${sites}\n}`
    await trial.applied(block)
    trial.appliance.faults.set([nothingListed, nothingFound])
    const said = await trial.refused()
    expect(said).toContain('[appliance:absence-unproven]')
    expect(said).toContain('terraform state rm')
    await trial.workspace.run('state', 'rm', 'appliance_category.ads')
    trial.appliance.faults.clear()
    expect(await trial.planned()).toContain('[appliance:category-adopted]')
  })

  it('is not believed of a list of sites in a category either', async () => {
    await open()
    trial.byHand('ads')
    await trial.applied(feed)
    trial.appliance.faults.set([nothingListed])
    expect(await trial.nothingToDo()).toContain('[appliance:category-unlisted]')
    await trial.workspace.destroyed()
    expect(trial.stored('ads')).toEqual([])
  })

  /** Neither a destroy nor a plan without the blocks takes anything out of the state. */
  async function expectNoDestroy(code: string): Promise<void> {
    const { workspace, appliance } = trial
    const before = await workspace.run('state', 'list')
    const { exitCode, output } = await workspace.destroy()
    expect(output).toContain(code)
    expect(exitCode).toBe(1)
    expect(await workspace.run('state', 'list')).toEqual(before)
    appliance.faults.clear()
    await trial.nothingToDo()
  }
})

const ads = `
resource "appliance_category" "ads" {
  name  = "ads"
  sites = ["ads.example", "banners.example"]
}`

const trackers = `
resource "appliance_category" "trackers" {
  name  = "trackers"
  sites = ["pixel.example"]
}`

const feed = `
resource "appliance_category_sites" "feed" {
  category_id = "250"
  name        = "feed"
  sites       = ["ads.example"]
}`
