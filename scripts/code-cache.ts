import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printed, start } from '../benchmarks/processes'
import { PluginClient, tlsCredentials } from '../engine/plugin-client'
import { provider } from '../src/provider'
import { category } from '../src/resources/category/category'
import { certificatePem, createCertificate } from '../src/terraform/plugin/certificate'
import { magicCookie } from '../src/terraform/plugin/handshake'
import { writeObject } from '../src/terraform/provider/dynamic-value'
import type { Attributes } from '../src/terraform/schema/attribute'
import type { ObjectValue } from '../src/terraform/values/value'

// Runs the provider as a plan of a small configuration does, so that what V8 compiles on the way can be shipped.
const [built = '', node = process.execPath, keepIn = join(built, 'late')] = process.argv.slice(2)

void runOnce()

async function runOnce(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'build-'))
  const appliance = createServer((_, response) => response.end('[]')).listen(0, '127.0.0.1')
  await once(appliance, 'listening')
  const host = await createCertificate({ namedCurve: 'P-521' })
  const child = start(
    node,
    // With seeds of their own, no two runs would give the same bytes.
    ['--hash-seed=1', '--random-seed=1', join(built, 'terraform-provider-appliance')],
    {},
    {
      [magicCookie.name]: magicCookie.value,
      PLUGIN_PROTOCOL_VERSIONS: '6',
      PLUGIN_CLIENT_CERT: certificatePem(host.certificate),
      TMPDIR: folder,
      KEEP_CODE_IN: keepIn,
      NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, 'keep-code.cjs'))}`,
    },
  )
  const exited = once(child, 'exit')
  const [, socketPath = '', certificate = ''] = await printed(child, /^1\|6\|\w+\|(.+)\|grpc\|(.*)\n/)
  const client = new PluginClient(socketPath, tlsCredentials(certificate, host))
  const { port } = appliance.address() as AddressInfo
  await plan(client, `http://127.0.0.1:${port}`)
  await client.shutdown()
  client.close()
  await exited
  appliance.close()
  rmSync(folder, { recursive: true, force: true })
}

async function plan(client: PluginClient, url: string): Promise<void> {
  const typeName = `${provider.name}_${category.name}`
  const settings = writeObject(provider.attributes, withNulls(provider.attributes, { base_url: url }))
  const declared = withNulls(category.attributes, { name: 'one', sites: ['site.example'] })
  const config = writeObject(category.attributes, declared)
  await client.provider('GetProviderSchema', {})
  await client.provider('ValidateProviderConfig', { config: settings })
  await client.provider('ValidateResourceConfig', { typeName, config })
  await client.provider('ConfigureProvider', { config: settings })
  const rawState = { json: Buffer.from(JSON.stringify(declared)) }
  await client.provider('UpgradeResourceState', { typeName, version: category.version ?? 0, rawState })
  await client.provider('ReadResource', { typeName, currentState: config })
  await client.provider('PlanResourceChange', { typeName, config, proposedNewState: config })
}

function withNulls(attributes: Attributes, values: ObjectValue): ObjectValue {
  return { ...Object.fromEntries(Object.keys(attributes).map((name) => [name, null])), ...values }
}
