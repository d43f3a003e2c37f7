import { readRun, requireSameRun } from '../../src/plan/messages'
import { readPlan } from '../../src/plan/plan'
import { categoryChange, planText } from '../review/plans'

const line = (type: string, further: object = {}) => JSON.stringify({ '@level': 'info', type, ...further })
const version = line('version')
const planned = (addr: string) => line('planned_change', { change: { resource: { addr }, action: 'create' } })
const summary = line('change_summary')
const warning = line('diagnostic', { diagnostic: { severity: 'warning', summary: 'x', detail: 'y' } })

const ads = categoryChange('ads', null, ['a.example'])
const same = categoryChange('same', ['b.example'], ['b.example'])

const check = (...lines: readonly string[]) =>
  requireSameRun(readRun(lines.join('\r\n')), readPlan(planText([ads, same])))

describe('messages beside a plan', () => {
  it('are those of its run if they mention each change', () => {
    expect(() => check(version, planned('appliance_category.ads'), summary, warning)).not.toThrow()
  })

  it('are taken as they are if they are only the diagnostics', () => {
    expect(() => check(warning, warning)).not.toThrow()
  })

  it('are refused if they end before the warnings can come', () => {
    expect(() => check(version, planned('appliance_category.ads'))).toThrow(
      'The messages end before the plan does, so warnings may be missing.',
    )
    expect(() => check(version, planned('appliance_category.ads'), summary.slice(0, -9))).toThrow(
      'The messages end before the plan does',
    )
  })

  it('are refused if they are those of another plan', () => {
    expect(() => check(version, planned('appliance_category.other'), summary, warning)).toThrow(
      'The messages belong to another plan: they do not mention that appliance_category.ads changes.',
    )
  })
})
