import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { pluginFixture } from './plugin-fixture'

const plugins = pluginFixture()

async function debugging(environment: Readonly<Record<string, string>> = {}) {
  const plugin = plugins.start(environment, '--debug')
  await plugin.until(() => plugin.stdout.includes('Ctrl-C'))
  const [, json = ''] = /export TF_REATTACH_PROVIDERS='(.+)'/.exec(plugin.stdout) ?? []
  const reattach = JSON.parse(json)
  return { plugin, reattach, path: reattach['registry.terraform.io/webfilter/test'].Addr.String }
}

describe('debug mode', () => {
  it('tells how to attach Terraform', async () => {
    const { plugin, reattach, path } = await debugging()
    expect(plugin.stdout).toContain('terraform-provider-test is running.')
    expect(reattach).toEqual({
      'registry.terraform.io/webfilter/test': {
        Protocol: 'grpc',
        ProtocolVersion: 6,
        Pid: plugin.child.pid,
        Test: true,
        Addr: { Network: 'unix', String: path },
      },
    })
  })

  it('serves one run after the other', async () => {
    const { plugin, path } = await debugging()
    for (let run = 0; run < 3; run++) {
      const client = plugins.client(path)
      await expect(client.provider('GetProviderSchema', {})).resolves.toHaveProperty(
        'resourceSchemas.test_echo',
      )
      await client.provider('StopProvider', {})
      await client.shutdown()
      client.close()
    }
    expect(plugin.child.exitCode).toBeNull()
  })

  it('makes a provider for each connection, as a host would start a process, and ends it with that one', async () => {
    const { plugin, path } = await debugging({ TF_LOG_PROVIDER: 'info' })
    const logged = (line: string) => plugin.stderr.split(line).length - 1
    const [first, second] = [plugins.client(path), plugins.client(path)]
    for (const client of [first, second, first])
      await client.provider('ReadDataSource', { typeName: 'test_x' })
    expect(logged('The provider is made.')).toBe(2)
    first.close()
    await plugin.until(() => logged('The provider is told to stop.') === 1)
    await second.provider('ReadDataSource', { typeName: 'test_x' })
    expect(logged('The provider is made.')).toBe(2)
  })

  it('lets a provider print', async () => {
    const { plugin, path } = await debugging()
    await plugins.client(path).provider('ReadDataSource', { typeName: 'test_print' })
    await plugin.until(() => plugin.stdout.includes('printed by a library\nin two lines'))
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('ends with %s, after the calls in flight', async (signal) => {
    const { plugin, path } = await debugging()
    const client = plugins.client(path)
    await client.health('plugin')
    const answer = client.provider('ReadDataSource', { typeName: 'test_wait_for_abort' })
    await client.health('plugin')
    plugin.child.kill(signal)
    await expect(answer).resolves.toMatchObject({
      diagnostics: [{ summary: 'The provider was interrupted.' }],
    })
    expect(await plugin.exitCode).toBe(0)
    expect(existsSync(dirname(path))).toBe(false)
  })
})
