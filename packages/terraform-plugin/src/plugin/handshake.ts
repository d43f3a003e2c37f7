import type { ListeningAddress } from './listener'

/** The version of go-plugin's own protocol, which is not Terraform's. */
const coreProtocolVersion = 1

/** The plugin protocol that this framework speaks. */
export const protocolVersion = 6

export const magicCookie = {
  name: 'TF_PLUGIN_MAGIC_COOKIE',
  value: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
} as const

/** What a person reads who starts the executable by hand. */
export function explanation(executable: string, address: string): string {
  return [
    `${executable} is a Terraform provider. Terraform and OpenTofu start it themselves: name it in a configuration,`,
    '',
    '  terraform {',
    '    required_providers {',
    `      ${address.split('/').at(-1)} = { source = "${address.split('/').slice(1).join('/')}" }`,
    '    }',
    '  }',
    '',
    'and run terraform init. To keep one process running and attach Terraform to it, start it with --debug.',
    '',
  ].join('\n')
}

/**
 * What the host's offer of protocol versions has against it, or `undefined` where it contains ours.
 * A host that offers nothing takes what it gets.
 *
 * @param offered the value of PLUGIN_PROTOCOL_VERSIONS, such as `6,5`, in any order
 */
export function versionMismatch(offered: string | undefined): string | undefined {
  if (!offered) return undefined
  const versions = offered.split(',').map((version) => version.trim())
  if (versions.includes(String(protocolVersion))) return undefined
  return (
    `The host supports plugin protocol ${versions.join(', ')}, but this provider requires ${protocolVersion}. ` +
    'Use Terraform 1.8 or newer, or OpenTofu 1.7 or newer.'
  )
}

/**
 * The line on standard output that tells the host where to dial and which certificate to trust.
 *
 * @param certificate the DER of the server's certificate; `undefined` when TLS is off
 * @param multiplex whether the host has asked about multiplexing (PLUGIN_MULTIPLEX_GRPC); the answer is no
 */
export function handshakeLine(
  { network, address }: ListeningAddress,
  certificate: Uint8Array | undefined,
  multiplex: boolean,
): string {
  const encoded = certificate ? Buffer.from(certificate).toString('base64').replaceAll('=', '') : ''
  const fields = [coreProtocolVersion, protocolVersion, network, address, 'grpc', encoded]
  return `${[...fields, ...(multiplex ? ['false'] : [])].join('|')}\n`
}
