import { PlanProgress } from '../../src/plan/messages'

const started = (address: string) =>
  JSON.stringify({ '@level': 'info', type: 'refresh_start', hook: { resource: { addr: address } } })
const ended = (address: string) =>
  JSON.stringify({ '@level': 'info', type: 'refresh_complete', hook: { resource: { addr: address } } })

describe('the progress of a plan', () => {
  it('says how many resources were read, and which one it has waited for longest', () => {
    const progress = new PlanProgress()
    expect(progress.text).toBe('planning')
    for (const name of ['a', 'b', 'c']) progress.hear(started(`appliance_category.${name}`))
    progress.hear(ended('appliance_category.a'))
    expect(progress.text).toBe('1 read, waiting for appliance_category.b and 1 more')
    for (const name of ['b', 'c']) progress.hear(ended(`appliance_category.${name}`))
    expect(progress.text).toBe('3 read')
    expect([...progress.asked]).toHaveLength(3)
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
