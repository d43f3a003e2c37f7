import { error, warning } from '../diagnostic'
import { named, type WrittenSetting, written } from '../written-setting'

// Settings of the provider with which no request can be made, or not a safe one.

export const addressMissing = error(
  'address-missing',
  'No address is set for an area of the appliance',
  ({ area }: { readonly area: string }) => [
    `There is no address to send requests of the area ${area} to.`,
    area === 'directory'
      ? 'Set endpoints.directory.url, or APPLIANCE_DIRECTORY_URL, to unix:///path/of/the/socket, or to the http(s) address it is forwarded to.'
      : `Set base_url or endpoints.${area}.url, in the configuration or as APPLIANCE_BASE_URL or APPLIANCE_${area.toUpperCase()}_URL.`,
  ],
)

/** Why no request can be sent to an address. */
export type AddressProblem =
  | { readonly is: 'not http' | 'more than an address' | 'port 0' }
  /** The rest of a sentence that begins with the host: `has 254 characters`. */
  | { readonly is: 'host that cannot be found'; readonly why: string }

export const addressUnusable = error(
  'address-unusable',
  'An address of the appliance cannot be used',
  ({ setting, problem }: { readonly setting: WrittenSetting; readonly problem: AddressProblem }) => {
    const { name } = setting
    switch (problem.is) {
      case 'not http':
        return [
          `${begun(written(setting))}: this is not an http or https address.`,
          `Write ${name} as https://host or https://host:port.`,
        ]
      case 'more than an address':
        return [
          `${begun(written(setting))}: this holds more than scheme, host, port and path.`,
          `Leave user, password, query and fragment out of ${name}; credentials go into token or headers.`,
        ]
      case 'port 0':
        return [
          `${begun(written(setting))}: this names port 0, at which no listener is.`,
          `Write ${name} with a port from 1 to 65535, or without one.`,
        ]
      case 'host that cannot be found':
        return [
          `${begun(written(setting))}: this names a host that cannot be found, as it ${problem.why}.`,
          `Correct the host in ${name}.`,
        ]
    }
  },
)

export const socketPathUnusable = error(
  'socket-path-unusable',
  'The path of a socket cannot be used',
  ({
    setting,
    problem,
  }: {
    readonly setting: WrittenSetting
    /** How many bytes the path has, and how many the system takes; or that it does not begin at the root. */
    readonly problem: 'not whole' | { readonly bytes: number; readonly most: number }
  }) => {
    const { name } = setting
    return problem === 'not whole'
      ? [
          `${begun(written(setting))}: this names a socket without its full path.`,
          `Write ${name} with three slashes, as unix:///path/of/the/socket.`,
        ]
      : [
          `${begun(written(setting))}: this names a socket whose path has ${problem.bytes} bytes, and the system takes ${problem.most}.`,
          `Have the socket at a shorter path, and write that as ${name}.`,
        ]
  },
)

export const serverNameUnusable = error(
  'server-name-unusable',
  'The name of the server is one that no certificate carries',
  ({ setting, problem }: { readonly setting: WrittenSetting; readonly problem: string }) => [
    `${begun(written(setting))}: no certificate carries this name, as it ${problem}.`,
    `Write ${setting.name} as it stands in the certificate of the appliance, or leave it out.`,
  ],
)

export const headerNameUnusable = error(
  'header-name-unusable',
  'A header has a name that cannot be used',
  ({ setting, header }: { readonly setting: WrittenSetting; readonly header: string }) => [
    `${begun(written(setting))}: no header of a request can have the name ${JSON.stringify(header)}.`,
    'Choose another name in headers or token_header.',
  ],
)

export const headerValueUnusable = error(
  'header-value-unusable',
  'A token or header holds characters that no header can hold',
  ({ setting, header }: { readonly setting: WrittenSetting; readonly header: string }) => [
    `${begun(written(setting))}: the value, which is sent in the header ${header}, holds characters that no header can hold.`,
    'Look for a line break or other invisible character in it, often at its end.',
  ],
)

export const proxyUnusable = error(
  'proxy-unusable',
  'The address of a proxy cannot be used',
  ({ variable, value }: { readonly variable: string; readonly value: string }) => [
    `The environment variable ${variable} = ${JSON.stringify(value)} is no address of a proxy on the way to the appliance.`,
    'Write it as http://host:port, unset it, or name the appliance in NO_PROXY.',
  ],
)

export const pemUnreadable = error(
  'pem-unreadable',
  'A certificate or key cannot be read',
  ({
    setting,
    holds,
    reason,
  }: {
    readonly setting: WrittenSetting
    readonly holds: 'certificate' | 'private key'
    readonly reason: string
  }) => [
    `${begun(written(setting))}: this cannot be read as a ${holds} in PEM (${reason}).`,
    `Give the PEM text itself, from BEGIN to END, and not the name of its file: file("${holds === 'certificate' ? 'certificate' : 'key'}.pem") gives the text. A key must not be encrypted.`,
  ],
)

export const clientCertificateUnusable = error(
  'client-certificate-unusable',
  'The client certificate and its key cannot be used together',
  ({
    certificate,
    key,
    problem,
  }: {
    readonly certificate: WrittenSetting
    readonly key: WrittenSetting
    readonly problem: 'one is missing' | 'do not belong together'
  }) => [
    problem === 'one is missing'
      ? `Of the settings ${named(certificate)} and ${named(key)} only one is set.`
      : `The settings ${named(certificate)} and ${named(key)} do not belong together.`,
    'Set tls.client_certificate to a certificate, and tls.client_key to the private key that it was made for; or neither.',
  ],
)

export const tlsInsecure = warning('tls-insecure', 'Certificates of the appliance are not checked', () => [
  'With tls.insecure anyone on the way can read the token and change the answers.',
  'Set tls.ca_certificate instead.',
])

/** Attributes stand at the beginning of a sentence as they are written. */
function begun(text: string): string {
  return `The setting ${text}`
}
