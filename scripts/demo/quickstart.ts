import { copyFile, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const quickstart = resolve(__dirname, '../../examples/quickstart')

/** Copies the configuration alone: whoever runs the example in its own folder has left a state there. */
export async function copyQuickstart(folder: string): Promise<void> {
  const files = (await readdir(quickstart)).filter((name) => name.endsWith('.tf'))
  for (const name of files) await copyFile(join(quickstart, name), join(folder, name))
}
