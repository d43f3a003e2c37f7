import { resolve } from 'node:path'
import type { EmulatorOptions } from '@webfilter/appliance-emulator'
import { Bridge, magicCookie, PluginClient } from '@webfilter/terraform-plugin/testing'
import { PluginProcess } from '../../packages/terraform-plugin/test/processes/plugin-process'
import { startAppliance, type TestAppliance } from '../acceptance/appliance'

const executable = resolve(__dirname, '../../dist/provider/terraform-provider-appliance')

/** The provider that was built, in one process for all that a bridge does, and the appliance that it manages. */
export interface BridgedProvider {
  readonly appliance: TestAppliance
  readonly bridge: Bridge
  /** Another process of the provider for the same appliance. */
  another(): Promise<Bridge>
  close(): Promise<void>
}

export async function startBridgedProvider(options: EmulatorOptions = {}): Promise<BridgedProvider> {
  const appliance = await startAppliance(options)
  const started: (() => Promise<void>)[] = []
  const another = async () => {
    const environment = { ...process.env, ...appliance.environment, [magicCookie.name]: magicCookie.value }
    const plugin = new PluginProcess([executable], environment)
    const [, , , socketPath = ''] = await plugin.handshake()
    const client = new PluginClient(socketPath)
    started.push(async () => {
      await client.shutdown()
      client.close()
      await plugin.exitCode
    })
    return await Bridge.begin(client, {})
  }
  return {
    appliance,
    bridge: await another(),
    another,
    async close() {
      for (const end of started) await end()
      await appliance.close()
    },
  }
}
