import { ApplianceError, cancellationBeforeSending } from '@webfilter/appliance-client'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import type { ProviderError } from '@webfilter/terraform-plugin'
import { cancellation } from '../../packages/client/src/cancellation'
import { carryOut, type Limited } from '../../src/actions/carry-out'

const invoked = { action: 'test_backup', task: 'save everything' }

/** What a failed action tells, on one line; undefined where it does not fail. */
async function told(
  work: (limited: Limited) => Promise<void>,
  {
    timeout = null,
    signal = new AbortController().signal,
  }: { timeout?: string | null; signal?: AbortSignal } = {},
): Promise<string | undefined> {
  try {
    await carryOut(invoked, { timeout, signal }, work)
    return undefined
  } catch (error) {
    const { code, message, advice } =
      error instanceof ApplianceError ? diagnosticOf(error) : (error as ProviderError).diagnostic
    return `${message} ${advice} [appliance:${code}]`
  }
}

/** Waits until a limit ends it, as the client does. */
function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
}

const lost = () =>
  new ApplianceError({
    kind: 'timeout',
    incident: { is: 'no-answer-in-time', request: 'GET /save', seconds: 3, attempt: 1 },
  })
const refused = () =>
  new ApplianceError({
    kind: 'failed',
    incident: { is: 'failure-reported', request: 'GET /save', status: 200, words: 'DISK_FULL' },
  })

describe('an action', () => {
  it('that does its work tells nothing', async () => {
    expect(await told(async () => {}, { timeout: '1h' })).toBeUndefined()
    // Longer than timers can wait, and a part of a millisecond.
    for (const timeout of ['10000h', '1.5ms', '100ns'])
      expect(await told(async () => {}, { timeout })).toBeUndefined()
  })

  it('whose answer is lost says what may have been done, and how to run it again', async () => {
    const said = await told(async ({ ordering }) => {
      ordering('GET /save')
      throw lost()
    })
    expect(said).toBe(
      'The answer was not complete after 3 seconds; the appliance may still be processing the request. The request was GET /save. ' +
        'GET /save may have reached the appliance, which may or may not save everything. Raise timeout, or lower ' +
        'max_concurrent_requests if the appliance is overloaded, then try again. Check in the console of the appliance whether it did. Terraform does not run an ' +
        'action again by itself: use terraform apply -invoke=action.test_backup.NAME. [appliance:outcome-unknown]',
    )
  })

  it('that is refused, or fails before anything was sent, fails with the words of that', async () => {
    const afterOrder = await told(async ({ ordering }) => {
      ordering('GET /save')
      throw refused()
    })
    expect(afterOrder).toMatch(/"DISK_FULL"[.] .*\[appliance:failure-reported\]$/)
    expect(
      await told(async () => {
        throw lost()
      }),
    ).toMatch(/^The answer was not complete .*\[appliance:no-answer-in-time\]$/)
  })

  it.each(['by Ctrl-C', 'by its timeout'])('that is ended %s says whether anything was sent', async (how) => {
    const limits = () => {
      const controller = new AbortController()
      if (how === 'by Ctrl-C') setImmediate(() => controller.abort())
      return { signal: controller.signal, timeout: how === 'by Ctrl-C' ? '1h' : '1ms' }
    }
    const reason = how === 'by Ctrl-C' ? 'The run was stopped.' : 'The action exceeded its timeout of 1ms.'
    const orderedFirst = await told(async ({ signal, ordering }) => {
      ordering('GET /save')
      await aborted(signal)
      throw cancellation(signal.reason)
    }, limits())
    expect(orderedFirst).toContain(`${reason} GET /save may have reached the appliance`)

    const nothing = `${reason} Nothing was sent that would make the appliance save everything.`
    const whileLooking = await told(async ({ signal }) => {
      await aborted(signal)
      throw cancellation(signal.reason)
    }, limits())
    expect(whileLooking).toContain(nothing)
    expect(whileLooking).toContain('[appliance:action-not-sent]')
    const beforeSending = await told(async ({ signal, ordering }) => {
      ordering('GET /save')
      await aborted(signal)
      throw cancellationBeforeSending(signal.reason)
    }, limits())
    expect(beforeSending).toContain(nothing)
  })
})
