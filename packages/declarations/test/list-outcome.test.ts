import { leavingSites } from '../src/list-outcome'

describe('sites that leave a list', () => {
  it('are removed or stay as the planned on_remove says, which may come with the apply', () => {
    const outcomes = (['remove', 'keep', undefined] as const).map((on_remove) =>
      leavingSites({ fate: 'updated', on_remove }),
    )
    expect(outcomes).toEqual(['removed', 'stay', 'known only after the apply'])
  })

  it('go with it as the state says, and stay if it is only forgotten', () => {
    expect(leavingSites({ fate: 'destroyed', on_destroy: 'remove' })).toBe('removed')
    expect(leavingSites({ fate: 'destroyed', on_destroy: 'keep' })).toBe('stay')
    expect(leavingSites({ fate: 'forgotten' })).toBe('stay')
  })
})
