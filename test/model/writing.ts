import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Configuration } from './configuration'
import type { Address } from './resource-types'

/** How a list is written down. The sites are the same in each way. */
export type Writing = (typeof writings)[number]

export const writings = [
  'inline',
  'inline, oddly spelled',
  'file',
  'file at another path',
  'file in another order',
  'hosts file',
  'file with lines that are not sites',
] as const

/** What happens to a file after the plan was made and before it is applied. */
export type Interference = 'other sites' | 'another order' | 'gone'

/** No configuration declares it, and no category may ever hold it. */
const siteOfNobody = 'written-too-late.example'

interface Written {
  readonly sites: readonly string[]
  readonly writing: Writing
}

export function isInFile({ writing }: Pick<Written, 'writing'>): boolean {
  return writing !== 'inline' && writing !== 'inline, oddly spelled'
}

/** In capitals, with dots behind them, where they are spelled oddly: another spelling means nothing. */
export function inlineSites({ sites, writing }: Written): readonly string[] {
  return sites.map((site) => (writing === 'inline' ? site : `${site.toUpperCase()}.`))
}

export function pathOf(folder: string, address: Address, { writing }: Pick<Written, 'writing'>): string {
  return join(folder, writing === 'file at another path' ? `${address}-moved` : address)
}

/** Writes the files of a configuration. */
export async function writeFiles(folder: string, configuration: Configuration): Promise<void> {
  const inFiles = [...configuration].filter(([, declared]) => isInFile(declared))
  await Promise.all(
    inFiles.map(([address, declared]) => writeFile(pathOf(folder, address, declared), textOf(declared))),
  )
}

/** Changes one of these files behind the back of a plan. */
export async function interfere(
  folder: string,
  address: Address,
  { writing, sites }: Written,
  how: Interference,
): Promise<void> {
  const path = pathOf(folder, address, { writing })
  if (how === 'gone') await rm(path)
  else if (how === 'other sites') await writeFile(path, [...sites, siteOfNobody].join('\n'))
  else await writeFile(path, `# another order\n${sites.toReversed().join('\n')}\n`)
}

/** Lines that are not sites are left out, and so are names that would be stored as another, or that no compile would leave. */
function textOf({ sites, writing }: Written): string {
  if (writing === 'hosts file')
    return sites.map((site, index) => (index % 2 ? `||${site}^` : `0.0.0.0 ${site.toUpperCase()}`)).join('\n')
  if (writing === 'file in another order')
    return `\uFEFF# today\r\n${sites
      .toReversed()
      .map((site) => `${site}. # here\r\n`)
      .join('')}`
  const others = writing === 'file with lines that are not sites' ? ['localhost', 'www.gov.uk', 'co.uk'] : []
  return `${[...others, ...sites].join('\n')}\n`
}
