import { expect, test } from '@jest/globals'
import { type Emulator, startEmulator } from '@webfilter/appliance-emulator'
import type { ApplianceSettings } from '../../src/settings'
import { callerAt, closers, list, signal } from '../routes-asked'

async function started(perSecond: number): Promise<Emulator> {
  const emulator = await startEmulator()
  closers.push(() => emulator.close())
  emulator.faults.set([{ effect: 'too-fast', perSecond }])
  return emulator
}

/** The statuses of so many requests, all asked for at once. */
async function statuses({ urls }: Emulator, count: number, settings: ApplianceSettings) {
  const caller = callerAt(urls.categories, settings)
  const answers = Array.from({ length: count }, () => caller.receive(list, {}, signal))
  return new Set((await Promise.all(answers)).map(({ status }) => status))
}

test('without a limit, requests are sent as fast as they are answered', async () => {
  expect(await statuses(await started(1), 30, {})).toContain(429)
})

test('with a limit of requests a second, no server sees more of them', async () => {
  // Those that are under way may arrive together.
  expect(await statuses(await started(40), 45, { maxRequestsPerSecond: 20 })).toEqual(new Set([200]))
})

test('the wait of a request for its turn does not count toward its timeout', async () => {
  expect(await statuses(await started(40), 4, { maxRequestsPerSecond: 1, timeout: 1_500 })).toEqual(
    new Set([200]),
  )
})
