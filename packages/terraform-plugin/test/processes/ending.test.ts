import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive } from '../../../../test/acceptance/process-group'
import { callAndWait } from './plugin-caller'
import { pluginFixture } from './plugin-fixture'

const plugins = pluginFixture()

describe('the end', () => {
  const waiting = async () => {
    const { plugin, path, client } = await plugins.connected({ TF_LOG: 'trace' })
    const answer = client.provider('ReadDataSource', { typeName: 'test_wait_for_abort' })
    await plugin.untilLogged('waiting')
    return { plugin, path, answer }
  }

  it('does not come with SIGINT, which the host handles', async () => {
    const { plugin, client } = await plugins.connected()
    plugin.child.kill('SIGINT')
    for (let call = 0; call < 3; call++)
      await expect(client.health('plugin')).resolves.toEqual({ status: 'serving' })
    expect(plugin.child.exitCode).toBeNull()
  })

  it('comes with SIGTERM, after the calls in flight have been answered', async () => {
    const { plugin, path, answer } = await waiting()
    plugin.child.kill('SIGTERM')
    await expect(answer).resolves.toMatchObject({
      diagnostics: [
        {
          severity: 'error',
          summary: 'The process received a signal to terminate.',
          detail: 'Run the same command again to continue.',
        },
      ],
    })
    expect(await plugin.exitCode).toBe(143)
    expect(existsSync(dirname(path))).toBe(false)
    expect(plugin.log).toContainEqual(
      expect.objectContaining({ '@message': 'The provider is told to stop.' }),
    )
  })

  it('comes when the host hangs up without a word, after its calls have come to an end', async () => {
    const { plugin, path } = await plugins.connected({ TF_LOG: 'trace' })
    const host = await callAndWait(path)
    await plugin.untilLogged('waiting')
    host.destroy()
    expect(await plugin.exitCode).toBe(1)
    expect(existsSync(dirname(path))).toBe(false)
    const messages = plugin.log.map((entry) => entry['@message'])
    expect(messages).toContain('The work has come to an end.')
    expect(messages).toContain('The host ended without stopping the provider.')
  })

  it('comes when the host is killed, and with it the reader of the log', async () => {
    const { host, pid, folder } = await hostOf('test_wait_for_abort')
    expect(existsSync(folder)).toBe(true)
    host.kill('SIGKILL')
    await untilEnded(pid)
    expect(existsSync(folder)).toBe(false)
  })

  it('comes with SIGTERM, though a call never comes to an end', async () => {
    const { plugin, path, client } = await plugins.connected({ TF_LOG: 'info' })
    client.provider('ReadDataSource', { typeName: 'test_never_end' }).catch(() => {})
    await plugin.untilLogged('waiting')
    plugin.child.kill('SIGTERM')
    expect(await plugin.exitCode).toBe(143)
    expect(existsSync(dirname(path))).toBe(false)
  })

  it('does not come when the host dials again at once', async () => {
    const { plugin, path, client } = await plugins.connected()
    await client.health('plugin')
    client.close()
    await expect(plugins.client(path).health('plugin')).resolves.toEqual({ status: 'serving' })
    // The host of another plugin is gone from now on: when that one has ended, the time has passed in which this one might have.
    const other = await plugins.connected()
    await other.client.health('plugin')
    other.client.close()
    await other.plugin.exitCode
    expect(plugin.child.exitCode).toBeNull()
  })
})

describe('what a killed process leaves', () => {
  it('is removed by the next one, as soon as it has started', async () => {
    const killed = await plugins.connected()
    const other = await plugins.connected()
    killed.plugin.child.kill('SIGKILL')
    await killed.plugin.exitCode
    expect(existsSync(killed.path)).toBe(true)
    const next = await plugins.connected()
    await next.plugin.until(() => !existsSync(dirname(killed.path)))
    await expect(other.client.health('plugin')).resolves.toEqual({ status: 'serving' })
    expect([other, next].map(({ path }) => existsSync(path))).toEqual([true, true])
  })
})

describe('the end of a process of which a thread is stuck in opening a file', () => {
  const fifo = join(plugins.folder, 'fifo')
  const stuck = { TF_LOG: 'info', TEST_FILE: fifo }

  // Whoever opens it for reading waits for somebody who writes.
  beforeAll(() => execFileSync('mkfifo', [fifo]))

  const opening = async () => {
    const { plugin, path, client } = await plugins.connected(stuck)
    client.provider('ReadDataSource', { typeName: 'test_open' }).catch(() => {})
    await plugin.untilLogged('waiting')
    return { plugin, client, folder: dirname(path) }
  }

  it('comes when the host says goodbye', async () => {
    const { plugin, client, folder } = await opening()
    await client.shutdown()
    await plugin.exitCode
    expect(plugin.child.signalCode).toBe('SIGKILL')
    expect(existsSync(folder)).toBe(false)
  })

  it('comes with SIGTERM', async () => {
    const { plugin, folder } = await opening()
    plugin.child.kill('SIGTERM')
    await plugin.exitCode
    expect(plugin.child.signalCode).toBe('SIGKILL')
    expect(existsSync(folder)).toBe(false)
  })

  it('comes when the host is killed', async () => {
    const { host, pid, folder } = await hostOf('test_open', stuck)
    host.kill('SIGKILL')
    await untilEnded(pid)
    expect(existsSync(folder)).toBe(false)
  })

  it('comes when it crashes', async () => {
    const { plugin, client, folder } = await opening()
    client.provider('ReadDataSource', { typeName: 'test_crash' }).catch(() => {})
    await plugin.exitCode
    expect(plugin.child.signalCode).toBe('SIGKILL')
    expect(plugin.stderr).toContain('panic: terraform-provider-test crashed.')
    expect(existsSync(folder)).toBe(false)
  })
})

/** A host that is a process of its own and has a call of this data source in flight. */
async function hostOf(typeName: string, environment: Readonly<Record<string, string>> = {}) {
  const host = spawn(process.execPath, [plugins.hostExecutable, plugins.executable, typeName], {
    env: { TMPDIR: plugins.folder, TF_LOG: 'trace', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [told] = await once(host.stdout, 'data')
  const [pid, path = ''] = String(told).split(' ')
  return { host, pid: Number(pid), folder: dirname(path) }
}

async function untilEnded(pid: number): Promise<void> {
  for (let attempt = 0; attempt < 1000 && isAlive(pid); attempt++) await delay(20)
  expect(isAlive(pid)).toBe(false)
}
