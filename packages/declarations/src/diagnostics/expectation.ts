import type { Incidents, InterfaceDifference } from '@webfilter/appliance-client'
import { caseOf, error, warning } from '@webfilter/terraform-plugin/diagnostics'
import { settingUnusable } from './settings'

// What `expect` in the provider's settings leads to, and what protects a state from another appliance.

export const applianceNotExpected = error(
  'appliance-not-expected',
  'This is not the expected appliance',
  ({ address, different = [], certificate }: Incidents['appliance-not-expected']) => [
    [
      ...different.map((each) => interfaceText(address, each)),
      ...(certificate
        ? [
            `The certificate of ${address} has the SHA-256 fingerprint ${certificate.found ?? '(none)'}, but expect.certificate_fingerprints ` +
              `contains ${certificate.expected.join(' and ')}.`,
          ]
        : []),
      'Nothing was sent that changes it, and nothing was concluded from its answers.',
    ].join(' '),
    'Check the addresses in the provider block, and that the state and the workspace are those of this appliance. If it is the right one, ' +
      (certificate
        ? 'its certificate was renewed, or a proxy presents its own.'
        : 'its interfaces were renamed, or its hardware was replaced.') +
      ' Then copy the expect block that appliance doctor prints.',
  ],
  { canBeWarning: true },
)

export const applianceNotExpectedAgain = error(
  'appliance-not-expected-again',
  'The request was not sent, because this is not the expected appliance',
  ({ address }: { readonly address: string }) => [
    `A request to ${address} was not sent, because it is not the expected appliance.`,
    'Follow the message of this run with the code appliance-not-expected, which shows the difference.',
  ],
  { canBeWarning: true },
)

function interfaceText(address: string, { name, expected, found, owner }: InterfaceDifference): string {
  const wanted = `expect.interfaces requires ${JSON.stringify(name)} to have ${expected}`
  const elsewhere = owner === undefined ? '' : ` Its interface ${JSON.stringify(owner)} has that address.`
  if (found === undefined)
    return `The appliance at ${address} does not have an interface ${JSON.stringify(name)}, but ${wanted}.${elsewhere}`
  const has = found === '' ? 'without a hardware address' : `with the hardware address ${found}`
  return `The appliance at ${address} has an interface ${JSON.stringify(name)} ${has}, but ${wanted}.${elsewhere}`
}

export const applianceNotIdentified = warning(
  'appliance-not-identified',
  'The appliance was not identified',
  ({
    failure,
  }: {
    /** The message and the advice of the failure. */
    readonly failure: string
  }) => [
    `Whether this is the appliance in expect.interfaces was not checked. ${failure}`,
    'Check that it is the right appliance before you rely on this run. To fail instead, set on_unreachable = "fail" in the provider block.',
  ],
  { group: 'unseen' },
)

export const applianceNotIdentifiable = error(
  'appliance-not-identifiable',
  'The appliance cannot be identified',
  ({
    failure,
  }: {
    /** The message and the advice of the failure. */
    readonly failure: string
  }) => [
    `The interfaces of the appliance cannot be compared with expect.interfaces. ${failure}`,
    'If the appliance cannot list its interfaces, use expect.certificate_fingerprints instead.',
  ],
  { canBeWarning: true },
)

export const areaNotCheckable = error(
  'area-not-checkable',
  'An area of the appliance cannot be checked',
  ({ area, address, because }: Incidents['area-not-checkable']) => [
    because === 'no TLS'
      ? `The area ${area} is at ${address}, an address without TLS, so expect.certificate_fingerprints cannot show whose it is. Nothing was sent.`
      : `The area ${area} is at ${address}, and the area network at ${because.networkAt}, which is another host. So expect.interfaces cannot ` +
        `show whose the area ${area} is. Nothing was sent.`,
    `${
      because === 'no TLS'
        ? 'Add expect.interfaces, or use an https address.'
        : 'Use the same host for both areas, or https and expect.certificate_fingerprints.'
    } If the address is certain to lead to the expected appliance, add ${JSON.stringify(area)} to expect.unchecked_areas.`,
  ],
  { canBeWarning: true },
)

export const expectationEmpty = caseOf(settingUnusable, 'The expected appliance is not described', () => [
  'expect contains neither interfaces nor certificate_fingerprints, so every appliance would pass.',
  'Set one of them. appliance doctor prints the values of an appliance.',
])
