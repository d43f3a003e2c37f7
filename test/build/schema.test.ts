import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { magicCookie, PluginClient, providerServiceName } from '@webfilter/terraform-plugin/testing'
import { PluginProcess } from '../../packages/terraform-plugin/test/processes/plugin-process'
import { encodedIdentities, encodedSchema } from '../../src/service'

const root = resolve(__dirname, '../..')

let folder: string
let started: PluginProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'schema-'))
})
afterEach(async () => {
  started?.child.kill('SIGKILL')
  await started?.exitCode
  rmSync(folder, { recursive: true, force: true })
})

/** What hosts ask for in every process, before anything else. */
const first = ['GetProviderSchema', 'GetResourceIdentitySchemas'] as const
const encoded = async () => [await encodedSchema(), await encodedIdentities()]

describe('the schemas that the provider returns', () => {
  it('are in a build byte for byte the encoded definitions', async () => {
    expect(await answersOf([join(root, 'dist/provider/terraform-provider-appliance')])).toEqual(
      await encoded(),
    )
  })

  it('need no file of a build that is read after the handshake, except the one that serves the host', async () => {
    cpSync(join(root, 'dist/provider'), folder, { recursive: true })
    for (const name of ['service', 'lossless-json', 'tldts']) rmSync(join(folder, `late/${name}.cjs`))
    expect(await answersOf([join(folder, 'terraform-provider-appliance')])).toEqual(await encoded())
  })

  it('are the same from source, without anything encoded before', async () => {
    expect(await answersOf(['--import', 'tsx', join(root, 'src/main.ts')])).toEqual(await encoded())
  })
})

/** The bytes that a provider answers, which is started with these arguments of node. */
async function answersOf(words: readonly string[]): Promise<readonly Buffer[]> {
  started = new PluginProcess(words, {
    ...process.env,
    TMPDIR: folder,
    [magicCookie.name]: magicCookie.value,
    PLUGIN_CLIENT_CERT: undefined,
  })
  const [, , , socketPath = ''] = await started.handshake()
  const client = new PluginClient(socketPath)
  try {
    const path = (name: string) => `/${providerServiceName}/${name}`
    return await Promise.all(first.map((name) => client.raw(path(name), Buffer.alloc(0))))
  } finally {
    client.close()
  }
}
