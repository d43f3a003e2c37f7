import {
  type ApplianceExpectation,
  type ApplianceSettings,
  type EndpointSettings,
  type Log,
  proxySettingsFrom,
  type SshSettings,
  type TlsSettings,
  usualSettings,
} from '@webfilter/appliance-client'
import {
  type Attributes,
  bool,
  integer,
  type KnownConfig,
  removeStaleSocketFolders,
  string,
} from '@webfilter/terraform-plugin'
import { oneOf, partsFor, type Setting, setting, settings, texts, textsByKey } from './setting'
import { userAgentOf } from './user-agent'
import {
  addressOf,
  areaUrl,
  fingerprint,
  hardwareAddress,
  oneOfAreas,
  range,
  removalLimit,
  serverName,
  sshFile,
} from './validators'

/** How the provider reaches an appliance, and what its resources have in common. */
export const providerAttributes = {
  base_url: setting(string, {
    text:
      'Scheme and host of the appliance, such as `https://proxy.example.org`, and the port of its listener for certificates ' +
      'and the network. The other listeners have default ports on this host. Set `endpoints` for one at another address.',
    validate: addressOf,
    environment: 'APPLIANCE_BASE_URL',
    client: (baseUrl) => ({ baseUrl }),
  }),
  token: setting(string, {
    sensitive: true,
    text: 'Secret token for every area whose endpoint has no `token` of its own.',
    environment: 'APPLIANCE_TOKEN',
    client: (token) => ({ token }),
  }),
  token_header: setting(string, {
    text:
      'Name of the header that carries the token. Defaults to `X-Auth-Token`; the listener of the older REST route that adds one ' +
      'site then also receives the token in a header of its own.',
    environment: 'APPLIANCE_TOKEN_HEADER',
    client: (tokenHeader) => ({ tokenHeader }),
  }),
  headers: setting(textsByKey, {
    sensitive: true,
    text: 'Additional headers for every request. The environment variable contains a JSON object.',
    environment: 'APPLIANCE_HEADERS',
    client: (headers) => ({ headers }),
  }),
  endpoints: settings(
    {
      categories: settings(endpoint('CATEGORIES'), {
        text: 'Endpoint for categories of websites. Defaults to port 9503.',
        client: (categories: EndpointSettings) => ({ categories }),
      }),
      categories_legacy: settings(endpoint('CATEGORIES_LEGACY'), {
        text: 'Endpoint for the older REST route that adds one site. Defaults to port 9000.',
        client: (legacy: EndpointSettings) => ({ categories_legacy: legacy }),
      }),
      certificates: settings(endpoint('CERTIFICATES'), {
        text: 'Endpoint for certificates. Defaults to the port of `base_url`.',
        client: (certificates: EndpointSettings) => ({ certificates }),
      }),
      network: settings(endpoint('NETWORK'), {
        text: 'Endpoint for network interfaces and the host name. Defaults to the port of `base_url`.',
        client: (network: EndpointSettings) => ({ network }),
      }),
      analysis: settings(endpoint('ANALYSIS'), {
        text: 'Endpoint for website analysis. Defaults to port 9503.',
        client: (analysis: EndpointSettings) => ({ analysis }),
      }),
      records: settings(endpoint('RECORDS'), {
        text: 'Endpoint for record databases. Defaults to port 9507.',
        client: (records: EndpointSettings) => ({ records }),
      }),
      directory: settings(
        {
          ...endpoint('DIRECTORY', areaUrl),
          // The socket of the directory can be reached over SSH, too.
          ssh: settings(
            {
              config_file: setting(string, {
                text: 'Configuration file that `ssh` reads instead of those of the user and the system.',
                validate: sshFile,
                environment: 'APPLIANCE_SSH_CONFIG_FILE',
                client: (configFile) => ({ configFile }),
              }),
              identity_file: setting(string, {
                text: 'File with the private key for the login. Besides it, `ssh` offers only the keys that `IdentityFile` in its configuration names.',
                validate: sshFile,
                environment: 'APPLIANCE_SSH_IDENTITY_FILE',
                client: (identityFile) => ({ identityFile }),
              }),
              known_hosts_file: setting(string, {
                text: "File with the host key of the appliance. Replaces the user's `known_hosts`.",
                validate: sshFile,
                environment: 'APPLIANCE_SSH_KNOWN_HOSTS_FILE',
                client: (knownHostsFile) => ({ knownHostsFile }),
              }),
            },
            {
              text: 'Files for an `ssh://` address. Without them, `ssh` uses those of the user who runs Terraform.',
              client: (ssh: SshSettings) => ({ ssh }),
            },
          ),
        },
        {
          text:
            'Endpoint for the user directory: `ssh://user@host/path/to/socket`, `unix:///path/to/socket`, or a forwarded `http://…` or ' +
            '`https://…` address. For `ssh://`, the provider starts the OpenSSH client of this machine. It has no default.',
          client: (directory: EndpointSettings) => ({ directory }),
        },
      ),
    },
    {
      text: 'Addresses and tokens of individual areas, if they differ from the default ports on `base_url` and from `token`.',
      client: (endpoints: NonNullable<ApplianceSettings['endpoints']>) => ({ endpoints }),
    },
  ),
  tls: settings(
    {
      ca_certificate: setting(string, {
        text: "PEM certificate of the authority that signed the appliance's certificate. Replaces the default authorities.",
        environment: 'APPLIANCE_CA_CERTIFICATE',
        client: (caCertificate) => ({ caCertificate }),
      }),
      client_certificate: setting(string, {
        text: 'PEM client certificate. Requires `client_key`.',
        environment: 'APPLIANCE_CLIENT_CERTIFICATE',
        client: (clientCertificate) => ({ clientCertificate }),
      }),
      client_key: setting(string, {
        sensitive: true,
        text: 'PEM private key of the client certificate. Requires `client_certificate`.',
        environment: 'APPLIANCE_CLIENT_KEY',
        client: (clientKey) => ({ clientKey }),
      }),
      server_name: setting(string, {
        text: "Host name that the appliance's certificate must carry, if it differs from the host of the URL.",
        validate: serverName,
        environment: 'APPLIANCE_SERVER_NAME',
        client: (serverName) => ({ serverName }),
      }),
      insecure: setting(bool, {
        text: 'Whether to accept any certificate. Anyone on the network path can then read the token and change the answers.',
        fallback: false,
        environment: 'APPLIANCE_INSECURE',
        client: (insecure) => ({ insecure }),
      }),
    },
    { text: 'TLS settings for `https` connections.', client: (tls: TlsSettings) => ({ tls }) },
  ),
  expect: settings(
    {
      interfaces: setting(textsByKey, {
        text:
          'Hardware addresses of network interfaces of the appliance, by the names of the interfaces. The appliance must have all of ' +
          'them; it can have others. The provider asks for them before the first other request. The environment variable contains a ' +
          'JSON object.',
        validateElement: hardwareAddress,
        environment: 'APPLIANCE_EXPECT_INTERFACES',
        client: (interfaces) => ({ interfaces: new Map(Object.entries(interfaces)) }),
      }),
      certificate_fingerprints: setting(texts, {
        text:
          'SHA-256 fingerprints of the certificates of the appliance. Each connection with TLS must present a certificate with one of ' +
          'them, before a request is sent. It need not be signed by a trusted authority if `tls.insecure` is `true`. The environment ' +
          'variable contains a JSON list.',
        validateElement: fingerprint,
        environment: 'APPLIANCE_EXPECT_CERTIFICATE_FINGERPRINTS',
        client: (certificateFingerprints) => ({ certificateFingerprints }),
      }),
      unchecked_areas: setting(texts, {
        text:
          'Areas that the provider uses although it cannot check them, by their names in `endpoints`. Requests to an area that ' +
          'cannot be checked fail, unless it is listed here. The environment variable contains a JSON list.',
        validateElement: oneOfAreas,
        environment: 'APPLIANCE_EXPECT_UNCHECKED_AREAS',
        client: (areas) => ({ uncheckedAreas: new Set(areas) }),
      }),
    },
    {
      text:
        'The appliance that the state is about. If another one answers, each plan and each apply fails before it changes or ' +
        'concludes anything. `appliance doctor` prints the block.',
      client: (expected: Partial<ApplianceExpectation>) => ({ expect: { ...anyAppliance, ...expected } }),
    },
  ),
  timeout: setting(integer, {
    text: 'Number of seconds for one attempt of one request, from connecting to the last byte.',
    validate: range(1, 86_400),
    fallback: usualSettings.timeout / 1_000,
    environment: 'APPLIANCE_TIMEOUT',
    client: (seconds) => ({ timeout: seconds * 1_000 }),
  }),
  retries: setting(integer, {
    text: 'Number of times that a request is repeated after its first failure, if it may be repeated.',
    validate: range(0, 100),
    fallback: usualSettings.retries,
    environment: 'APPLIANCE_RETRIES',
    client: (retries) => ({ retries }),
  }),
  max_concurrent_requests: setting(integer, {
    text: 'Number of requests in progress at the same time. The autonomous category service has 20 threads.',
    validate: range(1, 1_000),
    fallback: usualSettings.maxConcurrentRequests,
    environment: 'APPLIANCE_MAX_CONCURRENT_REQUESTS',
    client: (maxConcurrentRequests) => ({ maxConcurrentRequests }),
  }),
  max_requests_per_second: setting(integer, {
    text:
      'Number of requests that are sent within a second, by each provider block. The default is no limit. The time that a request waits ' +
      'does not count toward `timeout`.',
    validate: range(1, 1_000),
    environment: 'APPLIANCE_MAX_REQUESTS_PER_SECOND',
    client: (maxRequestsPerSecond) => ({ maxRequestsPerSecond }),
  }),
  category_api: setting(oneOf('auto', 'older', 'autonomous'), {
    text:
      'Generation of REST routes that lists categories, adds sites and compiles. `auto` detects it from the list of categories: the ' +
      'older routes return an array, the autonomous service an object. With `autonomous`, the provider never calls the older routes, ' +
      'so it cannot create a category, nor remove, move or look up a site.',
    fallback: usualSettings.categoryApi,
    environment: 'APPLIANCE_CATEGORY_API',
    client: (categoryApi) => ({ categoryApi }),
  }),
  removal_limit: setting(string, {
    text:
      'Greatest number or share of its managed sites that one change of a list may remove, such as `"500"` or `"20%"`. Applies to ' +
      'resources without a `removal_limit` of their own. If you use the environment variable, set it for both the plan and the apply.',
    validate: removalLimit,
    environment: 'APPLIANCE_REMOVAL_LIMIT',
    resources: (removalLimit) => ({ removalLimit }),
  }),
  deletion_protection: settings(
    {
      category: setting(bool, {
        text: 'Whether categories are protected.',
        fallback: false,
        environment: 'APPLIANCE_DELETION_PROTECTION_CATEGORY',
        resources: (category) => ({ category }),
      }),
      category_sites: setting(bool, {
        text: 'Whether lists of sites in categories are protected.',
        fallback: false,
        environment: 'APPLIANCE_DELETION_PROTECTION_CATEGORY_SITES',
        resources: (lists) => ({ category_sites: lists }),
      }),
      ldap_group: setting(bool, {
        text: 'Whether groups of the directory are protected.',
        fallback: false,
        environment: 'APPLIANCE_DELETION_PROTECTION_LDAP_GROUP',
        resources: (groups) => ({ ldap_group: groups }),
      }),
      ldap_member: setting(bool, {
        text: 'Whether members of the directory are protected.',
        fallback: false,
        environment: 'APPLIANCE_DELETION_PROTECTION_LDAP_MEMBER',
        resources: (members) => ({ ldap_member: members }),
      }),
    },
    {
      text:
        'Protection from destroy and replacement of all resources of a type that have no `deletion_protection` of their own. No state ' +
        'contains it: each plan and each apply reads it again. If you use the environment variables, set them for both.',
      resources: (deletionProtection: ProtectedTypes) => ({ deletionProtection }),
    },
  ),
  verify: setting(oneOf('auto', 'full', 'sample', 'none'), {
    text:
      'Number of managed sites that a refresh looks up, for each list whose own `verify` is `auto`. `full` looks up every ' +
      'site, `sample` 2,000 sites, and `none` no site; `auto` is `full` for up to 5,000 sites, and `sample` for more. No ' +
      'state and no plan contains it.',
    fallback: 'auto',
    environment: 'APPLIANCE_VERIFY',
    resources: (verify) => ({ verify }),
  }),
  on_unreachable: setting(oneOf('warn', 'fail'), {
    text:
      'Behavior of a plan that creates something if the appliance cannot be asked whether it already exists, and of each plan and ' +
      'apply if it cannot be asked for what `expect` requires. With `warn`, the run warns that this was not checked. With `fail`, it ' +
      'fails. A failed refresh always fails the plan. Has no effect while the settings of the provider are known only after apply.',
    fallback: 'warn',
    environment: 'APPLIANCE_ON_UNREACHABLE',
    resources: (onUnreachable) => ({ onUnreachable }),
  }),
} as const satisfies {
  readonly [name: string]: Setting<'client', Partial<ApplianceSettings>> | Setting<'resources'>
}

/** A configuration of the provider. */
type ProviderConfig = KnownConfig<typeof providerAttributes>

/**
 * The client's settings for a configuration.
 *
 * @param variableOf the environment variable that an attribute comes from, by the names on the way to it
 * @param terraformVersion of the engine; empty for the command
 */
export function settingsFrom(
  config: ProviderConfig,
  variableOf: (path: readonly string[]) => string | undefined,
  log: Log,
  terraformVersion: string,
): ApplianceSettings {
  return {
    ...partsFor('client', providerAttributes, config),
    sshProgram: process.env.APPLIANCE_SSH || undefined,
    removeStaleFolders: removeStaleSocketFolders,
    proxies: proxySettingsFrom(process.env),
    userAgent: userAgentOf(terraformVersion, process.env),
    log,
    variableOf: (attribute) => variableOf(attribute.split('.')),
  }
}

/** What the resources of a configuration are planned with, besides the appliance. */
export function resourceSettingsFrom(config: ProviderConfig) {
  return partsFor('resources', providerAttributes, config)
}

/** Attributes without which the appliance could not be reached as the provider reaches it. */
export const connectingSettings: readonly string[] = Object.entries(providerAttributes).flatMap(
  ([name, { owner }]) => (owner === 'client' ? [name] : []),
)

/** Whether every appliance fits, so that nothing would be checked. */
export function expectsNothing({ interfaces, certificateFingerprints }: ApplianceExpectation): boolean {
  return interfaces.size === 0 && certificateFingerprints.length === 0
}

const anyAppliance: ApplianceExpectation = {
  interfaces: new Map(),
  certificateFingerprints: [],
  uncheckedAreas: new Set(),
}

/**
 * Environment variables that look like settings of the provider and are none: most of them are misspelled, and what was to be set is not.
 * @param environment whose values are not read
 */
export function strayVariables(environment: Readonly<Record<string, unknown>>): readonly string[] {
  const known = new Set([...variablesOf(providerAttributes), ...variablesOfCommand])
  return Object.keys(environment)
    .filter((name) => name.startsWith('APPLIANCE_') && !known.has(name))
    .sort()
}

/** The environment variables of attributes, and of those within them. */
export function variablesOf(attributes: Attributes): readonly string[] {
  return Object.values(attributes).flatMap(({ options, nested }) => [
    ...(options.environment === undefined ? [] : [options.environment]),
    ...(nested ? variablesOf(nested.attributes) : []),
  ])
}

/** The one that the emulator reads, and the one that names the program for `ssh://` addresses. */
const variablesOfCommand = ['APPLIANCE_EMULATOR_TOKEN', 'APPLIANCE_SSH']

type ProtectedTypes = {
  readonly [Type in 'category' | 'category_sites' | 'ldap_group' | 'ldap_member']?: boolean
}

function endpoint<const Area extends Uppercase<string>>(area: Area, address = addressOf) {
  return {
    url: setting(string, {
      text: 'Address of the listener.',
      validate: address,
      environment: `APPLIANCE_${area}_URL`,
      client: (url) => ({ url }),
    }),
    token: setting(string, {
      sensitive: true,
      text: "Token for this area, instead of the provider's `token`.",
      environment: `APPLIANCE_${area}_TOKEN`,
      client: (token) => ({ token }),
    }),
    token_header: setting(string, {
      text: "Header of the token, instead of the provider's `token_header`.",
      environment: `APPLIANCE_${area}_TOKEN_HEADER`,
      client: (tokenHeader) => ({ tokenHeader }),
    }),
  }
}
