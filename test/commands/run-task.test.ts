import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { categoryChange, changeOf, numbered, planText } from '../../packages/command/test/review/plans'
import { atNight, isFull } from '../lanes/extent'
import { FakeRemoteService } from './run-task/remote-service'
import { RunningCommand } from './running-command'

// A fake of the remote service drives the command that was built.

const plan = planText([
  categoryChange('ads', ['old.example'], ['new.example']),
  categoryChange('news', [], ['gov.uk']),
])

/** Milliseconds: at night, a plan of 100 MiB is made, sent and reviewed. */
jest.setTimeout(300_000)

let service: FakeRemoteService
let folder: string
const commands: RunningCommand[] = []

beforeEach(async () => {
  service = await FakeRemoteService.start()
  folder = await mkdtemp(join(tmpdir(), 'appliance-test-run-task-'))
  await writeFile(join(folder, 'ca.pem'), service.certificate)
})

afterEach(async () => {
  for (const command of commands.splice(0)) await command.stop('SIGKILL')
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

/** The command, once it listens, and the address at which it does. */
async function started(
  words: readonly string[] = [],
  key: string = service.key,
  environment: Readonly<Record<string, string>> = {},
) {
  const hosts = ['--allow-host', service.apiHost, '--allow-host', service.storeHost]
  const command = new RunningCommand(['run-task', '--port', '0', ...hosts, ...words], {
    APPLIANCE_RUN_TASK_KEY: key,
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    ...environment,
  })
  commands.push(command)
  const [, url = ''] = /listening on (\S+)/.exec(await command.printed('listening on')) ?? []
  return { command, url }
}

/** Ends the command in order, and checks what must hold after everything. */
async function ended(command: RunningCommand, code = 0) {
  const end = await command.stop('SIGTERM')
  expect(end.code).toBe(code)
  expect(end.stdout + end.stderr).not.toMatch(/token\.of|signed=secret|the key of the run task/)
  expect(service.breaches).toEqual([])
  return end
}

describe('appliance run-task', () => {
  it('takes requests with the right signature, and no others', async () => {
    const { command, url } = await started()
    const run = service.run({ plan })
    expect(await service.send(url, run, null)).toBe(401)
    expect(await service.send(url, run, '')).toBe(401)
    expect(await service.send(url, run, 'f'.repeat(128))).toBe(401)
    expect(await service.send(url, run, 'no digits')).toBe(401)
    expect(await service.send(url, { body: `${run.body} ` }, undefined)).toBe(200)
    expect((await service.verdict(run)).status).toBe('passed')
    const { stdout } = await ended(command)
    expect(stdout).toContain('refused a request without a signature')
    expect(stdout).toContain('refused a request with a wrong signature')
  })

  it('answers the call by which the service tries its address', async () => {
    const { command, url } = await started()
    const body = JSON.stringify({ payload_version: 1, access_token: 'test-token', stage: 'test' })
    expect(await service.send(url, { body })).toBe(200)
    expect(await service.send(url, { body }, null)).toBe(401)
    expect((await ended(command)).stdout).toContain('answered a test call')
  })

  it('refuses what is no request, with the place that is wrong and without its values', async () => {
    const { command, url } = await started()
    const wrong = service.run({ further: { payload_version: 2 } })
    expect(await service.send(url, wrong)).toBe(422)
    expect(await service.send(url, { body: 'no JSON' })).toBe(422)
    expect(await service.send(url, { body: `"${'x'.repeat(300_000)}"` })).toBe(413)
    const injecting = service.run({ further: { access_token: 'token.of\r\nx: y' } })
    expect(await service.send(url, injecting)).toBe(422)
    expect((await ended(command)).stdout).toContain('payload_version')
  })

  it('reports what a plan does, with a part for the review and one for each finding', async () => {
    const { command, url } = await started()
    const run = service.run({ plan, stage: 'pre_apply' })
    expect(await service.send(url, run)).toBe(200)
    const { status, message, outcomes } = await service.verdict(run)
    expect(service.taken(run).map((each) => each.status)).toEqual(['running', 'passed'])
    expect({ status, message }).toEqual({
      status: 'passed',
      message: '1 public suffix, 2 sites added, 1 site removed. 1 warning.',
    })
    expect(outcomes).toMatchObject([
      { 'outcome-id': 'review', tags: { Status: [{ label: 'Passed' }], Severity: [{ label: 'Medium' }] } },
      { 'outcome-id': '1-public-suffix', tags: { Status: [{ label: 'Warning', level: 'warning' }] } },
    ])
    expect(outcomes[0]?.body).toContain('`new.example`')
    expect(outcomes[0]?.body).toContain('### Not part of this review')
    expect(outcomes[0]?.body).toContain('whether the plan is stale')
    expect(outcomes[1]?.body).toContain('`gov.uk`')
    await ended(command)
  })

  it('refuses a plan with a fatal finding, by its settings', async () => {
    const settings = join(folder, 'settings.json')
    await writeFile(settings, JSON.stringify({ findings: { 'public-suffix': 'fatal' } }))
    const { command, url } = await started(['--config', settings])
    const run = service.run({ plan })
    await service.send(url, run)
    const { status, message, outcomes } = await service.verdict(run)
    expect(status).toBe('failed')
    expect(message).toMatch(/^Refused: 1 fatal finding\./)
    expect(outcomes[0]?.tags).toEqual({
      Status: [{ label: 'Refused', level: 'error' }],
      Severity: [{ label: 'High', level: 'error' }],
    })
    await ended(command)
  })

  it('passes what has no plan to review, and a plan without the appliance', async () => {
    const { command, url } = await started()
    const others = [service.run({ stage: 'pre_plan' }), service.run({ stage: 'post_apply' })]
    const foreign = changeOf(
      'random_pet.name',
      null,
      {},
      { provider_name: 'registry.terraform.io/hashicorp/random' },
    )
    const without = service.run({ plan: planText([foreign]) })
    for (const run of [...others, without]) await service.send(url, run)
    for (const run of others)
      expect(await service.verdict(run)).toMatchObject({
        status: 'passed',
        message: expect.stringMatching(/^Nothing to review/),
        outcomes: [],
      })
    expect((await service.verdict(without)).status).toBe('passed')
    await ended(command)
  })

  it('sends outcomes only to a service that shows them', async () => {
    const { command, url } = await started()
    const run = service.run({ plan, outcomes: false })
    await service.send(url, run)
    expect((await service.verdict(run)).outcomes).toEqual([])
    await ended(command)
  })

  it('reviews a request once that is sent again, before its verdict and after it', async () => {
    const { command, url } = await started()
    const run = service.run({ plan })
    expect([await service.send(url, run), await service.send(url, run)]).toEqual([200, 200])
    await service.verdict(run)
    await command.printed('reported passed')
    expect(await service.send(url, run)).toBe(200)
    const { stdout } = await ended(command)
    expect(stdout.match(/not reviewed again/g)).toHaveLength(2)
    expect(service.taken(run).map(({ status }) => status)).toEqual(['running', 'passed'])
  })

  it('reviews a large plan, and answers while it does', async () => {
    const { command, url } = await started()
    const large = planText([
      categoryChange(
        'ads',
        [],
        numbered(isFull ? 1_000_000 : 200_000, 'a-site-of-a-long-list-with-a-number'),
      ),
      ...Array.from({ length: isFull ? 50 : 10 }, (_, index) =>
        changeOf(
          `random_pet.name[${index}]`,
          null,
          { text: 'x'.repeat(2 ** 20) },
          { provider_name: 'other' },
        ),
      ),
    ])
    expect(large.length).toBeGreaterThan((isFull ? 95 : 19) * 2 ** 20)
    const run = service.run({ plan: large })
    await service.send(url, run)
    await service.running(run)
    let [answers, isOver] = [0, false]
    const verdict = service.verdict(run).finally(() => {
      isOver = true
    })
    while (!isOver) {
      expect((await fetch(`${url}/health`)).status).toBe(200)
      answers += 1
    }
    const { status, message } = await verdict
    expect({ status, message: message.split(' sites added, 1')[0] }).toEqual({
      status: 'passed',
      message: isFull ? '1,000,000' : '200,000',
    })
    // A server that reviews on the thread of its requests answers one or two of them.
    expect(answers).toBeGreaterThan(10)
    await ended(command)
  })

  it('reports a plan as failed that is larger than its limit', async () => {
    const { command, url } = await started(['--longest-plan', '1'])
    const announced = service.run({ plan: ' '.repeat(2 ** 20 + 1) })
    const endless = service.run({
      plan: (_, response) => {
        const more = () => {
          while (response.write(' '.repeat(2 ** 16)));
        }
        response.on('drain', more).writeHead(200)
        more()
      },
    })
    for (const run of [announced, endless]) {
      await service.send(url, run)
      expect(await service.verdict(run)).toMatchObject({
        status: 'failed',
        message: expect.stringContaining('more than 1 MiB, the limit of this server'),
      })
    }
    await ended(command)
  })

  it('reports a download as failed that does not end in time', async () => {
    const { command, url } = await started(['--timeout', '2s'])
    const run = service.run({ plan: (_, response) => void response.writeHead(200).write('{') })
    await service.send(url, run)
    expect(await service.verdict(run)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('No verdict within 2 seconds'),
    })
    await ended(command)
  })

  it('tries a download again that breaks off or is not ready, from its beginning', async () => {
    const { command, url } = await started()
    const answers = [204, 503, 'break', 'serve'] as const
    let attempts = 0
    const run = service.run({
      address: (_, response) => {
        const answer = answers[attempts]
        if (typeof answer === 'number') {
          attempts += 1
          response.writeHead(answer).end()
        } else response.writeHead(302, { location: `https://${service.storeHost}/v1/object/run-1` }).end()
      },
      plan: (_, response) => {
        const answer = answers[attempts]
        attempts += 1
        response.writeHead(200, { 'content-length': plan.length })
        if (answer === 'serve') response.end(plan)
        else response.write(plan.slice(0, 10), () => response.destroy())
      },
    })
    await service.send(url, run)
    expect((await service.verdict(run)).status).toBe('passed')
    expect(attempts).toBe(4)
    await ended(command)
  })

  it('reads a plan that something in between compresses with gzip', async () => {
    const { command, url } = await started()
    const run = service.run({
      plan: (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(plan)),
    })
    await service.send(url, run)
    expect((await service.verdict(run)).status).toBe('passed')
    await ended(command)
  })

  it.each<[string, (response: import('node:http').ServerResponse) => void, string]>([
    ['is refused', (response) => response.writeHead(404).end(), 'answered with HTTP status 404'],
    ['is no plan', (response) => response.writeHead(200).end('<html>'), 'neither a saved plan nor JSON'],
    [
      'is compressed',
      (response) => response.writeHead(200, { 'content-encoding': 'br' }).end('{}'),
      'returned an answer which is compressed with br. Check what is between',
    ],
    ['leads nowhere', (response) => response.writeHead(307).end(), 'redirects to no address'],
    [
      'leads in a circle',
      (response) =>
        response.writeHead(307, { location: `https://${service.storeHost}/v1/object/run-1` }).end(),
      'redirects more than 5 times',
    ],
    [
      'leads away from https',
      (response) => response.writeHead(307, { location: `http://${service.storeHost}/` }).end(),
      'an address with http instead of https',
    ],
    [
      'leads to a file',
      (response) => response.writeHead(307, { location: 'file:///etc/passwd' }).end(),
      'The plan is redirected to an address with file instead of https.',
    ],
  ])('reports a download as failed that %s', async (_, answer, said) => {
    const { command, url } = await started()
    const run = service.run({ plan: (_request, response) => answer(response) })
    await service.send(url, run)
    expect(await service.verdict(run)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining(said),
      outcomes: [],
    })
    await ended(command)
  })

  it('asks no host that is not listed, neither at first nor by a redirect', async () => {
    let connections = 0
    const stranger = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
    const address = stranger.address()
    const other = `localhost:${typeof address === 'object' ? address?.port : ''}`
    const { command, url } = await started()
    const redirected = service.run({
      plan: (_, response) => response.writeHead(307, { location: `https://${other}/plan` }).end(),
    })
    const named = service.run({ plan, further: { plan_json_api_url: `https://${other}/plan` } })
    for (const run of [redirected, named]) {
      await service.send(url, run)
      expect(await service.verdict(run)).toMatchObject({
        status: 'failed',
        message: expect.stringContaining(`${other}, a host that is not allowed`),
      })
    }
    const callback = service.run({ plan, further: { task_result_callback_url: `https://${other}/callback` } })
    expect(await service.send(url, callback)).toBe(422)
    const { stdout } = await ended(command)
    expect(stdout).toContain(`The callback of the request is on ${other}, a host that is not allowed.`)
    expect(connections).toBe(0)
    await new Promise((resolve) => stranger.close(resolve))
  })

  it('says of a callback without https that it is one', async () => {
    const { command, url } = await started()
    const callback = `http://${service.apiHost}/callback`
    const run = service.run({ plan, further: { task_result_callback_url: callback } })
    expect(await service.send(url, run)).toBe(422)
    expect((await ended(command)).stdout).toContain(
      `The callback of the request is on ${service.apiHost}, an address with http instead of https.`,
    )
  })

  it('takes a long answer to a report for what its status says', async () => {
    const { command, url } = await started()
    const run = service.run({ plan, longAnswer: true })
    await service.send(url, run)
    await service.verdict(run)
    await command.printed('reported passed')
    await ended(command)
  })

  it('names the proxy through which it could not connect', async () => {
    const words = ['--allow-host', 'plans.invalid']
    const { command, url } = await started(words, service.key, {
      HTTPS_PROXY: 'http://user:secret@127.0.0.1:1',
    })
    const run = service.run({ plan, further: { plan_json_api_url: 'https://plans.invalid/plan' } })
    await service.send(url, run)
    const { message } = await service.verdict(run)
    expect(message).toContain(
      'plans.invalid could not be reached through the proxy 127.0.0.1:1, or broke off: ',
    )
    expect(message).not.toContain('user')
    await ended(command)
  })

  atNight(it)('reviews plans that take much memory one after the other', async () => {
    const { command, url } = await started()
    const crafted = `{"format_version":"1.2","resource_changes":[],"x":[${'{},'.repeat(2 ** 23)}{}]}`
    const runs = [1, 2].map(() => service.run({ plan: crafted }))
    for (const run of runs) await service.send(url, run)
    for (const run of runs) expect((await service.verdict(run)).status).toBe('passed')
    const [, most = ''] =
      /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${command.pid}/status`, 'utf8')) ?? []
    expect(Number(most) / 1024).toBeLessThan(1_300)
    await ended(command)
  })

  it('reviews small plans while a large one waits for another large one', async () => {
    const { command, url } = await started(['--parallelism', '2'])
    const crafted = `{"format_version":"1.2","resource_changes":[],"x":[${'{},'.repeat(2 ** 23)}{}]}`
    const large = [1, 2].map(() => service.run({ plan: crafted }))
    const small = service.run({ plan })
    for (const run of [...large, small]) await service.send(url, run)
    await service.verdict(small)
    for (const run of large) expect(service.taken(run).map(({ status }) => status)).toEqual(['running'])
    for (const run of large) expect((await service.verdict(run)).status).toBe('passed')
    await ended(command)
  })

  it.each([
    ['asks for the health', 'GET /health HTTP/1.1', 200],
    ['asks for what there is not', 'GET /missing HTTP/1.1', 404],
    ['asks for what is no address', 'GET /% HTTP/1.1', 400],
    ['signs nothing', 'POST / HTTP/1.1\r\ncontent-type: text/plain\r\ncontent-length: 0', 401],
    ['expects what is unknown', 'GET /health HTTP/1.1\r\nexpect: anything', 200],
  ])(
    'keeps no connection of a stranger who %s',
    async (_, head, status) => {
      const { command, url } = await started()
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      let answer = ''
      socket.on('data', (bytes) => {
        answer += bytes
      })
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.write(`${head}\r\nhost: localhost\r\n\r\n`)
      await closed
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      await ended(command)
    },
    10_000,
  )

  it('keeps no more connections than it may, and answers again when they are gone', async () => {
    const { command, url } = await started()
    const sockets = Array.from({ length: 600 }, () => connect(Number(new URL(url).port), '127.0.0.1'))
    let closed = 0
    await new Promise<void>((resolve) => {
      for (const socket of sockets)
        socket
          .on('error', () => {})
          .on('close', () => {
            closed += 1
            if (closed === 600 - 512) resolve()
          })
    })
    for (const socket of sockets) socket.destroy()
    const run = service.run({ plan })
    while ((await service.send(url, run).catch(() => 0)) !== 200);
    expect((await service.verdict(run)).status).toBe('passed')
    await ended(command)
  }, 30_000)

  it('says in its log and by its exit code that a verdict was refused', async () => {
    const { command, url } = await started()
    const run = service.run({ plan, refuse: () => 401 })
    await service.send(url, run)
    await command.printed('the verdict could not be reported')
    expect(service.taken(run)).toEqual([])
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ unreported_verdicts: 1 })
    // The service may ask again, and take it then.
    const { stdout } = await ended(command, 1)
    expect(stdout).toMatch(/passed, but the verdict could not be reported: \S+ answered with HTTP status 401/)
  })

  it('reports again what was not taken for a passing reason, and without outcomes where they are not taken', async () => {
    const { command, url } = await started()
    let [failures, refusals] = [0, 0]
    const passing = service.run({
      plan,
      refuse: ({ status }) => (status === 'passed' && ++failures < 3 ? 503 : undefined),
    })
    const plain = service.run({
      plan,
      refuse: ({ outcomes }) => (outcomes.length > 0 && ++refusals ? 422 : undefined),
    })
    for (const run of [passing, plain]) await service.send(url, run)
    expect((await service.verdict(passing)).outcomes).not.toEqual([])
    expect(await service.verdict(plain)).toMatchObject({ status: 'passed', outcomes: [] })
    expect([failures, refusals]).toEqual([3, 1])
    await ended(command)
  })

  it('reports a verdict again after a report that got no answer', async () => {
    const { command, url } = await started()
    let verdicts = 0
    const refuse = ({ status }: { readonly status: string }) =>
      status !== 'running' && ++verdicts === 1 ? 'silent' : undefined
    const run = service.run({ plan, refuse })
    await service.send(url, run)
    expect((await service.verdict(run)).status).toBe('passed')
    expect(verdicts).toBe(2)
    await ended(command)
  })

  it('reports a verdict while many others wait for their next attempt', async () => {
    const { command, url } = await started()
    let isBusy = true
    const waiting = Array.from({ length: 64 }, () =>
      service.run({ stage: 'pre_plan', refuse: () => (isBusy ? 503 : undefined) }),
    )
    const last = service.run({ stage: 'pre_plan' })
    for (const run of [...waiting, last]) await service.send(url, run)
    expect((await service.verdict(last)).status).toBe('passed')
    isBusy = false
    for (const run of waiting) expect((await service.verdict(run)).status).toBe('passed')
    await ended(command)
  }, 60_000)

  it('reports a verdict without its details to a service that calls them a bad request', async () => {
    const { command, url } = await started()
    const run = service.run({ plan, refuse: ({ outcomes }) => (outcomes.length > 0 ? 400 : undefined) })
    await service.send(url, run)
    expect((await service.verdict(run)).status).toBe('passed')
    await ended(command)
  })

  it('reviews the plan of a stage that is not known, and fails where there is none', async () => {
    const settings = join(folder, 'settings.json')
    await writeFile(settings, JSON.stringify({ findings: { 'public-suffix': 'fatal' } }))
    const { command, url } = await started(['--config', settings])
    const run = service.run({ plan, stage: 'post-plan' })
    const empty = service.run({ stage: 'other', further: { plan_json_api_url: null } })
    for (const each of [run, empty]) await service.send(url, each)
    expect((await service.verdict(run)).message).toMatch(/^Refused: 1 fatal finding/)
    expect((await service.verdict(empty)).status).toBe('failed')
    await ended(command)
  })

  it('waits as long as a service asks for, even if that is beyond the longest timer', async () => {
    const { command, url } = await started(['--timeout', '2s'])
    let downloads = 0
    const run = service.run({
      plan: (_request, response) => {
        downloads += 1
        response.writeHead(429, { 'retry-after': '999999999999' }).end()
      },
    })
    await service.send(url, run)
    expect((await service.verdict(run)).message).toContain('No verdict within 2 seconds')
    expect(downloads).toBe(1)
    expect((await ended(command)).stderr).toBe('')
  })

  it('gives two hundred runs at once a verdict each, and downloads few plans at once', async () => {
    const { command, url } = await started(['--parallelism', '3'])
    const runs = Array.from({ length: 200 }, (_, index) =>
      service.run({ plan: planText([categoryChange('ads', [], numbered(index + 1, 'site'))]) }),
    )
    const statuses = await Promise.all(runs.map((run) => service.send(url, run)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    const verdicts = await Promise.all(runs.map((run) => service.verdict(run)))
    expect(verdicts.map(({ message }) => message)).toEqual(
      runs.map((_, index) => `${index + 1} site${index === 0 ? '' : 's'} added.`),
    )
    expect(service.mostDownloads).toBeLessThanOrEqual(3)
    await ended(command)
  })

  it('takes no more runs than it may, so that the service asks again', async () => {
    const { command, url } = await started(['--open-runs', '1'])
    let release = () => {}
    const first = service.run({
      plan: (_, response) => {
        release = () => response.writeHead(200).end(plan)
      },
    })
    const second = service.run({ plan })
    expect(await service.send(url, first)).toBe(200)
    expect(await service.send(url, second)).toBe(503)
    await service.running(first)
    while (service.mostDownloads === 0) await new Promise((resolve) => setImmediate(resolve))
    release()
    await service.verdict(first)
    while ((await service.send(url, second)) === 503);
    expect((await service.verdict(second)).status).toBe('passed')
    await ended(command)
  })

  it('reports open runs as failed when it is ended, also those that wait', async () => {
    const { command, url } = await started(['--parallelism', '1'])
    const runs = Array.from({ length: 5 }, () => service.run({ plan: () => {} }))
    for (const run of runs) await service.send(url, run)
    for (const run of runs) await service.running(run)
    await ended(command)
    for (const run of runs)
      expect(await service.verdict(run)).toMatchObject({
        status: 'failed',
        message: expect.stringContaining('was stopped before the review was complete'),
      })
  })

  it('takes a run up again that is asked for after it was killed and started again', async () => {
    const before = await started()
    const served: (() => void)[] = []
    const run = service.run({
      plan: (_, response) => {
        if (served.push(() => {}) > 1) response.writeHead(200).end(plan)
      },
    })
    await service.send(before.url, run)
    while (served.length === 0)
      await service.running(run).then(() => new Promise((resolve) => setImmediate(resolve)))
    await before.command.stop('SIGKILL')
    // The service has no verdict, and reports an error of its own after its time. A request that it sends again has one.
    expect(service.taken(run).map(({ status }) => status)).toEqual(['running'])
    const { command, url } = await started()
    expect(await service.send(url, run)).toBe(200)
    expect((await service.verdict(run)).status).toBe('passed')
    await ended(command)
  })

  it('serves over TLS', async () => {
    await writeFile(join(folder, 'tls.pem'), service.privateKey)
    const { command, url } = await started([
      '--tls-certificate',
      join(folder, 'ca.pem'),
      '--tls-key',
      join(folder, 'tls.pem'),
    ])
    expect(url).toMatch(/^https:/)
    const run = service.run({ plan })
    expect(await service.send(url, run)).toBe(200)
    expect((await service.verdict(run)).status).toBe('passed')
    await ended(command)
  })

  it('runs as the service file of the example starts it', async () => {
    const unit = await readFile(join(__dirname, '../../examples/run-task/appliance-run-task.service'), 'utf8')
    const [, line = ''] = /^ExecStart=.*appliance\.cjs run-task (.+)$/m.exec(unit) ?? []
    await writeFile(join(folder, 'key'), `${service.key}\n`)
    const words = line
      .replace('--port 8080', '')
      .replace(/\$\{CREDENTIALS_DIRECTORY\}/, folder)
      .split(' ')
    const { command, url } = await started(
      words.filter((word) => word !== ''),
      '',
    )
    const run = service.run({ plan })
    expect(await service.send(url, run)).toBe(200)
    expect((await service.verdict(run)).status).toBe('passed')
    await ended(command)
  })

  it('reads its key from a file as PowerShell writes it', async () => {
    await writeFile(join(folder, 'key'), Buffer.from(`\ufeff${service.key}\r\n`, 'utf16le'))
    const { command, url } = await started(['--key-file', join(folder, 'key')], '')
    const run = service.run({ plan })
    expect(await service.send(url, run)).toBe(200)
    expect((await service.verdict(run)).status).toBe('passed')
    await ended(command)
  })

  it.each([
    [[], 'There is no HMAC key.'],
    [['--key-file', 'missing'], 'cannot be read'],
    [['--tls-key', 'x'], 'needs both --tls-certificate and --tls-key'],
    [['--allow-host', 'https://x'], 'without a scheme'],
    [['--allow-host', '*.example.org'], 'a pattern would match none'],
    [['--timeout', '10m'], 'from 1s to 9m'],
    [['--parallelism', '0'], 'from 1 to 64'],
  ])('does not start with %j', async (words, said) => {
    const key: Readonly<Record<string, string>> =
      words[0] === '--tls-key' ? { APPLIANCE_RUN_TASK_KEY: 'x' } : {}
    const { code, stderr } = await new RunningCommand(['run-task', '--port', '0', ...words], key).ended
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(said) })
  })
})
