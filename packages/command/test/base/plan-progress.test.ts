import { PlanProgress } from '../../src/base/plan-progress'

const started = (address: string) =>
  JSON.stringify({ '@level': 'info', type: 'refresh_start', hook: { resource: { addr: address } } })
const ended = (address: string) =>
  JSON.stringify({ '@level': 'info', type: 'refresh_complete', hook: { resource: { addr: address } } })

describe('the progress of a plan', () => {
  it('says how many resources were read of how many, and which one it has waited for longest', () => {
    const progress = new PlanProgress()
    expect(progress.text).toBe('planning')
    for (const name of ['a', 'b', 'c']) progress.hear(started(`appliance_category.${name}`))
    progress.hear(ended('appliance_category.a'))
    expect(progress.text).toBe('1 read, waiting for appliance_category.b and 1 more')
    const inState = ['a', 'b', 'c'].map((name) => `appliance_category.${name}`)
    progress.count([...inState, 'data.appliance_site.x'].join('\n'))
    expect(progress.text).toBe('1 of 3 read, waiting for appliance_category.b and 1 more')
    for (const name of ['b', 'c']) progress.hear(ended(`appliance_category.${name}`))
    expect(progress.text).toBe('3 of 3 read')
    // The state does not have what is imported.
    progress.hear(ended('appliance_category.imported'))
    expect(progress.text).toBe('4 read')
    expect([...progress.asked]).toHaveLength(4)
  })

  it('counts what is managed, and no data sources, in modules too', () => {
    const progress = new PlanProgress()
    progress.count(
      [
        'data.appliance_categories.all',
        'module.data.appliance_category.ads["a.data.b"]',
        'module.office["data.x"].data.appliance_site.news',
        'module.office["oslo"].appliance_category.data["data.c"]',
        '',
      ].join('\r\n'),
    )
    progress.hear(started('appliance_category.ads'))
    expect(progress.text).toBe('0 of 2 read, waiting for appliance_category.ads')
  })

  it('says that it waits for the lock of the state', () => {
    const progress = new PlanProgress()
    progress.hear(
      '{"@level":"info","@message":"Acquiring state lock. This may take a few moments...","type":"state_lock_acquire"}',
    )
    expect(progress.text).toBe('waiting for the lock of the state')
    progress.hear(started('appliance_category.a'))
    expect(progress.text).toBe('0 read, waiting for appliance_category.a')
  })
})
