import {
  type Call,
  HostFailure,
  invokeAsHost,
  planAsHost,
  problemsOfActionSchemas,
  type RequestOf,
  type ResponseOf,
  validateWithoutBlockAsHost,
} from '@webfilter/terraform-plugin/testing'

import {
  type ServedProvider,
  servedProvider,
} from '../../packages/terraform-plugin/test/provider/served-provider'

type Event = ResponseOf<'InvokeAction'>

const progress: Event = { type: { case: 'progress', value: { message: 'half way' } } }
const completed: Event = { type: { case: 'completed', value: { diagnostics: [] } } }
const action = { actionType: 'test_backup', config: Uint8Array.of(0x80) }
const withoutBlock = { ...action, config: Uint8Array.of(0xc0) }

let served: ServedProvider | undefined

afterEach(async () => {
  await served?.close()
  served = undefined
})

/** What the host makes of events, the last of which may be followed by something that does not end. */
async function invoked(
  events: readonly Event[],
  atEnd: (call: Call) => Promise<void> = async () => {},
  patience = 10_000,
): Promise<unknown> {
  served = await servedProvider({
    async *InvokeAction(_: RequestOf<'InvokeAction'>, call: Call) {
      yield* events
      await atEnd(call)
    },
  })
  return await invokeAsHost(served.client, action, patience).catch((error: unknown) => error)
}

describe('the host of an action', () => {
  it('takes progress, and then the end', async () => {
    expect(await invoked([progress, completed])).toEqual({ progress: ['half way'], diagnostics: [] })
  })

  it.each([
    ['panics at an event that says nothing', [{}], 'panics'],
    ['takes a stream without an end for a success', [progress], 'takes the action for a success'],
    ['is told of the end twice', [completed, completed], 'follows the one'],
    ['is told of progress after the end', [completed, progress], 'follows the one'],
  ])('fails a handler by which it %s', async (_, events, failure) => {
    const thrown = await invoked(events)
    expect(thrown).toBeInstanceOf(HostFailure)
    expect(String(thrown)).toContain(failure)
  })

  it('fails a handler that leaves the stream open after the end', async () => {
    const untilAborted = (call: Call) =>
      new Promise<void>((resolve) => call.signal.addEventListener('abort', () => resolve()))
    expect(String(await invoked([completed], untilAborted, 100))).toContain('The host hangs')
  })

  it('is told what a handler throws in the event that ends the action', async () => {
    const ended = await invoked([progress], () => Promise.reject(new Error('a bug')))
    expect(ended).toMatchObject({ progress: ['half way'], diagnostics: [{ severity: 'error' }] })
    expect(JSON.stringify(ended)).toContain('a bug')
  })

  it('fails a plan that says something of a block that is not there, or defers', async () => {
    const diagnostics = [{ severity: 'warning', summary: 'Odd', detail: '' }] as const
    served = await servedProvider({ PlanAction: () => ({ diagnostics: [...diagnostics] }) })
    expect(await planAsHost(served.client, action)).toMatchObject(diagnostics)
    await expect(planAsHost(served.client, withoutBlock)).rejects.toThrow(HostFailure)
    await served.close()
    served = await servedProvider({ PlanAction: () => ({ deferred: { reason: 'providerConfigUnknown' } }) })
    await expect(planAsHost(served.client, action)).rejects.toThrow('is deferred')
  })

  it('fails a validation that says something of a block that is not there', async () => {
    const diagnostics = [{ severity: 'warning', summary: 'Odd', detail: '' }] as const
    served = await servedProvider({ ValidateActionConfig: () => ({ diagnostics: [...diagnostics] }) })
    await expect(validateWithoutBlockAsHost(served.client, action)).rejects.toThrow(HostFailure)
    await served.close()
    served = await servedProvider({ ValidateActionConfig: () => ({ diagnostics: [] }) })
    await expect(validateWithoutBlockAsHost(served.client, action)).resolves.toBeUndefined()
  })

  it('names what is wrong with schemas', () => {
    const attribute = (more: object) => ({
      actionSchemas: { test_backup: { schema: { block: { attributes: [{ name: 'a', ...more }] } } } },
    })
    expect(problemsOfActionSchemas(attribute({ required: true, optional: false }))).toEqual([])
    expect(problemsOfActionSchemas({ actionSchemas: { test_backup: {} } })).toHaveLength(1)
    for (const wrong of [
      { required: false, optional: false },
      { optional: true, required: false, computed: true },
      { optional: true, required: false, deprecationMessage: 'old' },
      { optional: true, required: false, name: 'a-b' },
    ])
      expect(problemsOfActionSchemas(attribute(wrong))).toHaveLength(1)
  })
})
