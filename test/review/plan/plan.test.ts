import { PlanError, readPlan } from '../../../src/review/plan/plan'
import { categoryChange, changeOf, planText } from '../plans'

describe('a plan', () => {
  it('is read with its managed resources', () => {
    const data = changeOf('data.appliance_categories.all', null, {}, { mode: 'data' })
    const plan = readPlan(planText([categoryChange('ads', null, ['a.example']), data]))
    expect(plan.changes.map(({ address }) => address)).toEqual(['appliance_category.ads'])
  })

  it.each([
    ['nothing', '', 'not JSON'],
    ['text', 'Terraform will perform', 'not JSON'],
    ['another document', '{"a": 1}', 'has no format_version'],
    ['a list', '[1]', 'has no format_version'],
    ['a format to come', '{"format_version": "2.0"}', 'format 1'],
    ['a state', '{"format_version": "1.0", "values": {"root_module": {}}}', 'a state'],
    ['messages', '{"@level":"info"}\n{"@level":"info"}', 'messages'],
    [
      'a change without an address',
      '{"format_version": "1.2", "resource_changes": [{}]}',
      'resource_changes.0',
    ],
    ['a plan that failed', '{"format_version": "1.2", "errored": true}', 'The plan failed'],
  ])('is not %s', (_, text, said) => {
    expect(() => readPlan(text)).toThrow(PlanError)
    expect(() => readPlan(text)).toThrow(said)
  })

  it('is refused without a word of what stands in it', () => {
    const changes = [{ address: 'a', change: { actions: [], before: { password: 'hunter2' } } }]
    const text = JSON.stringify({ format_version: '1.2', resource_changes: changes })
    expect(() => readPlan(text)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    )
  })
})
