import { isAbsolute, posix, win32 } from 'node:path'

/** What tells where folders of the user are. */
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
 * They look into `~/.terraform.d/plugins` too. But where a folder `~/.terraform.d` is, OpenTofu takes its configuration from
 * there, so it is not for an installation to make one.
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
