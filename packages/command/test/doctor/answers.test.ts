import { type Emulator, type EmulatorOptions, startEmulator } from '@webfilter/appliance-emulator'
import { checksOf, disproof, examined, failuresOf, settingsFor } from './examined'

let emulator: Emulator | undefined
afterEach(() => emulator?.close())

async function started(options: EmulatorOptions = {}): Promise<Emulator> {
  emulator = await startEmulator(options)
  return emulator
}

test('a wrong key fails once for each area, and is not printed', async () => {
  const report = await examined(settingsFor(await started({ token: 'right' }), { token: 'wrong-key' }))
  const failures = failuresOf(report)
  expect(failures.map(({ check, areas: [area] }) => `${check} ${area}`)).toEqual([
    'access categories',
    'access network',
    'access analysis',
    'access records',
  ])
  expect(failures[0]).toMatchObject({
    hint: expect.stringContaining('Compare token'),
    code: 'caller-refused',
  })
  expect(checksOf(report, 'route', 'network')).toMatchObject([{ status: 'skipped' }])
  expect(JSON.stringify(report)).not.toContain('wrong-key')
})

test.each(['older', 'autonomous'] as const)(
  'a source address that the %s service does not allow fails with what to do',
  async (generation) => {
    const report = await examined(settingsFor(await started({ allowedAddresses: ['192.0.2.9'], generation })))
    expect(checksOf(report, 'access', 'categories')).toMatchObject([
      { status: 'failed', hint: expect.stringContaining('Add the address of this machine') },
    ])
  },
)

test('a page of HTML in place of JSON fails, and disproves what was assumed of the answer', async () => {
  const running = await started()
  running.faults.set([{ effect: 'html', status: 200 }])
  const report = await examined(settingsFor(running))
  expect(checksOf(report, 'route', 'network')).toMatchObject([
    {
      status: 'failed',
      finding: expect.stringContaining('not JSON'),
      hint: expect.stringContaining('REST service'),
      code: 'answer-unreadable',
    },
  ])
  expect(checksOf(report, 'access', 'network')).toMatchObject([{ status: 'skipped' }])
  expect(disproof(report, 'Missing fields of a website analysis')).toMatchObject({
    area: 'analysis',
    because: expect.stringContaining('not JSON'),
  })
})

test('a service that is switched off fails with where to enable it', async () => {
  const running = await started()
  running.faults.set([{ effect: 'disabled', listener: 'categories' }])
  const report = await examined(settingsFor(running))
  expect(checksOf(report, 'route', 'categories')[0]).toMatchObject({
    status: 'failed',
    hint: expect.stringContaining('enable the service'),
  })
})

test('a list without an answer fails once, although the query needs it as well', async () => {
  const running = await started()
  running.faults.set([{ effect: 'status', status: 404, listener: 'categories' }])
  const report = await examined(settingsFor(running))
  expect(checksOf(report, 'route', 'categories')).toMatchObject([
    { status: 'failed', subject: 'GET /categories/list' },
  ])
})

test('a failure is not covered by asking again', async () => {
  const running = await started()
  running.faults.set([{ effect: 'status', status: 503, operation: 'interfaces', times: 1 }])
  const report = await examined(settingsFor(running))
  expect(checksOf(report, 'route', 'network')).toMatchObject([{ status: 'failed' }])
  expect(running.journal.entries().filter(({ listener }) => listener === 'base')).toHaveLength(1)
})

test('a key that the appliance echoes is struck out', async () => {
  const running = await started()
  running.faults.set([{ effect: 'status', status: 500, text: 'no such key: a-secret-of-ours' }])
  const report = await examined(settingsFor(running, { token: 'a-secret-of-ours' }))
  expect(failuresOf(report).length).toBeGreaterThan(0)
  expect(JSON.stringify(report)).not.toContain('a-secret-of-ours')
})

test('the older service is recognized', async () => {
  const report = await examined(settingsFor(await started({ generation: 'older' })))
  expect(checksOf(report, 'generation', 'categories')).toMatchObject([
    { status: 'passed', finding: expect.stringContaining('The older service answers') },
  ])
})

test('the autonomous service alone is warned of, and its missing route is no failure', async () => {
  const report = await examined(settingsFor(await started({ generation: 'autonomous' })))
  expect(report.healthy).toBe(true)
  expect(checksOf(report, 'generation', 'categories')).toMatchObject([
    { status: 'warning', finding: expect.stringContaining('the older routes do not exist') },
  ])
})

test('both generations are recognized where the autonomous one answers the list', async () => {
  const report = await examined(settingsFor(await started({ generation: 'both', list: 'autonomous' })))
  expect(checksOf(report, 'generation', 'categories')).toMatchObject([
    { status: 'passed', finding: expect.stringContaining('the older routes exist') },
  ])
})

test('older routes that the settings ask for and that are missing fail', async () => {
  const settings = settingsFor(await started({ generation: 'autonomous' }), { categoryApi: 'older' })
  expect(failuresOf(await examined(settings))).toMatchObject([{ check: 'generation' }])
})

test('autonomous routes that the settings ask for and that nobody saw are warned of', async () => {
  const settings = settingsFor(await started({ generation: 'older' }), { categoryApi: 'autonomous' })
  expect(checksOf(await examined(settings), 'generation', 'categories')).toMatchObject([
    { status: 'warning' },
  ])
})

test('older routes that the settings rule out are not asked, and the report says so', async () => {
  const running = await started({ generation: 'both', list: 'autonomous' })
  const report = await examined(settingsFor(running, { categoryApi: 'autonomous' }))
  expect(report.healthy).toBe(true)
  expect(checksOf(report, 'generation', 'categories')).toMatchObject([
    { status: 'warning', finding: expect.stringContaining('the older routes are not used') },
  ])
  expect(checksOf(report, 'route', 'categories')).toMatchObject([
    { status: 'passed' },
    {
      status: 'skipped',
      finding: 'GET /categories/query/[domain] was not requested because category_api is "autonomous".',
    },
  ])
  expect(running.journal.entries().filter(({ path }) => path.includes('query'))).toEqual([])
})

test('an autonomous service that answers for unknown routes as real ones do is recognized as alone', async () => {
  const running = await started({ generation: 'autonomous' })
  running.faults.set([
    { effect: 'html', status: 500, error: 'ValueError: query', path: '/categories/query/*' },
  ])
  const report = await examined(settingsFor(running))
  expect(report.healthy).toBe(true)
  expect(checksOf(report, 'generation', 'categories')).toMatchObject([
    { status: 'warning', finding: expect.stringContaining('the older routes do not exist') },
  ])
})

test('names of categories that are alike disprove what is assumed of names', async () => {
  const running = await started()
  for (const name of ['ads', 'trackers']) running.store.create({ name })
  expect(disproof(await examined(settingsFor(running)), 'Names of categories')).toBeUndefined()
  running.store.create({ name: 'ADS' })
  const report = await examined(settingsFor(running))
  expect(disproof(report, 'Names of categories')).toMatchObject({
    because: expect.stringMatching(/contains both "ads" \(\d+\) and "ADS" \(\d+\)\.$/),
  })
  expect(report.healthy).toBe(false)
})
