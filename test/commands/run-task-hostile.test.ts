import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { besideHangingProxy } from '../hanging-proxy'
import { selfSigned } from '../self-signed'
import { FakeRemoteService } from './run-task/remote-service'
import { RunningCommand } from './running-command'

// What a proxy, or a host in place of the one that is meant, may do to a server of run tasks.

jest.setTimeout(60_000)

/** Attempts at a plan. */
const most = 8

describe('appliance run-task', () => {
  let service: FakeRemoteService
  let folder: string
  let command: RunningCommand | undefined

  beforeEach(async () => {
    service = await FakeRemoteService.start()
    folder = await mkdtemp(join(tmpdir(), 'appliance-test-run-task-hostile-'))
    await writeFile(join(folder, 'ca.pem'), service.certificate)
  })

  afterEach(async () => {
    await command?.stop('SIGKILL')
    await service.close()
    await rm(folder, { recursive: true, force: true })
  })

  it.each(['at once', 'when it is asked'] as const)(
    'connects once for each attempt to a proxy that hangs up %s',
    async (moment) => {
      const connections = await besideHangingProxy(moment, async (address) =>
        expect(await messageFor('plans.invalid', { HTTPS_PROXY: address })).not.toContain('secret'),
      )
      expect(connections).toBeGreaterThan(0)
      expect(connections).toBeLessThanOrEqual(most)
    },
  )

  it('sends no token to a host whose certificate it does not trust', async () => {
    const asked: unknown[] = []
    const stranger = createSecureServer(await selfSigned(), ({ headers }, response) => {
      asked.push(headers.authorization)
      response.end()
    })
    let handshakes = 0
    stranger.on('connection', () => {
      handshakes += 1
    })
    stranger.listen(0, '127.0.0.1')
    await once(stranger, 'listening')
    const host = `localhost:${(stranger.address() as AddressInfo).port}`
    try {
      expect(await messageFor(host)).toContain('The plan was not reviewed')
      expect(handshakes).toBeGreaterThan(0)
      expect(asked).toEqual([])
    } finally {
      stranger.close()
    }
  })

  /** Of the verdict on a run whose plan is at a host. */
  async function messageFor(host: string, environment: Readonly<Record<string, string>> = {}) {
    const hosts = [service.apiHost, host].flatMap((each) => ['--allow-host', each])
    command = new RunningCommand(['run-task', '--port', '0', '--timeout', '3s', ...hosts], {
      APPLIANCE_RUN_TASK_KEY: service.key,
      NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
      ...environment,
    })
    const [, url = ''] = /listening on (\S+)/.exec(await command.printed('listening on')) ?? []
    const run = service.run({ further: { plan_json_api_url: `https://${host}/plan` } })
    await service.send(url, run)
    return (await service.verdict(run)).message
  }
})
