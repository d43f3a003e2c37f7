/** The registries under whose names Terraform and OpenTofu know the source address `webfilter/appliance`. */
export const registries = ['registry.terraform.io', 'registry.opentofu.org'] as const

/** What a configuration names as the source of the provider. */
export const source = 'webfilter/appliance'

/** Names of Terraform for a system and its processor, such as `linux_amd64`. */
export type Platform = `${string}_${string}`

/** @param system as `process.platform` has it; @param processor as `process.arch` has it */
export function platformOf(system: string, processor: string): Platform {
  const systems: Readonly<Record<string, string>> = { win32: 'windows' }
  const processors: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386' }
  return `${systems[system] ?? system}_${processors[processor] ?? processor}`
}

/** How an archive of the provider is called in registries and mirrors. */
export function archiveName(version: string, platform: Platform): string {
  return `terraform-provider-appliance_${version}_${platform}.zip`
}

/** Version and platform that the name of an archive tells; `undefined` where it is no such name. */
export function fromArchiveName(
  name: string,
): { readonly version: string; readonly platform: Platform } | undefined {
  const [, version, system, processor] =
    /^terraform-provider-appliance_(\d[\w.+-]*)_([a-z0-9]+)_([a-z0-9]+)\.zip$/.exec(name) ?? []
  if (version === undefined || system === undefined || processor === undefined) return undefined
  return { version, platform: `${system}_${processor}` }
}

/** How the executable is called, so that Terraform finds it. */
export function executableName(version: string, platform: Platform): string {
  return `terraform-provider-appliance_v${version}${platform.startsWith('windows_') ? '.exe' : ''}`
}

/** The block with which a configuration asks for exactly this version. */
export function requiredProviders(version: string): string {
  return `terraform {
  required_providers {
    appliance = {
      source  = "${source}"
      version = "${version}"
    }
  }
}
`
}
