import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { executableName, type Platform } from './provider-address'

/** What Terraform unpacks for one platform: its files, by their paths with slashes. */
export type ProviderPackage = ReadonlyMap<string, PackageFile>

export interface PackageFile {
  readonly content: Uint8Array
  readonly executable: boolean
}

/** A zip as it is downloaded. */
export interface ProviderArchive {
  readonly version: string
  readonly platform: Platform
  readonly bytes: Uint8Array
}

/** Where a script runs as an executable does, if node is on PATH. */
export const scriptPlatforms: readonly Platform[] = [
  'darwin_amd64',
  'darwin_arm64',
  'linux_amd64',
  'linux_arm64',
]

/**
 * The provider as a script, for any of `scriptPlatforms`: the same bytes wherever it is read. So what V8 made of it when it was
 * built is left out, which is good for one machine only.
 *
 * @param folder the provider as it was built
 */
export function scriptPackage(folder: string, version: string): ProviderPackage {
  const executable = 'terraform-provider-appliance'
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !path.startsWith('late/code/'))
    .sort()
  return new Map(
    paths.map((path) => {
      const name = path === executable ? executableName(version, 'linux_amd64') : path
      return [name, { content: readFileSync(join(folder, path)), executable: path === executable }]
    }),
  )
}
