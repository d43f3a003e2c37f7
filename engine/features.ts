import type { Engine } from './find-engine'

/** What only some engines have: the first release of each that has it, and what it is called in a notice. */
export const features = {
  functions: { called: 'Functions of providers', since: { Terraform: '1.8', OpenTofu: '1.7' } },
  movesAcrossTypes: {
    called: 'Moves across types',
    since: { Terraform: '1.8', OpenTofu: '1.10' },
  },
  writeOnlyValues: {
    called: 'Write-only attributes and ephemeral variables',
    since: { Terraform: '1.11', OpenTofu: '1.11' },
  },
  identities: { called: 'Imports by identity', since: { Terraform: '1.12', OpenTofu: '1.12' } },
  identitiesAfterFailures: {
    called: 'States that keep the identity after a failed apply',
    since: { Terraform: '1.13', OpenTofu: '1.12' },
  },
  queries: { called: 'Queries, and generated configurations', since: { Terraform: '1.14' } },
  actions: { called: 'Actions', since: { Terraform: '1.14' } },
  callers: { called: 'Actions that refer to `caller`', since: { Terraform: '1.16' } },
  plannedPrivate: {
    called: 'Private data of a plan that are handed to its apply',
    since: { Terraform: '1.16' },
  },
  imitated: { called: 'Comparisons with the imitation of Terraform', since: { Terraform: '1.8' } },
} as const satisfies Readonly<Record<string, Feature>>

interface Feature {
  readonly called: string
  /** Major and minor version; an engine that is not named does not have it in any release so far. */
  readonly since: { readonly [Product in Engine['product']]?: string }
}

export type FeatureName = keyof typeof features

/** Whether an engine has a feature. What a release is before, such as `1.16.0-rc2`, counts as that release. */
export function has({ product, version }: Pick<Engine, 'product' | 'version'>, name: FeatureName): boolean {
  const { since }: Feature = features[name]
  const first = since[product]
  return first !== undefined && numberOf(version) >= numberOf(first)
}

/** Why tests of a feature are skipped under an engine. */
export function noticeOfSkipping({ product, version }: Engine, name: FeatureName): string {
  const { called, since }: Feature = features[name]
  const needed = Object.entries(since).map(([engine, first]) => `${engine} ${first}`)
  return `${called} require ${needed.join(' or ')}: their tests are skipped under ${product} ${version}.`
}

/** Major and minor version as one number. */
function numberOf(version: string): number {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major * 1_000 + minor
}
