import { realpath } from 'node:fs/promises'
import { isAbsolute, join, resolve, sep } from 'node:path'
import { parsedJson } from '@webfilter/appliance-names'
import { z } from 'zod'
import { fileError, isFolder, pathWithin } from '../files'
import { visible } from '../report/phrase'
import { foundText } from '../text-file'

/** A stack that a command line names: by a folder, or by the file of a plan. */
export interface StackArgument {
  /** How reports mention it: unlike any other, and short. */
  readonly name: string
  /** As it was named. */
  readonly path: string
  readonly isFolder: boolean
}

/**
 * The stacks that some paths name, in their order. A folder that CDKTF has synthesized stands for all of its stacks. A path that does not
 * exist is taken for a file.
 *
 * @throws {Error} if a path is named twice, or a manifest cannot be read
 */
export async function stackArguments(paths: readonly string[]): Promise<readonly StackArgument[]> {
  const found: (Omit<StackArgument, 'name'> & { readonly label: readonly string[] })[] = []
  for (const path of paths) {
    const isNamedFolder = await isFolder(path)
    const stacks = isNamedFolder ? await synthesizedStacks(path) : undefined
    if (stacks === undefined) found.push({ path, isFolder: isNamedFolder, label: partsOf(path) })
    for (const { name, folder } of stacks ?? []) {
      found.push({ path: folder, isFolder: true, label: [...partsOf(path), name] })
    }
  }
  const fullPaths = found.map(({ path }) => resolve(path))
  const twice = found.find(({ path }, index) => fullPaths.indexOf(resolve(path)) < index)
  if (twice !== undefined) {
    throw new Error(`${JSON.stringify(twice.path)} is named twice. Specify each plan and each folder once.`)
  }
  const names = namesOf(found)
  return found.map(({ path, isFolder }, index) => ({ name: names[index] ?? path, path, isFolder }))
}

/** Stands for the name of a stack in the values of options. */
export const placeholder = '{stack}'

/** The value of an option for one stack. */
export function forStack(pattern: string, stack: string): string {
  return pattern.replaceAll(placeholder, () => stack)
}

/** The endings of files are left out, unless `oslo.json` lies beside `oslo.tfplan`. */
function namesOf(
  found: readonly { readonly label: readonly string[]; readonly isFolder: boolean }[],
): readonly string[] {
  const withoutEndings = found.map(({ label, isFolder }) =>
    isFolder ? label : [...label.slice(0, -1), (label.at(-1) ?? '').replace(planEnding, '')],
  )
  const isClear = new Set(withoutEndings.map((label) => label.join(sep))).size === found.length
  return shortNames(isClear ? withoutEndings : found.map(({ label }) => label))
}

const planEnding = /(?<=.)(\.(tfplan|plan|json))+$/u

function partsOf(path: string): readonly string[] {
  const parts = resolve(path)
    .split(sep)
    .filter((part) => part !== '')
  return parts.length === 0 ? [sep] : parts
}

/**
 * Names for paths: of each, the shortest end that no other path has. If all paths end alike, as in `berlin/plan.tfplan` and
 * `oslo/plan.tfplan`, that end says nothing and is left out.
 *
 * @param paths the parts of each path, from the root on; no two are equal
 */
export function shortNames(paths: readonly (readonly string[])[]): readonly string[] {
  const telling = withoutCommonEnd(paths)
  const names = telling.map((path) => {
    const end = ends(path).find((name) => telling.every((other) => other === path || !endsWith(other, name)))
    return (end ?? path).join('/')
  })
  return new Set(names).size === names.length ? names : paths.map((path) => path.join('/'))
}

function withoutCommonEnd(paths: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const [first] = paths
  if (first === undefined || paths.length === 1) return paths
  const isCommon = paths.every((path) => path.length > 1 && path.at(-1) === first.at(-1))
  return isCommon ? withoutCommonEnd(paths.map((path) => path.slice(0, -1))) : paths
}

/** The ends of a path, the shortest first. */
function ends(path: readonly string[]): readonly (readonly string[])[] {
  return path.map((_, index) => path.slice(path.length - 1 - index))
}

function endsWith(path: readonly string[], end: readonly string[]): boolean {
  return (
    path.length >= end.length && end.every((part, index) => path[path.length - end.length + index] === part)
  )
}

/** A stack that CDKTF has synthesized. */
interface SynthesizedStack {
  readonly name: string
  /** The folder of its configuration, in which the engine runs. */
  readonly folder: string
}

/**
 * The stacks of a folder that CDKTF has synthesized, such as `cdktf.out`, in the order of its manifest. Folders of stacks that the program
 * no longer declares stay behind, so only the manifest says which stacks there are.
 *
 * @returns undefined for any other folder
 * @throws {Error} if the manifest cannot be read, names no stack, or names a folder elsewhere: an engine would run there, although only
 *   this folder was named
 */
async function synthesizedStacks(folder: string): Promise<readonly SynthesizedStack[] | undefined> {
  const path = join(folder, 'manifest.json')
  const text = await foundText(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return ''
    throw fileError(path, 'cannot be read', 'Check its permissions.', cause)
  })
  const found = parsedJson(text)
  if (!looksLikeManifest.safeParse(found).success) return undefined
  const { data, error } = manifest.safeParse(found)
  if (data === undefined) {
    throw fileError(path, 'is not a manifest that this release can read', 'Synthesize the app again.', error)
  }
  const stacks = Object.entries(data.stacks)
  if (stacks.length === 0) throw fileError(path, 'names no stack', 'Synthesize the app again.', undefined)
  const synthesized: SynthesizedStack[] = []
  for (const [name, { workingDirectory }] of stacks) {
    const inside = join(folder, workingDirectory)
    const what = (await isWithin(folder, workingDirectory))
      ? problemOfName(name)
      : `names the folder "${visible(workingDirectory)}" for the stack "${visible(name)}", which is not in the folder of the manifest`
    if (what !== undefined) throw fileError(path, what, 'Synthesize the app again.', undefined)
    synthesized.push({ name, folder: inside })
  }
  return synthesized
}

/** Whether a path stays in a folder, also where links lead. An engine fails in a folder that does not exist. */
async function isWithin(folder: string, path: string): Promise<boolean> {
  const inside = join(folder, path)
  if (isAbsolute(path) || pathWithin(folder, inside) === undefined) return false
  const place = await realpath(inside).catch(() => undefined)
  return place === undefined || pathWithin(await realpath(folder), place) !== undefined
}

/** A name stands in the paths of options, such as `plans/{stack}.json`. */
function problemOfName(name: string): string | undefined {
  if (!name.split(/[\\/]/u).includes('..')) return undefined
  return `names a stack "${visible(name)}", whose name would lead to another folder`
}

/** Other tools have files of this name as well. */
const looksLikeManifest = z.object({ stacks: z.record(z.string(), z.looseObject({})) })

const manifest = z.object({
  stacks: z.record(z.string().min(1), z.object({ workingDirectory: z.string().min(1) })),
})
