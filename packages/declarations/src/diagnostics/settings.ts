import type { Incidents } from '@webfilter/appliance-client'
import { caseOf, error, errorCode, warning } from '@webfilter/terraform-plugin/diagnostics'
import { numberText } from '@webfilter/text'
import { counted, settingName, settingWithValue } from './wording'

// Settings of the provider that make requests impossible or unsafe.

export const addressMissing = error(
  'address-missing',
  'An address of the appliance is missing',
  ({ area }: Incidents['address-missing']) => [
    `No address is set for requests of the area ${area}.`,
    area === 'directory'
      ? 'Set endpoints.directory.url, or APPLIANCE_DIRECTORY_URL, to ssh://user@host/path/of/the/socket, to unix:///path/of/the/socket on ' +
        'the appliance itself, or to the http(s) address to which the socket is forwarded.'
      : `Set base_url or endpoints.${area}.url in the configuration, or APPLIANCE_BASE_URL or ` +
        `APPLIANCE_${area.toUpperCase()}_URL in the environment.`,
  ],
  { canBeWarning: true },
)

export const settingUnusable = errorCode('setting-unusable', 'A setting of the provider is invalid', {
  canBeWarning: true,
})

export const addressUnusable = caseOf(
  settingUnusable,
  'An address of the appliance is invalid',
  ({ setting, problem }: Incidents['address-unusable']) => {
    const { name } = setting
    switch (problem.is) {
      case 'not http':
        return [
          `${sentenceAbout(settingWithValue(setting))} is not an http or https address.`,
          `Write ${name} as https://host or https://host:port.`,
        ]
      case 'not ssh':
        return [
          `${sentenceAbout(settingWithValue(setting))} is not an ssh address that can be used.`,
          `Write ${name} as ssh://user@host/path/of/the/socket, or with host:port, and without a password. User, host and path must not begin ` +
            'with a dash, nor contain spaces, colons, percent signs or dollar signs.',
        ]
      case 'more than an address':
        return [
          `${sentenceAbout(settingWithValue(setting))} contains more than a scheme, host, port and path.`,
          `Remove the user, password, query and fragment from ${name}. Credentials belong in token or headers.`,
        ]
      case 'port 0':
        return [
          `${sentenceAbout(settingWithValue(setting))} has port 0, on which nothing can listen.`,
          `Write ${name} with a port from 1 to 65535, or without a port.`,
        ]
      case 'host that cannot be found':
        return [
          `${sentenceAbout(settingWithValue(setting))} has an invalid host: it ${problem.why}.`,
          `Correct the host in ${name}.`,
        ]
    }
  },
)

export const socketPathUnusable = caseOf(
  settingUnusable,
  'The path of a socket is invalid',
  ({ setting, problem }: Incidents['socket-path-unusable']) => {
    const { name } = setting
    return problem === 'not whole'
      ? [
          `${sentenceAbout(settingWithValue(setting))} does not contain the full path of the socket.`,
          `Write ${name} with three slashes, such as unix:///path/of/the/socket.`,
        ]
      : [
          `${sentenceAbout(settingWithValue(setting))} has a path of ${counted(problem.bytes, 'byte')}, and the system allows ${numberText(problem.most)}.`,
          `Move the socket to a shorter path, and set ${name} to it.`,
        ]
  },
)

export const serverNameUnusable = caseOf(
  settingUnusable,
  'No certificate can contain this server name',
  ({ setting, problem }: Incidents['server-name-unusable']) => [
    `${sentenceAbout(settingWithValue(setting))} is not a name that a certificate can contain: it ${problem}.`,
    `Set ${setting.name} to a name in the certificate of the appliance, or remove it.`,
  ],
)

export const headerNameUnusable = caseOf(
  settingUnusable,
  'The name of a header is invalid',
  ({ setting, header }: Incidents['header-name-unusable']) => [
    `${sentenceAbout(settingWithValue(setting))} names a header ${JSON.stringify(header)}, which a request cannot have.`,
    'Choose another name in headers or token_header.',
  ],
)

export const headerValueUnusable = caseOf(
  settingUnusable,
  'A token or header contains invalid characters',
  ({ setting, header }: Incidents['header-value-unusable']) => [
    `${sentenceAbout(settingWithValue(setting))} is sent as the header ${header}, but contains characters that are not allowed in headers.`,
    'Set it again without a line break at its end, and without other characters that are not ASCII, such as the … of an example.',
  ],
)

export const variableMisspelled = warning(
  'variable-misspelled',
  'An environment variable is not a setting of the provider',
  ({ variable, nearest }: { readonly variable: string; readonly nearest: string }) => [
    `The environment variable ${variable} is not a setting of the provider, and has no effect.`,
    `Rename it to ${nearest}, or unset it.`,
  ],
)

export const proxyUnusable = caseOf(
  settingUnusable,
  'The address of a proxy is invalid',
  ({ variable, value }: Incidents['proxy-unusable']) => [
    `The environment variable ${variable} = ${JSON.stringify(value)} is not an http or https address of a proxy.`,
    'Write it as http://host:port, unset it, or add the appliance to NO_PROXY.',
  ],
)

export const pemUnreadable = caseOf(
  settingUnusable,
  'A certificate or key cannot be read',
  ({ setting, holds, reason }: Incidents['pem-unreadable']) => {
    const file = holds === 'certificate' ? 'certificate.pem' : 'key.pem'
    const reader = setting.variable === undefined ? `file("${file}")` : `In a shell, "$(cat ${file})"`
    return [
      `${sentenceAbout(settingWithValue(setting))} is not a readable PEM ${holds} (${reason}).`,
      `Set it to the PEM text itself, from BEGIN to END, rather than to the name of a file. ${reader} returns that text${holds === 'certificate' ? '' : '; the key must not be encrypted'}.`,
    ]
  },
)

export const clientCertificateUnusable = caseOf(
  settingUnusable,
  'The client certificate and its key do not match',
  ({ certificate, key, problem }: Incidents['client-certificate-unusable']) => [
    problem === 'one is missing'
      ? `Only one of the settings ${settingName(certificate)} and ${settingName(key)} is set.`
      : `The key in ${settingName(key)} does not belong to the certificate in ${settingName(certificate)}.`,
    'Set tls.client_certificate to a certificate and tls.client_key to its private key, or remove both.',
  ],
)

export const tlsInsecure = warning('tls-insecure', 'The certificate of the appliance is not verified', () => [
  'With tls.insecure, anyone between Terraform and the appliance can read the token and change the answers.',
  'Set tls.ca_certificate instead.',
])

/** The beginning of a sentence. Names of attributes keep their spelling. */
function sentenceAbout(text: string): string {
  return `The setting ${text}`
}
