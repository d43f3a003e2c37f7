import { readdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { pluginFixture } from './plugin-fixture'
import type { PluginProcess } from './plugin-process'

const plugins = pluginFixture()

describe('the handshake', () => {
  it('names a socket in a folder that is closed to others', async () => {
    const plugin = plugins.startHosted()
    const [core, protocol, network, path = '', kind, certificate, ...more] = await plugin.handshake()
    expect([core, protocol, network, kind, certificate, more]).toEqual(['1', '6', 'unix', 'grpc', '', []])
    expect(dirname(dirname(path))).toBe(plugins.folder)
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
    expect(statSync(path).isSocket()).toBe(true)
  })

  it('has a seventh field only for a host that asks about multiplexing', async () => {
    const plugin = plugins.startHosted({ PLUGIN_MULTIPLEX_GRPC: 'true' })
    expect((await plugin.handshake()).slice(6)).toEqual(['false'])
  })

  it('stays the only line on standard output, though a library prints', async () => {
    const { plugin, client } = await plugins.connected({ TF_LOG: 'debug' })
    await client.provider('ReadDataSource', { typeName: 'test_print' })
    await plugin.untilLogged('in two lines')
    expect(plugin.stdout.split('\n')).toHaveLength(2)
    expect(plugin.log).toContainEqual(
      expect.objectContaining({ '@level': 'warn', '@message': 'printed by a library', stream: 'stdout' }),
    )
  })
})

describe('a temporary folder that the socket cannot be in', () => {
  it.each([
    ['is gone', '/tmp/this-folder-does-not-exist'],
    ['has a separator of the handshake in its name', '/tmp/a|b'],
    ['is the working directory by another name', '.'],
  ])('is passed over: one that %s', async (_, TMPDIR) => {
    const plugin = plugins.startHosted({ TMPDIR })
    const fields = await plugin.handshake()
    expect(fields).toHaveLength(6)
    expect(fields[3]).toMatch(/^\/tmp\/terraform-provider-test-\w{6}\/\d+\.sock$/)
    await expect(plugins.client(fields[3] ?? '').provider('GetProviderSchema', {})).resolves.toBeDefined()
  })
})

describe('started in a way that cannot work', () => {
  const lines = async (plugin: PluginProcess) => {
    expect(await plugin.exitCode).toBe(1)
    expect(plugin.stdout).toBe('')
    return plugin.stderr
  }

  it.each([
    ['by hand', {}],
    ['with another cookie', { TF_PLUGIN_MAGIC_COOKIE: 'chocolate' }],
  ])('%s, it explains itself', async (_, environment) => {
    const message = await lines(plugins.start(environment))
    expect(message).toContain('terraform-provider-test is a Terraform provider')
    expect(message).toContain('test = { source = "webfilter/test" }')
    expect(message).toContain('--debug')
  })

  it('by a host that does not speak protocol 6, it says so', async () => {
    const message = await lines(plugins.startHosted({ PLUGIN_PROTOCOL_VERSIONS: '4,5' }))
    expect(message).toContain('The host supports plugin protocol 4, 5, but this provider requires 6.')
  })

  it('with a certificate that is none, it does not fall back to plaintext', async () => {
    const before = readdirSync(plugins.folder)
    const message = await lines(plugins.startHosted({ PLUGIN_CLIENT_CERT: 'no certificate' }))
    expect(message).toMatch(
      /^terraform-provider-test cannot start: PLUGIN_CLIENT_CERT contains no certificate\. .+\n$/,
    )
    expect(readdirSync(plugins.folder)).toEqual(before)
  })

  it.each([
    [{ PLUGIN_PROTOCOL_VERSIONS: '5\u001b[2J\nsecond line\u009b1m' }, 'plugin protocol 5 [2J second line 1m'],
    [{ PLUGIN_UNIX_SOCKET_GROUP: 'a\u001b]0;title\u0007\nb' }, 'the group "a\\u001b]0;title\\u0007\\nb"'],
    [{ PLUGIN_UNIX_SOCKET_DIR: '/tmp/a\u009b31m\u202eb\n' }, '("/tmp/a\\u{9b}31m\\u{202e}b\\n") has'],
  ])('it shows %j of the environment without what a terminal would act upon', async (environment, shown) => {
    const message = await lines(plugins.startHosted(environment))
    expect(message).toContain(shown)
    expect(message).toMatch(/^[ -~\u2018-\u201d]+\n$/)
  })

  it('with a folder for sockets that is too long, it says so', async () => {
    const message = await lines(plugins.startHosted({ PLUGIN_UNIX_SOCKET_DIR: `/tmp/${'long/'.repeat(30)}` }))
    expect(message).toContain('is too long for a socket')
  })
})

describe('the log', () => {
  it('is empty where no level is set', async () => {
    const { plugin, client } = await plugins.connected()
    await client.provider('GetProviderSchema', {})
    await client.shutdown()
    await plugin.exitCode
    expect(plugin.stderr).toBe('')
  })

  it('reaches the host in the form that it reads', async () => {
    const { plugin, client } = await plugins.connected({ TF_LOG: 'INFO' })
    await client.provider('GetProviderSchema', {})
    await plugin.untilLogged('The provider is made.')
    expect(plugin.log).toEqual([
      {
        '@level': 'info',
        '@message': 'The provider is made.',
        '@module': 'provider.test',
        '@timestamp': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      },
    ])
  })
})
