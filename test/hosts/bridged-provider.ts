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
  close(): Promise<void>
}

export async function startBridgedProvider(options: EmulatorOptions = {}): Promise<BridgedProvider> {
  const appliance = await startAppliance(options)
  const environment = { ...process.env, ...appliance.environment, [magicCookie.name]: magicCookie.value }
  const plugin = new PluginProcess([executable], environment)
  const [, , , socketPath = ''] = await plugin.handshake()
  const client = new PluginClient(socketPath)
  const bridge = await Bridge.begin(client, {})
  return {
    appliance,
    bridge,
    async close() {
      await client.shutdown()
      client.close()
      await plugin.exitCode
      await appliance.close()
    },
  }
}
