import { open, readFile } from 'node:fs/promises'
import { join, posix, resolve } from 'node:path'
import { parsedJson } from '@webfilter/appliance-names'
import { unzipSync } from 'fflate'
import { z } from 'zod'
import { folderOf } from '../configuration/configuration'
import { exists, pathWithin } from '../files'
import type { Places } from './places'

/** What an engine puts into the archive of a saved plan besides the plan. */
export interface SavedPlan {
  /** The files of the root module and of modules in folders, by their paths from the folder of the plan on, with `/`. */
  readonly configuration: ReadonlyMap<string, Uint8Array>
  /** Undefined if it cannot be read, because OpenTofu has encrypted it. */
  readonly state: StateVersion | undefined
}

/** Which state it is, and which version of it. Without a state, both say nothing. */
interface StateVersion {
  readonly lineage: string
  readonly serial: number
}

/** Reads the archive of a saved plan. Undefined for one that is none. */
export function readSavedPlan(archive: Uint8Array): SavedPlan | undefined {
  try {
    const files = unzipSync(archive, {
      filter: ({ name, originalSize }) =>
        originalSize <= longestFile && (name === 'tfstate' || name.startsWith('tfconfig/')),
    })
    return { configuration: configurationIn(files), state: stateVersion(textOf(files.tfstate)) }
  } catch {
    return undefined
  }
}

/** Bytes. */
const longestFile = 2 ** 28

function textOf(content: Uint8Array | undefined): string {
  return Buffer.from(content?.subarray(0, headOfState) ?? []).toString('latin1')
}

/** Bytes of a state in which both engines write its version. */
const headOfState = 1_000

function stateVersion(head: string): StateVersion | undefined {
  const serial = /"serial":\s*(\d+)/.exec(head)?.[1]
  const lineage = /"lineage":\s*"([^"]*)"/.exec(head)?.[1]
  return serial === undefined || lineage === undefined ? undefined : { lineage, serial: Number(serial) }
}

const modulesJson = z.array(z.object({ Key: z.string(), Dir: z.string() }))

/** Without modules that `init` has installed, because they are not files of the repository. */
function configurationIn(files: Readonly<Record<string, Uint8Array>>): ReadonlyMap<string, Uint8Array> {
  const manifest = files['tfconfig/modules.json']
  const modules = modulesJson.safeParse(parsedJson(Buffer.from(manifest ?? []).toString('utf8')))
  const found = new Map<string, Uint8Array>()
  for (const { Key, Dir } of modules.data ?? []) {
    const folder = posix.normalize(Dir.replaceAll('\\', '/'))
    if (folder.split('/').includes('.terraform')) continue
    const prefix = `tfconfig/m-${Key}/`
    for (const [name, content] of Object.entries(files))
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
    const content = await readFile(join(folder, file)).catch(() => undefined)
    // A file that is gone may be one that a pipeline writes before it plans.
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

/**
 * Whether the local state of a folder is another version of the one that was planned with: then the engine calls the plan stale, and
 * applies nothing. A state elsewhere is not asked for: the folder has to be initialized, so that it shows where its state is.
 */
export async function isStateChanged({ state }: SavedPlan, folder: string): Promise<boolean> {
  const data = resolve(folder, process.env.TF_DATA_DIR || '.terraform')
  if (state === undefined || state.lineage === '') return false
  // Without the folder, nothing shows where the state is. The file says that it is elsewhere.
  if (!(await exists(data)) || (await exists(join(data, 'terraform.tfstate')))) return false
  const chosen = await readFile(join(data, 'environment'), 'utf8').catch(() => '')
  const workspace = process.env.TF_WORKSPACE || chosen.trim() || 'default'
  const path = workspace === 'default' ? [] : ['terraform.tfstate.d', workspace]
  const now = stateVersion(await headOf(join(folder, ...path, 'terraform.tfstate')))
  return now !== undefined && now.lineage === state.lineage && now.serial !== state.serial
}

async function headOf(path: string): Promise<string> {
  const file = await open(path).catch(() => undefined)
  if (file === undefined) return ''
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headOfState), 0, headOfState, 0)
    return textOf(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}
