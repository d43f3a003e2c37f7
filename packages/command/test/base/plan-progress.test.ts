import { PlanOutput } from '../../src/plan/messages'

const started = (address: string) =>
  JSON.stringify({ '@level': 'info', type: 'refresh_start', hook: { resource: { addr: address } } })
const ended = (address: string) =>
  JSON.stringify({ '@level': 'info', type: 'refresh_complete', hook: { resource: { addr: address } } })

describe('the progress of a plan', () => {
  it('says how many resources were read, and which one it has waited for longest', () => {
    const output = new PlanOutput()
    expect(output.progress).toBe('planning')
    for (const name of ['a', 'b', 'c']) output.hear(started(`appliance_category.${name}`))
    output.hear(ended('appliance_category.a'))
    expect(output.progress).toBe('1 read, waiting for appliance_category.b and 1 more')
    for (const name of ['b', 'c']) output.hear(ended(`appliance_category.${name}`))
    expect(output.progress).toBe('3 read')
    expect([...output.asked]).toHaveLength(3)
  })

  it('says that it waits for the lock of the state', () => {
    const output = new PlanOutput()
    output.hear(
      '{"@level":"info","@message":"Acquiring state lock. This may take a few moments...","type":"state_lock_acquire"}',
    )
    expect(output.progress).toBe('waiting for the lock of the state')
    output.hear(started('appliance_category.a'))
    expect(output.progress).toBe('0 read, waiting for appliance_category.a')
  })
})
