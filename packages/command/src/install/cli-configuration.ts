import { readdir } from 'node:fs/promises'
import { isAbsolute, join, posix, win32 } from 'node:path'
import { tokensOf } from '../configuration/hcl'
import { aligned, block, source } from '../inventory/block'
import { foundText } from '../text-file'

/**
 * The files of the CLI configuration of Terraform or OpenTofu with a `provider_installation` block, and whether it names the folder. If
 * there is one, the engine searches only the folders that it names.
 */
export async function installationRules(surroundings: UserSurroundings, folder: string) {
  const rules: { readonly file: string; readonly namesFolder: boolean }[] = []
  for (const file of await configurationFiles(surroundings)) {
    const rule = installationRule(await foundText(file).catch(() => ''), folder)
    if (rule !== undefined) rules.push({ file, ...rule })
  }
  return rules
}

/** What the text of such a file says of a folder. Undefined without the block. */
export function installationRule(text: string, folder: string) {
  const words = [...tokensOf(text)].map((token) => token.text).filter((word) => word !== '\n')
  const follows = (word: string, next: string) =>
    words.some((each, index) => each === word && words[index + 1] === next)
  const isThere = follows('provider_installation', '{') || follows('"provider_installation"', ':')
  if (!isThere) return undefined
  // As HCL and JSON write it.
  const spellings = [folder, join(folder, '/')].map((path) => JSON.stringify(path))
  return { namesFolder: spellings.some((spelling) => words.includes(spelling)) }
}

/** The block with which a CLI configuration finds the provider in a folder, and all others in their registries. */
export function filesystemInstallation(folder: string): string {
  return installation('filesystem_mirror', ['path', JSON.stringify(folder)])
}

/** The same for a web server. @param url with a slash at its end */
export function networkInstallation(url: string): string {
  return installation('network_mirror', ['url', JSON.stringify(url)])
}

function installation(method: string, place: readonly [name: string, value: string]): string {
  const own = `["${source}"]`
  const mirror = block(method, aligned([place, ['include', own]]))
  return `${block('provider_installation', [mirror, block('direct', [`exclude = ${own}`])])}\n`
}

/** The file for the block, as the documentation of the engines names it. */
export function whereConfigurationIs({ system, environment }: UserSurroundings): string {
  const chosen = chosenFile(environment)
  if (chosen) return chosen
  const [terraform, openTofu] =
    system === 'win32' ? ['%APPDATA%\\terraform.rc', '%APPDATA%\\tofu.rc'] : ['~/.terraformrc', '~/.tofurc']
  return `${terraform} (for OpenTofu ${openTofu}) unless you chose another file`
}

/** The files that Terraform or OpenTofu reads. A file that the environment names replaces all others. */
async function configurationFiles(surroundings: UserSurroundings): Promise<readonly string[]> {
  const { system, home, environment } = surroundings
  const chosen = chosenFile(environment)
  if (chosen) return [chosen]
  if (system === 'win32') {
    const applicationData = environment.APPDATA || join(home, 'AppData', 'Roaming')
    const folder = join(applicationData, 'terraform.d')
    return [
      ...['terraform.rc', 'tofu.rc'].map((name) => join(applicationData, name)),
      ...(await filesOf(folder)),
    ]
  }
  const configuration = environment.XDG_CONFIG_HOME && join(environment.XDG_CONFIG_HOME, 'opentofu')
  return [
    join(home, '.terraformrc'),
    join(home, '.tofurc'),
    ...(await filesOf(join(home, '.terraform.d'))),
    ...(configuration ? [join(configuration, 'tofurc'), ...(await filesOf(configuration))] : []),
  ]
}

function chosenFile(environment: UserSurroundings['environment']): string | undefined {
  return environment.TF_CLI_CONFIG_FILE || environment.TERRAFORM_CONFIG
}

async function filesOf(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => [])
  const ofConfiguration = names.filter((name) => /\.tfrc(\.json)?$/.test(name))
  return ofConfiguration.sort().map((name) => join(folder, name))
}

/** What the folders of a user depend on. */
export interface UserSurroundings {
  /** As `process.platform` has it. */
  readonly system: string
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * The folder in which both Terraform and OpenTofu look for providers before they ask a registry, unless their CLI configuration
 * has a block `provider_installation`.
 *
 * They search `~/.terraform.d/plugins` too. But if the folder `~/.terraform.d` exists, OpenTofu takes its configuration from there, so an
 * installation must not create it.
 */
export function impliedMirror({ system, home, environment }: UserSurroundings): string {
  if (system === 'win32') {
    const applicationData = environment.APPDATA || win32.join(home, 'AppData', 'Roaming')
    return win32.join(applicationData, 'HashiCorp', 'Terraform', 'plugins')
  }
  if (system === 'darwin')
    return posix.join(home, 'Library', 'Application Support', 'io.terraform', 'plugins')
  const { XDG_DATA_HOME: data } = environment
  const dataHome = data && isAbsolute(data) ? data : posix.join(home, '.local', 'share')
  return posix.join(dataHome, 'terraform', 'plugins')
}
