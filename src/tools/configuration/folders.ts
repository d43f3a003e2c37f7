import { posix } from 'node:path'
import type { Block } from './configuration'

/** The folder of a file, both relative to the root of the repository with `/`; empty for the root itself. */
export function folderOf(file: string): string {
  const folder = posix.dirname(file)
  return folder === '.' ? '' : folder
}

/** The folder of the module that a block calls, if its source is a path within the repository. */
export function localFolder({ file, attributes }: Block): string | undefined {
  const source = attributes.get('source')
  if (source?.kind !== 'text' || !/^\.\.?(?:\/|$)/u.test(source.text)) return undefined
  const folder = posix.join(folderOf(file), source.text)
  if (folder === '..' || folder.startsWith('../')) return undefined
  return folder === '.' || folder === './' ? '' : folder.replace(/\/$/u, '')
}

/** Whether a file changes the blocks of other files of its folder. */
export function overrides(name: string): boolean {
  return /(?:^|_)override\.(?:tf|tofu)(?:\.json)?$/u.test(name)
}
