import { readRun } from '../../src/plan/messages'
import { categoryChange, changeOf } from '../review/plans'
import { findingsOf, reviewed } from '../review/review-of'

const ads = categoryChange('ads', [], ['a.example'])
const managed = (...addresses: readonly string[]) => ({
  prior_state: {
    values: {
      root_module: {
        resources: addresses.map((address) => ({ address, mode: 'managed', type: 'appliance_category' })),
      },
    },
  },
})

const findings = async (further: object, messages = '') => {
  const review = await reviewed([ads], { further: { ...further }, messages: readRun(messages).messages })
  return { said: findingsOf(review, 'partial-plan'), verdict: review.verdict.join('') }
}

const partial = expect.stringContaining('The plan is partial: another plan must follow.')

describe('a plan that leaves something for a later one', () => {
  it('is not one that is complete', async () => {
    const { said, verdict } = await findings({ complete: true, ...managed('appliance_category.other') })
    expect(said).toEqual([])
    expect(verdict).not.toEqual(partial)
  })

  it('names what is managed and not in it, as with -target of Terraform', async () => {
    const further = managed('appliance_category.ads', 'appliance_category.z', 'appliance_category.b')
    expect(await findings({ complete: false, ...further })).toEqual({
      said: [
        '! partial-plan: 2 managed resources not included in the plan, for example because of -target: appliance_category.b, appliance_category.z',
      ],
      verdict: partial,
    })
  })

  it('is partial where that is all that can be seen', async () => {
    expect(await findings({ complete: false })).toEqual({
      said: [
        '! partial-plan: part of the configuration is not included in the plan, for example because of -target',
      ],
      verdict: partial,
    })
  })

  // OpenTofu 1.12 has no `complete`.
  it('shows in what is managed where the engine does not say', async () => {
    expect(await findings(managed('appliance_category.ads'))).toMatchObject({ said: [] })
    expect(await findings(managed('appliance_category.ads', 'appliance_category.b'))).toEqual({
      said: [
        '! partial-plan: 1 managed resource not included in the plan, for example because of -target: appliance_category.b',
      ],
      verdict: partial,
    })
  })

  it('is not one that only refreshes, in which engines name no resource', async () => {
    const found = categoryChange('ads', ['a.example', 'b.example'], ['b.example'])
    const further = { ...managed('appliance_category.ads', 'appliance_category.b'), resource_drift: [found] }
    const review = await reviewed([], { further })
    expect(findingsOf(review, 'partial-plan')).toEqual([])
    expect(review.verdict.join('')).not.toEqual(partial)
  })

  it('is not one in which a resource has another address by now, or is gone', async () => {
    const moved = changeOf(
      'appliance_category.new',
      { name: 'b' },
      { name: 'b' },
      { previous_address: 'appliance_category.b' },
    )
    const gone = categoryChange('c', [], null)
    const further = managed('appliance_category.new', 'appliance_category.b', 'appliance_category.c')
    expect(findingsOf(await reviewed([moved, gone], { further }), 'partial-plan')).toEqual([])
  })

  it('shows in the warning of the engine', async () => {
    const warning = {
      severity: 'warning',
      summary: 'Resource targeting is in effect',
      detail: 'You are creating …',
    }
    expect(await findings({}, JSON.stringify({ type: 'diagnostic', diagnostic: warning }))).toEqual({
      said: [
        '! partial-plan: part of the configuration is not included in the plan, for example because of -target',
      ],
      verdict: partial,
    })
  })

  it('lists what is deferred with the reason', async () => {
    const deferred = (address: string, reason: string) => ({
      reason,
      resource_change: { ...changeOf(address, null, {}), index_unknown: true },
    })
    const deferred_changes = [
      deferred('appliance_category.teams["*"]', 'instance_count_unknown'),
      deferred('appliance_category.b', 'deferred_prereq'),
      deferred('appliance_category.a', 'deferred_prereq'),
      deferred('appliance_category.later', 'waiting_for_rain'),
    ]
    const deferred_action_invocations = [
      { reason: 'unknown', action_invocation: { address: 'action.appliance_backup.a' } },
    ]
    const further = managed('appliance_category.ads', 'appliance_category.a')
    expect(
      await findings({ complete: false, deferred_changes, deferred_action_invocations, ...further }),
    ).toEqual({
      said: [
        '! partial-plan: 1 resource deferred to a later plan: count or for_each is known only after an apply: "appliance_category.teams[\\"*\\"]"',
        '! partial-plan: 2 resources deferred to a later plan: it depends on a deferred resource: appliance_category.a, appliance_category.b',
        '! partial-plan: 1 resource deferred to a later plan: waiting_for_rain: appliance_category.later',
        '! partial-plan: 1 action deferred to a later plan: the reason is unknown: action.appliance_backup.a',
      ],
      verdict: partial,
    })
  })

  it('is refused where settings say so', async () => {
    const settings = { findings: { 'partial-plan': 'fatal' } }
    expect((await reviewed([ads], { settings, further: { complete: false } })).outcome).toBe('refused')
  })
})
