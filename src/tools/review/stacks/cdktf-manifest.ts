import { readFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { parsedJson } from '@webfilter/appliance-names'
import { z } from 'zod'
import { fileError } from '../../files'
import { pathWithin } from '../places/repository'
import { visible } from '../visible'

/** A stack that CDKTF has synthesised. */
export interface SynthesisedStack {
  readonly name: string
  /** The folder of its configuration, in which the engine runs. */
  readonly folder: string
}

/**
 * The stacks of a folder that CDKTF has synthesised, such as `cdktf.out`, in the order of its manifest. Folders of stacks that the program
 * no longer declares stay behind, so only the manifest says which stacks there are.
 *
 * @returns undefined for any other folder
 * @throws {Error} if the manifest cannot be read, names no stack, or names a folder elsewhere: an engine would run there, although only
 *   this folder was named
 */
export async function synthesisedStacks(folder: string): Promise<readonly SynthesisedStack[] | undefined> {
  const path = join(folder, 'manifest.json')
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return ''
    throw fileError(path, 'cannot be read', 'Check its permissions.', cause)
  })
  const found = parsedJson(text)
  if (!looksLikeManifest.safeParse(found).success) return undefined
  const { data, error } = manifest.safeParse(found)
  if (data === undefined) {
    throw fileError(path, 'is not a manifest that this release can read', 'Synthesise the app again.', error)
  }
  const stacks = Object.entries(data.stacks)
  if (stacks.length === 0) throw fileError(path, 'names no stack', 'Synthesise the app again.', undefined)
  return stacks.map(([name, { workingDirectory }]) => {
    const inside = join(folder, workingDirectory)
    if (!isAbsolute(workingDirectory) && pathWithin(folder, inside) !== undefined)
      return { name, folder: inside }
    const what = `names the folder "${visible(workingDirectory)}" for the stack "${visible(name)}", which is not in the folder of the manifest`
    throw fileError(path, what, 'Synthesise the app again.', undefined)
  })
}

/** Other tools have files of this name as well. */
const looksLikeManifest = z.object({ stacks: z.record(z.string(), z.looseObject({})) })

const manifest = z.object({
  stacks: z.record(z.string().min(1), z.object({ workingDirectory: z.string().min(1) })),
})
