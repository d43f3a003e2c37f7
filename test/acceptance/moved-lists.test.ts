import { category, Trial } from './trial'
import { describeWithEngineThatHas } from './workspace'

let trial: Trial

afterEach(() => trial.close())

const sites = (...names: readonly string[]) => `sites = ${JSON.stringify(names)}`
const moved = (from: string, to: string) => `moved {\n  from = ${from}\n  to   = ${to}\n}\n`
const list = (name: string, ...attributes: readonly string[]) =>
  [
    'resource "appliance_category_sites" "ads" {',
    '  category_id = "250"',
    `  name        = "${name}"`,
    ...attributes.map((line) => `  ${line}`),
    '}\n',
  ].join('\n')

const toList = moved('appliance_category.ads', 'appliance_category_sites.ads')
const toCategory = moved('appliance_category_sites.ads', 'appliance_category.ads')

describeWithEngineThatHas('movesAcrossTypes').each([
  ['inline', sites('b.example', 'www.A.example')],
  ['from a file', 'sites_file = "ads.txt"'],
] as const)('a list %s that moves across types', (_, declared) => {
  beforeEach(async () => {
    trial = await Trial.open()
    await trial.list('ads.txt', 'b.example', 'www.A.example')
  })

  const all = ['a.example', 'b.example']

  it('from a category to a list in it keeps its sites, of which none is removed or added', async () => {
    await trial.applied(category('ads', declared, 'on_destroy = "keep"', 'verify = "full"'))
    const before = await trial.workspace.state('appliance_category.ads')

    const desk = list('desk', declared, 'on_destroy = "keep"', 'verify = "full"')
    const planned = await trial.planned(toList, desk)
    expect(planned).toContain('# (moved from appliance_category.ads)')
    expect(planned).toContain('[appliance:category-not-managed]')
    expect(planned).toContain(
      'The move itself sends nothing: its 2 managed sites stay in the category unless the plan also changes or replaces the list.',
    )
    expect(planned).toContain('0 to add, 1 to change, 0 to destroy')

    const { writes } = await trial.applied(toList, desk)
    expect(writes).toEqual([])
    expect(trial.active('ads')).toEqual(all)
    const { description: _d, ...kept } = before ?? {}
    expect(await trial.workspace.state('appliance_category_sites.ads')).toEqual({
      ...kept,
      id: '250/desk',
      name: 'desk',
      category_id: '250',
      category_name: 'ads',
    })
    await trial.nothingToDo(desk)
    expect(await trial.workspace.destroyed()).toContain('[appliance:stays]')
    expect(trial.active('ads')).toEqual(all)
  })

  it('with the name of the category is an empty plan, and moves at the apply', async () => {
    await trial.applied(category('ads', declared))
    const planned = await trial.planned(toList, list('ads', declared))
    expect(planned).toContain('0 to add, 0 to change, 0 to destroy')
    expect((await trial.applied(toList, list('ads', declared))).writes).toEqual([])
    await trial.nothingToDo(list('ads', declared))
    expect(trial.active('ads')).toEqual(all)
  })

  it('from a list in a category to the category manages that too, and removes and adds no site', async () => {
    trial.byHand('ads', 'theirs.example')
    await trial.applied(list('desk', declared))
    const before = await trial.workspace.state('appliance_category_sites.ads')

    const planned = await trial.planned(toCategory, category('ads', declared))
    expect(planned).toContain('# appliance_category_sites.ads has moved to appliance_category.ads')
    expect(planned).toContain('[appliance:list-of-category-itself]')
    expect(planned).toContain('0 to add, 0 to change, 0 to destroy')

    const { writes } = await trial.applied(toCategory, category('ads', declared))
    expect(writes).toEqual([])
    expect(trial.active('ads')).toEqual([...all, 'theirs.example'])
    const { category_id: _i, category_name: _n, ...kept } = before ?? {}
    expect(await trial.workspace.state('appliance_category.ads')).toEqual({
      ...kept,
      id: '250',
      name: 'ads',
      // The older list has no descriptions.
      description: null,
    })
    await trial.nothingToDo(category('ads', declared))
    const destroyed = await trial.workspace.destroyed()
    expect(destroyed).toContain('[appliance:stays]')
    expect(trial.stored('ads').filter((site) => !site.endsWith('.invalid'))).toEqual(['theirs.example'])
  })

  it('and back again ends where it began', async () => {
    await trial.applied(category('ads', declared))
    const before = await trial.workspace.state('appliance_category.ads')
    await trial.applied(toList, list('ads', declared))
    const { writes } = await trial.applied(toCategory, category('ads', declared))
    expect(writes).toEqual([])
    expect(await trial.workspace.state('appliance_category.ads')).toEqual({ ...before, description: null })
    await trial.nothingToDo(category('ads', declared))
  })
})

describeWithEngineThatHas('movesAcrossTypes')('a list that moves across types', () => {
  beforeEach(async () => {
    trial = await Trial.open()
  })

  it('is changed in the same apply where its configuration says so, and only by that', async () => {
    await trial.applied(category('ads', sites('a.example', 'b.example')))
    const { writes, bodies } = await trial.applied(toList, list('desk', sites('b.example', 'c.example')))
    expect(writes.filter((request) => request.includes('/delete/'))).toEqual([
      'GET /categories/delete/250/a.example',
    ])
    expect(bodies).toContain('c.example')
    expect(bodies).not.toContain('b.example')
    expect(trial.active('ads')).toEqual(['b.example', 'c.example'])
    await trial.nothingToDo(list('desk', sites('b.example', 'c.example')))
  })

  it('finds what was removed from the category before it moved', async () => {
    await trial.applied(category('ads', sites('a.example', 'b.example')))
    trial.appliance.store.removeSites(250, ['a.example'])
    const desk = list('desk', sites('a.example', 'b.example'))
    expect(await trial.planned(toList, desk)).toContain('+ "a.example"')
    await trial.applied(toList, desk)
    expect(trial.active('ads')).toEqual(['a.example', 'b.example'])
  })

  it('does not come from another type', async () => {
    const data = 'resource "terraform_data" "ads" {\n  input = "ads"\n}\n'
    await trial.applied(data)
    const refused = await trial.refused(
      moved('terraform_data.ads', 'appliance_category.ads'),
      category('ads', sites('a.example')),
    )
    // OpenTofu 1.10 and 1.11 send the name of the provider alone.
    expect(refused).toMatch(
      /A state of terraform_data of the provider (?:terraform\.io\/builtin\/)?terraform cannot become/,
    )
    expect(refused).toContain(
      'Only appliance_category_sites of this provider can be moved to appliance_category.',
    )
    expect(refused).toContain('[appliance:not-movable]')

    const hostname = 'resource "appliance_hostname" "ads" {\n  hostname = "proxy.example.org"\n}\n'
    const ofNone = await trial.refused(moved('terraform_data.ads', 'appliance_hostname.ads'), hostname)
    expect(ofNone).toContain('No other type can be moved to appliance_hostname.')
  })
})
