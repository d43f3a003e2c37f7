import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { protocolSource } from './protocol/protocol-source'

/** Writes the messages and procedures of the plugin protocol from the published proto, which lies beside them. */
async function writeProtocol(): Promise<void> {
  const folder = resolve(__dirname, '../packages/terraform-plugin/src/protocol')
  const proto = await readFile(resolve(folder, 'tfplugin6.proto'), 'utf8')
  await writeFile(resolve(folder, 'tfplugin6.ts'), protocolSource(proto))
}

writeProtocol().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
