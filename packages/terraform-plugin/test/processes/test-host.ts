import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { magicCookie } from '../../src/plugin/serve-plugin'
import { callAndWait } from './plugin-caller'

/** A host as a process of its own: starts the plugin, has one call in flight, tells the number and the socket of the plugin, and waits to be killed. */
async function runHost(pluginPath: string, typeName: string): Promise<void> {
  const plugin = spawn(process.execPath, [pluginPath], {
    env: { ...process.env, [magicCookie.name]: magicCookie.value },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [handshake] = await once(plugin.stdout, 'data')
  const [, , , path = ''] = String(handshake).split('|')
  await callAndWait(path, typeName)
  await once(plugin.stderr, 'data')
  process.stdout.write(`${plugin.pid} ${path}`)
}

const [, , pluginPath = '', typeName = ''] = process.argv
void runHost(pluginPath, typeName)
