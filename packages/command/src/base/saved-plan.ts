import { join, posix } from 'node:path'
import { parsedJson } from '@webfilter/appliance-names'
import { z } from 'zod'
import { folderOf } from '../configuration/configuration'
import { pathWithin, RefusedFile } from '../files'
import { foundFile } from '../text-file'
import { unzipped } from '../zip-archive'
import type { Places } from './places'

/** What an engine puts into the archive of a saved plan besides the plan. */
export interface SavedPlan {
  /** The files of the root module and of modules in folders, by their paths from the folder of the plan on, with `/`. */
  readonly configuration: ReadonlyMap<string, Uint8Array>
}

/** Reads the archive of a saved plan. Undefined for one that is none. */
export function readSavedPlan(archive: Uint8Array): SavedPlan | undefined {
  try {
    const limits = { room: longestConfiguration, depth: 64 }
    return {
      configuration: configurationIn(unzipped(archive, limits, (path) => path.startsWith('tfconfig/'))),
    }
  } catch {
    return undefined
  }
}

/** Bytes of all its files. */
const longestConfiguration = 2 ** 28

const modulesJson = z.array(z.object({ Key: z.string(), Dir: z.string() }))

/** Without modules that `init` has installed, because they are not files of the repository. */
function configurationIn(files: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, Uint8Array> {
  const manifest = files.get('tfconfig/modules.json')
  const modules = modulesJson.safeParse(parsedJson(Buffer.from(manifest ?? []).toString('utf8')))
  const found = new Map<string, Uint8Array>()
  for (const { Key, Dir } of modules.data ?? []) {
    const folder = posix.normalize(Dir.replaceAll('\\', '/'))
    if (folder.split('/').includes('.terraform')) continue
    const prefix = `tfconfig/m-${Key}/`
    for (const [name, content] of files)
      if (name.startsWith(prefix)) found.set(posix.join(folder, name.slice(prefix.length)), content)
  }
  return found
}

/**
 * The files of the configuration that have another content than in the plan, or that are new, by their paths from the folder on. A file outside of
 * the repository is not looked at.
 */
export async function changedConfiguration(
  { configuration }: SavedPlan,
  { root, folder, configuration: now }: Pick<Places, 'root' | 'folder' | 'configuration'>,
): Promise<readonly string[]> {
  const changed: string[] = []
  for (const [file, planned] of configuration) {
    if (pathWithin(root, join(root, now.folder, file)) === undefined) continue
    // A file that is gone may be one that a pipeline writes before it plans.
    const content = await foundFile(join(folder, file), longestConfiguration).catch((error: unknown) =>
      error instanceof RefusedFile ? Buffer.of() : undefined,
    )
    if (content !== undefined && Buffer.compare(content, planned) !== 0) changed.push(file)
  }
  const folders = new Set([...configuration.keys()].map(folderOf))
  const others = now.files.map((file) => posix.relative(now.folder, file))
  const fresh = others.filter(
    (file) => folders.has(folderOf(file)) && !configuration.has(file) && isReadByBoth(file, others),
  )
  return [...changed, ...fresh].sort()
}

/** Only OpenTofu reads `x.tofu`, and then ignores `x.tf`. */
function isReadByBoth(file: string, others: readonly string[]): boolean {
  return /\.tf(?:\.json)?$/u.test(file) && !others.includes(file.replace(/\.tf(?=\.json$|$)/u, '.tofu'))
}
