import { copyFile, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const quickstart = resolve(__dirname, '../../examples/quickstart')

/** Copies only the configuration: the folder can contain a state of somebody who ran the example there. */
export async function copyQuickstart(folder: string): Promise<void> {
  const files = (await readdir(quickstart)).filter((name) => name.endsWith('.tf'))
  for (const name of files) await copyFile(join(quickstart, name), join(folder, name))
}
