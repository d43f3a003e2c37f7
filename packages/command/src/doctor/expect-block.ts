import type { Area } from '@webfilter/appliance-client'
import { aligned, block, commented, quoted } from '../inventory/blocks-in-hcl'

/** What `expect` of the provider block can be for this appliance. */
export interface ExpectableIdentity {
  /** Hardware addresses by the names of interfaces. */
  readonly interfaces: Readonly<Record<string, string>>
  readonly certificateFingerprints: readonly string[]
  /** Areas that neither of the two can check. */
  readonly uncheckedAreas: readonly Area[]
}

/** The lines to copy into the provider block. What may be chosen instead, or besides, is a comment. */
export function expectBlock({
  interfaces,
  certificateFingerprints,
  uncheckedAreas,
}: ExpectableIdentity): string {
  // No configuration can contain half of a character.
  const names = Object.entries(interfaces)
    .filter((texts) => !texts.some((text) => /\p{Surrogate}/u.test(text)))
    .map(([name, address]) => [keyText(name), quoted(address)] as const)
  const list = (texts: readonly string[]) => `[${texts.map(quoted).join(', ')}]`
  const fingerprints = `certificate_fingerprints = ${list(certificateFingerprints)}`
  return block('expect =', [
    ...(names.length > 0 ? [...block('interfaces =', aligned(names)).split('\n')] : []),
    ...(names.length > 0 && certificateFingerprints.length > 0
      ? [commented(`Or besides, until the certificate is renewed:\n${fingerprints}`)].flatMap((text) =>
          text.split('\n'),
        )
      : []),
    ...(names.length === 0 ? [fingerprints] : []),
    ...(uncheckedAreas.length > 0
      ? commented(
          `Required to use areas whose address does not show that it is this appliance:\nunchecked_areas = ${list(uncheckedAreas)}`,
        ).split('\n')
      : []),
  ])
}

function keyText(name: string): string {
  return /^[A-Za-z_][\w-]*$/.test(name) ? name : quoted(name)
}
