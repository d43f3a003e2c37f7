import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { cutByAutonomousService } from '../../appliance/categories/autonomous-spelling'
import { sitesFileMissing, sitesFileNoList, sitesFileUnreadable } from '../../diagnostics/entries/site-files'
import { type InvalidLines, readList, UnreadableList } from '../../sites/read-list'
import type { SiteSet } from '../../sites/site-set'
import { asTable, emptyTable, type SiteTable } from '../../sites/site-table'
import { minus } from '../../sites/table-algebra'
import { ProviderError } from '../../terraform/provider/failures'

/** A file of sites, in memory. */
export interface SiteFile {
  readonly path: string
  readonly bytes: Uint8Array
  readonly taken: TakenSites
  /** Of its bytes, and of how this release reads them: where it is the same, so are the sites. */
  readonly digest: string
}

/** Which sites are taken from a file: any, or only those that the autonomous service stores as they are. */
export type TakenSites = 'any site' | 'uncut sites'

/** The sites of a file, and what it has besides. */
export interface FileContent {
  readonly table: SiteTable
  readonly invalid: InvalidLines
  /** Sites that were not taken, as the autonomous service would store them as others. */
  readonly cut: SiteSet
}

/**
 * Reads a file, relative to the folder in which Terraform runs.
 * @throws {ProviderError} where there is no such file, or it cannot be read
 */
export async function openSiteFile(path: string, taken: TakenSites): Promise<SiteFile> {
  try {
    const bytes = await readFile(path)
    const digest = createHash('sha256').update(bytes).digest('hex')
    return {
      path,
      bytes,
      taken,
      digest: `${readingVersion}:${taken === 'any site' ? 'any' : 'uncut'}:sha256:${digest}`,
    }
  } catch (error) {
    throw unusable(path, error)
  }
}

/**
 * The sites of a file.
 * @throws {ProviderError} where it is no list of sites
 */
export function sitesOfFile({ path, bytes, taken }: SiteFile): FileContent {
  try {
    const { table, invalid } = readList(bytes)
    const cut = asTable(taken === 'any site' ? emptyTable : cutByAutonomousService(table))
    return { table: minus(table, cut), invalid, cut }
  } catch (error) {
    if (error instanceof UnreadableList) {
      const told = sitesFileNoList({ path, found: error.message, advice: error.advice })
      throw new ProviderError(told, { path: ['sites_file'] })
    }
    throw error
  }
}

/** To be raised where a release of the provider reads files in another way, so that they are read anew. */
const readingVersion = 1

function unusable(path: string, error: unknown): ProviderError {
  const code =
    typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error)
  const file = { path, folder: isAbsolute(path) ? undefined : process.cwd() }
  const told = code === 'ENOENT' ? sitesFileMissing({ file }) : sitesFileUnreadable({ file, code })
  return new ProviderError(told, { path: ['sites_file'], cause: error })
}
