import { realpath } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { type Configuration, folderOf, placeOfResource } from '../configuration/configuration'
import { scanConfiguration } from '../configuration/scan'
import { exists, isFolder, pathWithin } from '../files'
import { type Place, settingsFileName } from '../report/report'

/** What is known of the repository that a plan belongs to. */
export interface Places {
  readonly configuration: Configuration
  /** The `cdktf.json` of the project of which the configuration was written, relative to the root. */
  readonly project: string | undefined
  /** A file for what has no place of its own. */
  readonly standIn: Place
}

/**
 * Reads the configuration of a repository.
 * @param folder the folder in which the engine runs
 * @param chosen the root of the repository, if one was chosen
 * @throws {Error} if the root cannot be the one of the folder
 */
export async function placesIn(folder: string, chosen: string | undefined): Promise<Places> {
  const root = await rootOf(folder, chosen)
  const configuration = await scanConfiguration(root, folder)
  const project = await projectOf(root, configuration)
  return { configuration, project, standIn: { file: project ?? mainFileOf(configuration) } }
}

/**
 * The place of the first of some addresses that has one. What CDKTF wrote is in no repository: its place is the `cdktf.json` of the
 * project, with the path of the construct.
 */
export function placeOfAddresses(
  addresses: readonly string[],
  { configuration, project }: Places,
): Place | undefined {
  for (const address of addresses) {
    const place = placeOfResource(address, configuration)
    if (place === undefined) continue
    const { construct } = place
    return project === undefined ? place : { file: project, ...(construct !== undefined && { construct }) }
  }
  return undefined
}

/** Of a folder with a `cdk.tf.json`. */
async function projectOf(root: string, { folder, files }: Configuration): Promise<string | undefined> {
  if (!files.includes(posix.join(folder, 'cdk.tf.json'))) return undefined
  for (let at = folder; ; at = folderOf(at)) {
    const file = posix.join(at, 'cdktf.json')
    if (await exists(posix.join(root, file))) return file
    if (at === '') return undefined
  }
}

/** The file with which a reader of the configuration begins. Without a configuration: the settings, which belong to the repository too. */
function mainFileOf({ folder, files }: Configuration): string {
  const own = files.filter((file) => folderOf(file) === folder)
  const main = posix.join(folder, 'main.tf')
  return own.includes(main) ? main : (own[0] ?? settingsFileName)
}

/**
 * The root of the repository to which places are relative: the one that was chosen, else the next folder above with `.git` in it, else
 * the folder of the configuration.
 *
 * @throws {Error} if the chosen one is no folder, or does not contain the configuration
 */
async function rootOf(folder: string, chosen: string | undefined): Promise<string> {
  if (chosen === undefined) return (await repositoryAbove(folder)) ?? folder
  if (!(await isFolder(chosen)))
    throw new Error(`${JSON.stringify(chosen)} is not a folder. Specify an existing one with --root.`)
  const [realRoot, realFolder] = [await realpath(chosen), await realpath(folder).catch(() => folder)]
  if (pathWithin(realRoot, realFolder) !== undefined) return chosen
  throw new Error(
    `The folder ${JSON.stringify(folder)} is not below the root ${JSON.stringify(chosen)}. Specify the root of its repository with --root.`,
  )
}

/** The next folder with `.git` in it, the folder itself or one above; undefined outside of a repository. */
export async function repositoryAbove(folder: string): Promise<string | undefined> {
  for (let at = await realpath(folder).catch(() => undefined); at !== undefined; ) {
    // In a work tree, or in a submodule, it is a file.
    if (await exists(join(at, '.git'))) return at
    const above = dirname(at)
    at = above === at ? undefined : above
  }
  return undefined
}
