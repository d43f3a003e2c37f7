import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { status } from '@grpc/grpc-js'
import { InvokeAction } from '../../src/protocol/tfplugin6'
import { Empty } from '../../src/testing/plugin-client'
import { pluginFixture } from './plugin-fixture'

const plugins = pluginFixture()

describe('the services that hosts expect', () => {
  it('report health, and know no other service', async () => {
    const { client } = await plugins.connected()
    await expect(client.health('plugin')).resolves.toEqual({ status: 'serving' })
    await expect(client.health('other')).rejects.toMatchObject({ code: status.NOT_FOUND })
  })

  it('keep the stream of standard output open', async () => {
    const { client } = await plugins.connected()
    const stream = client.grpc.makeServerStreamRequest(
      '/plugin.GRPCStdio/StreamStdio',
      (value: object) => Empty.encode(value),
      (bytes: Buffer) => bytes,
      {},
    )
    const ended = jest.fn()
    stream.on('error', ended)
    stream.on('end', ended)
    // An end of the stream would come before the answer to a later call.
    for (let call = 0; call < 3; call++) await client.health('plugin')
    expect(ended).not.toHaveBeenCalled()
  })

  it('hold the broker open until the host ends it', async () => {
    const { client } = await plugins.connected()
    const stream = client.grpc.makeBidiStreamRequest(
      '/plugin.GRPCBroker/StartStream',
      (value: object) => Empty.encode(value),
      (bytes: Buffer) => bytes,
    )
    stream.resume()
    stream.write({})
    await client.health('plugin')
    stream.end()
    const [result] = await once(stream, 'status')
    expect(result).toMatchObject({ code: status.OK })
  })

  it('answer a request to shut down, then leave nothing behind', async () => {
    const { plugin, path, client } = await plugins.connected()
    await expect(client.shutdown()).resolves.toEqual({})
    expect(await plugin.exitCode).toBe(0)
    expect(existsSync(dirname(path))).toBe(false)
    expect(plugin.stderr).toBe('')
  })
})

describe('the provider', () => {
  it('answers with streams', async () => {
    const { client } = await plugins.connected()
    const stream = client.grpc.makeServerStreamRequest(
      '/tfplugin6.Provider/InvokeAction',
      (value: object) => InvokeAction.request.encode(value),
      (bytes: Buffer) => InvokeAction.response.decode(bytes),
      { actionType: 'test_backup' },
    )
    const events: unknown[] = []
    for await (const event of stream) events.push(event)
    expect(events).toEqual([
      { type: { case: 'progress', value: { message: 'doing test_backup' } } },
      { type: { case: 'completed', value: { diagnostics: [] } } },
    ])
  })

  it('answers the call in which a handler throws with the mistake, and logs where', async () => {
    const { plugin, client } = await plugins.connected({ TF_LOG_PROVIDER_TEST: 'error' })
    const { diagnostics } = await client.provider('ReadDataSource', { typeName: 'test_throw' })
    expect(diagnostics).toMatchObject([
      {
        severity: 'error',
        summary: 'Bug in the provider',
        detail: expect.stringContaining('a mistake in a handler'),
      },
    ])
    await plugin.untilLogged('A call failed unexpectedly.')
    expect(plugin.log).toEqual([
      expect.objectContaining({
        path: '/tfplugin6.Provider/ReadDataSource',
        error: expect.stringMatching(/^Error: a mistake in a handler\n.+ReadDataSource/),
      }),
    ])
    await expect(client.health('plugin')).resolves.toEqual({ status: 'serving' })
  })

  it('that crashes says so in the words that Terraform shows', async () => {
    const { plugin, client, path } = await plugins.connected()
    await client.provider('ReadDataSource', { typeName: 'test_crash' }).catch(() => {})
    expect(await plugin.exitCode).toBe(1)
    expect(plugin.stderr).toMatch(/^panic: terraform-provider-test crashed\./)
    expect(plugin.stderr).toContain('Error: a mistake that nobody catches')
    expect(existsSync(dirname(path))).toBe(false)
  })
})
