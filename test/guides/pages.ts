import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type CommandBlock, commandBlocks } from './command-blocks'

export const root = resolve(__dirname, '../..')

/** README.md and all guides, as paths from the folder of the project. */
export const pages: readonly string[] = [
  'README.md',
  ...readdirSync(join(root, 'docs/guides')).map((name) => `docs/guides/${name}`),
]

export function blocksOf(page: string): readonly CommandBlock[] {
  return commandBlocks(page, readFileSync(join(root, page), 'utf8'))
}

/** Whether a block is run by the tests of this folder. */
export function toRun({ mark }: CommandBlock): boolean {
  return mark === undefined || !/^(needs|run by): /.test(mark)
}
