import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { patience } from '../../../src/terraform/plugin/lifetime'
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
          summary: 'The process was told to terminate.',
          detail: 'Run the same command again to go on.',
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
    expect(messages).toContain('The host has gone without saying goodbye.')
  })

  it('comes when the host is killed, and with it the reader of the log', async () => {
    const host = spawn(process.execPath, [plugins.hostExecutable, plugins.executable], {
      env: { TMPDIR: plugins.folder, TF_LOG: 'trace' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(host.stdout, 'data')
    const folder = dirname(String(line).trim())
    expect(existsSync(folder)).toBe(true)
    host.kill('SIGKILL')
    while (existsSync(folder)) await delay(20)
  })

  it('does not come when the host dials again at once', async () => {
    const { plugin, path, client } = await plugins.connected()
    await client.health('plugin')
    client.close()
    await expect(plugins.client(path).health('plugin')).resolves.toEqual({ status: 'serving' })
    // The time after which a host counts as gone is what is tested.
    await delay(patience.forReconnection + 500)
    expect(plugin.child.exitCode).toBeNull()
  })
})
