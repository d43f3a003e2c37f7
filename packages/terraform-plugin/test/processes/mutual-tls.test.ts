import { status } from '@grpc/grpc-js'
import { certificatePem, createCertificate } from '../../src/plugin/certificate'
import { tlsCredentials } from '../../src/testing/plugin-client'
import { pluginFixture } from './plugin-fixture'

const plugins = pluginFixture()

describe('mutual TLS', () => {
  async function started() {
    const host = await createCertificate()
    const plugin = plugins.startHosted({
      PLUGIN_CLIENT_CERT: certificatePem(host.certificate),
      TF_LOG: 'info',
    })
    const [, , , path = '', , certificate = ''] = await plugin.handshake()
    return { plugin, host, path, certificate }
  }

  it('announces a certificate without padding', async () => {
    const { certificate } = await started()
    expect(certificate).toMatch(/^[A-Za-z0-9+/]{400,}$/)
  })

  it('lets the host in', async () => {
    const { path, certificate, host } = await started()
    const client = plugins.client(path, tlsCredentials(certificate, host))
    await expect(client.health('plugin')).resolves.toEqual({ status: 'serving' })
    await expect(client.provider('GetProviderSchema', {})).resolves.toMatchObject({
      resourceSchemas: { test_echo: { block: { attributes: [{ name: 'value' }] } } },
    })
  })

  it('carries large messages', async () => {
    const { path, certificate, host } = await started()
    const client = plugins.client(path, tlsCredentials(certificate, host))
    const msgpack = Buffer.alloc(3_500_000, 'sites ')
    const answer = await client.provider('ReadResource', { typeName: 'test_echo', currentState: { msgpack } })
    expect(answer.newState && msgpack.equals(answer.newState.msgpack)).toBe(true)
  })

  it.each([
    ['no certificate', async () => undefined],
    ['another certificate', () => createCertificate()],
  ])('refuses a client with %s, and goes on serving the host', async (_, certificateOfStranger) => {
    const { plugin, path, certificate, host } = await started()
    const stranger = plugins.client(path, tlsCredentials(certificate, await certificateOfStranger()))
    const answer = stranger.provider('ReadDataSource', { typeName: 'test_wait_for_abort' })
    await expect(answer).rejects.toMatchObject({ code: status.UNAVAILABLE })
    await plugin.untilLogged(
      'Rejected a connection: its certificate is not that of the host that started this provider.',
    )
    expect(plugin.log).not.toContainEqual(expect.objectContaining({ '@message': 'waiting' }))
    const client = plugins.client(path, tlsCredentials(certificate, host))
    await expect(client.health('plugin')).resolves.toEqual({ status: 'serving' })
  })

  it('refuses a client without TLS', async () => {
    const { plugin, path } = await started()
    await expect(plugins.client(path).health('plugin')).rejects.toMatchObject({ code: status.UNAVAILABLE })
    await plugin.untilLogged('Rejected a connection because TLS failed.')
  })

  it('uses a fresh key in each process', async () => {
    const [first, second] = await Promise.all([started(), started()])
    expect(first.certificate).not.toBe(second.certificate)
  })
})
