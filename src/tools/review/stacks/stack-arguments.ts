import { resolve, sep } from 'node:path'
import { isFolder } from '../../files'
import { synthesisedStacks } from './cdktf-manifest'
import { shortNames } from './short-names'

/** A stack that a command line names: by a folder, or by the file of a plan. */
export interface StackArgument {
  /** How reports mention it: unlike any other, and short. */
  readonly name: string
  /** As it was named. */
  readonly path: string
  readonly isFolder: boolean
}

/**
 * The stacks that some paths name, in their order. A folder that CDKTF has synthesised stands for all of its stacks. A path that does not
 * exist is taken for a file.
 *
 * @throws {Error} if a path is named twice, or a manifest cannot be read
 */
export async function stackArguments(paths: readonly string[]): Promise<readonly StackArgument[]> {
  const found: (Omit<StackArgument, 'name'> & { readonly label: readonly string[] })[] = []
  for (const path of paths) {
    const isNamedFolder = await isFolder(path)
    const stacks = isNamedFolder ? await synthesisedStacks(path) : undefined
    if (stacks === undefined) found.push({ path, isFolder: isNamedFolder, label: partsOf(path) })
    for (const { name, folder } of stacks ?? []) {
      found.push({ path: folder, isFolder: true, label: [...partsOf(path), name] })
    }
  }
  const fullPaths = found.map(({ path }) => resolve(path))
  const twice = found.find(({ path }, index) => fullPaths.indexOf(resolve(path)) < index)
  if (twice !== undefined) {
    throw new Error(`${JSON.stringify(twice.path)} is named twice. Name each plan and each folder once.`)
  }
  const names = namesOf(found)
  return found.map(({ path, isFolder }, index) => ({ name: names[index] ?? path, path, isFolder }))
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
