import { defaultSettings } from '../../src/findings/settings'
import { OpenRuns } from '../../src/run-task/open-runs'
import type { TaskRequest } from '../../src/run-task/request'
import type { TaskResult } from '../../src/run-task/result'

const request: TaskRequest = {
  stage: 'pre_plan',
  token: 'token',
  resultId: 'taskrs-1',
  callback: new URL('https://app.terraform.io/callback'),
  plan: undefined,
  takesOutcomes: true,
  name: 'acme/webfilter run-1',
}

/** Runs whose service never answers a report. */
function runsOfSilentService() {
  const log: string[] = []
  const report = (_: TaskRequest, __: TaskResult, signal: AbortSignal) =>
    new Promise<void>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  const runs = new OpenRuns({
    remote: { plan: async () => '', report },
    settings: defaultSettings,
    parallelism: 2,
    most: 10,
    timeout: 8 * 60_000,
    log: (text) => log.push(text),
  })
  return { runs, log }
}

describe('a verdict that the service does not take', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] })
  })

  afterEach(() => {
    jest.useRealTimers()
  })

  /** Lets time pass, and what follows from it happen. */
  async function pass(milliseconds: number): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    await jest.advanceTimersByTimeAsync(milliseconds)
    await new Promise((resolve) => setImmediate(resolve))
  }

  it('is reported as long as the service waits for it', async () => {
    const { runs, log } = runsOfSilentService()
    expect(runs.take(request)).toBe('taken')
    await pass(9.5 * 60_000)
    expect([runs.size, runs.unreported]).toEqual([1, 0])
    await pass(0.5 * 60_000)
    expect([runs.size, runs.unreported]).toEqual([0, 1])
    expect(log.join()).toContain('did not take it in time')
  })

  it('ends with a server that is stopped, in less time than systemd gives it', async () => {
    const { runs } = runsOfSilentService()
    runs.take(request)
    await pass(60_000)
    const end = runs.end()
    await pass(46_000)
    await end
    expect(runs.unreported).toBe(1)
  })
})
