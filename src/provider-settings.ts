import {
  type ApplianceExpectation,
  type ApplianceSettings,
  type Area,
  type EndpointSettings,
  type Log,
  proxySettingsFrom,
} from '@webfilter/appliance-client'
import {
  type Attributes,
  bool,
  integer,
  type KnownConfig,
  listOf,
  mapOf,
  nestedObject,
  removeStaleSocketFolders,
  string,
} from '@webfilter/terraform-plugin'

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

/** How the provider reaches an appliance. Each attribute has an environment variable, for pipelines. */
export const providerAttributes = {
  base_url: string({
    optional: true,
    description:
      'Scheme and host of the appliance, such as `https://proxy.example.org`. The provider uses the default ports of the listeners ' +
      'on this host: 9503 for categories and website analysis, and 9507 for record databases. Port 9000 has the older REST route (a path ' +
      'of the REST interface) that adds one site. For certificates and the network, the provider uses the port of `base_url`. Set ' +
      '`endpoints` for a listener at another address.',
    environment: 'APPLIANCE_BASE_URL',
    validate: addressOf,
  }),
  token: string({
    optional: true,
    sensitive: true,
    description: 'Secret token for every area whose endpoint has no `token` of its own.',
    environment: 'APPLIANCE_TOKEN',
  }),
  token_header: string({
    optional: true,
    description:
      'Name of the header that carries the token. Defaults to `X-Auth-Token`; the listener of the older REST route that adds one ' +
      'site then also receives the token in a header of its own.',
    environment: 'APPLIANCE_TOKEN_HEADER',
  }),
  headers: mapOf('string', {
    optional: true,
    sensitive: true,
    description: 'Additional headers for every request. The environment variable contains a JSON object.',
    environment: 'APPLIANCE_HEADERS',
  }),
  endpoints: nestedObject(
    {
      categories: endpoint('categories', 'Endpoint for categories of websites. Defaults to port 9503.'),
      categories_legacy: endpoint(
        'categories_legacy',
        'Endpoint for the older REST route that adds one site. Defaults to port 9000.',
      ),
      certificates: endpoint(
        'certificates',
        'Endpoint for certificates. Defaults to the port of `base_url`.',
      ),
      network: endpoint(
        'network',
        'Endpoint for network interfaces and the host name. Defaults to the port of `base_url`.',
      ),
      analysis: endpoint('analysis', 'Endpoint for website analysis. Defaults to port 9503.'),
      records: endpoint('records', 'Endpoint for record databases. Defaults to port 9507.'),
      directory: directoryEndpoint(),
    },
    {
      optional: true,
      description:
        'Addresses and tokens of individual areas, if they differ from the default ports on `base_url` and from `token`.',
    },
  ),
  tls: nestedObject(
    {
      ca_certificate: string({
        optional: true,
        description:
          "PEM certificate of the authority that signed the appliance's certificate. Replaces the default authorities.",
        environment: 'APPLIANCE_CA_CERTIFICATE',
      }),
      client_certificate: string({
        optional: true,
        description: 'PEM client certificate. Requires `client_key`.',
        environment: 'APPLIANCE_CLIENT_CERTIFICATE',
      }),
      client_key: string({
        optional: true,
        sensitive: true,
        description: 'PEM private key of the client certificate. Requires `client_certificate`.',
        environment: 'APPLIANCE_CLIENT_KEY',
      }),
      server_name: string({
        optional: true,
        description:
          "Host name that the appliance's certificate must carry, if it differs from the host of the URL.",
        environment: 'APPLIANCE_SERVER_NAME',
        validate: serverName,
      }),
      insecure: bool({
        optional: true,
        description:
          'Whether to accept any certificate. Anyone on the network path can then read the token and change the answers. ' +
          'Defaults to `false`.',
        environment: 'APPLIANCE_INSECURE',
      }),
    },
    { optional: true, description: 'TLS settings for `https` connections.' },
  ),
  expect: nestedObject(
    {
      interfaces: mapOf('string', {
        optional: true,
        description:
          'Hardware addresses of network interfaces of the appliance, by the names of the interfaces. The appliance must have all of ' +
          'them; it can have others. The provider asks for them before the first other request. The environment variable contains a ' +
          'JSON object.',
        environment: 'APPLIANCE_EXPECT_INTERFACES',
        validateElement: hardwareAddress,
      }),
      certificate_fingerprints: listOf('string', {
        optional: true,
        description:
          'SHA-256 fingerprints of the certificates of the appliance. Each connection with TLS must present a certificate with one of ' +
          'them, before a request is sent. It need not be signed by a trusted authority if `tls.insecure` is `true`. The environment ' +
          'variable contains a JSON list.',
        environment: 'APPLIANCE_EXPECT_CERTIFICATE_FINGERPRINTS',
        validateElement: fingerprint,
      }),
      unchecked_areas: listOf('string', {
        optional: true,
        description:
          'Areas that the provider uses although it cannot check them, by their names in `endpoints`. `interfaces` say nothing of an ' +
          'area whose host is not that of the area `network`, and `certificate_fingerprints` nothing of an address without TLS. ' +
          'Requests to such an area fail, unless it is listed here. The environment variable contains a JSON list.',
        environment: 'APPLIANCE_EXPECT_UNCHECKED_AREAS',
        validateElement: oneOfAreas,
      }),
    },
    {
      optional: true,
      description:
        'The appliance that the state is about. If another one answers, each plan and each apply fails before it changes or concludes ' +
        'anything. `on_unreachable` decides what happens if the appliance cannot be asked for its interfaces. `appliance doctor` prints ' +
        'the block of an appliance.',
    },
  ),
  timeout: integer({
    optional: true,
    description:
      'Number of seconds for one attempt of one request, from connecting to the last byte. Must be between 1 and 86,400. ' +
      'Defaults to `30`.',
    environment: 'APPLIANCE_TIMEOUT',
    validate: range(1, 86_400),
  }),
  retries: integer({
    optional: true,
    description:
      'Number of times that a request is repeated after its first failure, if it may be repeated. Must be between 0 and 100. ' +
      'Defaults to `3`.',
    environment: 'APPLIANCE_RETRIES',
    validate: range(0, 100),
  }),
  max_concurrent_requests: integer({
    optional: true,
    description:
      'Number of requests in progress at the same time. The appliance has 20 threads. Must be between 1 and 1,000. Defaults to `16`.',
    environment: 'APPLIANCE_MAX_CONCURRENT_REQUESTS',
    validate: range(1, 1_000),
  }),
  category_api: string({
    optional: true,
    oneOf: ['auto', 'older', 'autonomous'],
    description:
      'Generation of REST routes that lists categories, adds sites and compiles. `auto` detects it from the list of categories: the ' +
      'older routes return an array, the autonomous service an object. With `autonomous`, the provider never calls the older routes, ' +
      'so it cannot create a category, nor remove, move or look up a site. Defaults to `auto`.',
    environment: 'APPLIANCE_CATEGORY_API',
  }),
  removal_limit: string({
    optional: true,
    description:
      'Greatest number or share of its managed sites that one change of a list may remove, such as `"500"` or `"20%"`. Applies to ' +
      'resources without a `removal_limit` of their own. If you use the environment variable, set it for both the plan and the apply.',
    environment: 'APPLIANCE_REMOVAL_LIMIT',
    validate: removalLimit,
  }),
  deletion_protection: nestedObject(
    {
      category: protectionOf('category', 'Whether categories are protected.'),
      category_sites: protectionOf('category_sites', 'Whether lists of sites in categories are protected.'),
      ldap_group: protectionOf('ldap_group', 'Whether groups of the directory are protected.'),
      ldap_member: protectionOf('ldap_member', 'Whether members of the directory are protected.'),
    },
    {
      optional: true,
      description:
        'Protection from destroy and replacement of all resources of a type that have no `deletion_protection` of their own. No state ' +
        'contains it: each plan and each apply reads it again. If you use the environment variables, set them for both.',
    },
  ),
  verify: string({
    optional: true,
    oneOf: ['auto', 'full', 'sample', 'none'],
    description:
      'Number of managed sites that a refresh looks up, for each list whose own `verify` is `auto`, its default. The values have the ' +
      'same meaning as there: `full` looks up every site, `sample` 2,000 sites, and `none` no site; `auto` is `full` for up to 5,000 ' +
      'sites, and `sample` for more. It changes only what is read: no state and no plan contains it. Defaults to `auto`.',
    environment: 'APPLIANCE_VERIFY',
  }),
  on_unreachable: string({
    optional: true,
    oneOf: ['warn', 'fail'],
    description:
      'Behavior of a plan that creates something if the appliance cannot be asked whether it already exists, and of each plan and ' +
      'apply if it cannot be asked for what `expect` requires. With `warn`, the run warns that this was not checked. With `fail`, it ' +
      'fails. A failed refresh always fails the plan. Has no effect while the settings of the provider are known only after apply. ' +
      'Defaults to `warn`.',
    environment: 'APPLIANCE_ON_UNREACHABLE',
  }),
} as const

/**
 * The client's settings for a configuration.
 *
 * @param variableOf the environment variable that an attribute comes from, by the names on the way to it
 */
export function settingsFrom(
  config: KnownConfig<typeof providerAttributes>,
  variableOf: (path: readonly string[]) => string | undefined,
  log: Log,
): ApplianceSettings {
  const { endpoints, tls } = config
  return {
    baseUrl: config.base_url ?? undefined,
    token: config.token ?? undefined,
    tokenHeader: config.token_header ?? undefined,
    headers: config.headers ?? undefined,
    endpoints: endpoints ? mapEntries(endpoints, endpointSettings) : undefined,
    tls: tls
      ? {
          caCertificate: tls.ca_certificate ?? undefined,
          clientCertificate: tls.client_certificate ?? undefined,
          clientKey: tls.client_key ?? undefined,
          serverName: tls.server_name ?? undefined,
          insecure: tls.insecure ?? undefined,
        }
      : undefined,
    timeout: config.timeout === null ? undefined : config.timeout * 1000,
    retries: config.retries ?? undefined,
    maxConcurrentRequests: config.max_concurrent_requests ?? undefined,
    categoryApi: config.category_api ?? undefined,
    expect: config.expect ? expectationIn(config.expect) : undefined,
    sshProgram: process.env.APPLIANCE_SSH || undefined,
    removeStaleFolders: removeStaleSocketFolders,
    proxies: proxySettingsFrom(process.env),
    log,
    variableOf: (attribute) => variableOf(attribute.split('.')),
  }
}

type Expect = NonNullable<KnownConfig<typeof providerAttributes>['expect']>

function expectationIn({
  interfaces,
  certificate_fingerprints,
  unchecked_areas,
}: Expect): ApplianceExpectation {
  return {
    interfaces: new Map(Object.entries(interfaces ?? {})),
    certificateFingerprints: certificate_fingerprints ?? [],
    uncheckedAreas: new Set(unchecked_areas ?? []),
  }
}

/** Whether every appliance fits, so that nothing would be checked. */
export function expectsNothing({ interfaces, certificateFingerprints }: ApplianceExpectation): boolean {
  return interfaces.size === 0 && certificateFingerprints.length === 0
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

type Endpoints = NonNullable<KnownConfig<typeof providerAttributes>['endpoints']>

function endpointSettings(endpoint: Endpoints[Area]): EndpointSettings | undefined {
  if (!endpoint) return undefined
  const ssh = 'ssh' in endpoint ? endpoint.ssh : null
  return {
    ssh: ssh
      ? {
          configFile: ssh.config_file ?? undefined,
          identityFile: ssh.identity_file ?? undefined,
          knownHostsFile: ssh.known_hosts_file ?? undefined,
        }
      : undefined,
    url: endpoint.url ?? undefined,
    token: endpoint.token ?? undefined,
    tokenHeader: endpoint.token_header ?? undefined,
  }
}

function protectionOf(
  type: 'category' | 'category_sites' | 'ldap_group' | 'ldap_member',
  description: string,
) {
  return bool({
    optional: true,
    description: `${description} Defaults to \`false\`.`,
    environment: `APPLIANCE_DELETION_PROTECTION_${type.toUpperCase()}`,
  })
}

function endpoint(area: Area, description: string) {
  return nestedObject(endpointAttributes(area), { optional: true, description })
}

/** The socket of the directory can be reached over SSH, too. */
function directoryEndpoint() {
  return nestedObject(
    {
      ...endpointAttributes('directory'),
      ssh: nestedObject(
        {
          config_file: string({
            optional: true,
            description: 'Configuration file that `ssh` reads instead of those of the user and the system.',
            environment: 'APPLIANCE_SSH_CONFIG_FILE',
            validate: sshFile,
          }),
          identity_file: string({
            optional: true,
            description:
              'File with the private key for the login. Besides it, `ssh` offers only the keys that `IdentityFile` in its configuration names.',
            environment: 'APPLIANCE_SSH_IDENTITY_FILE',
            validate: sshFile,
          }),
          known_hosts_file: string({
            optional: true,
            description: "File with the host key of the appliance. Replaces the user's `known_hosts`.",
            environment: 'APPLIANCE_SSH_KNOWN_HOSTS_FILE',
            validate: sshFile,
          }),
        },
        {
          optional: true,
          description:
            'Files for an `ssh://` address. Without them, `ssh` uses those of the user who runs Terraform.',
        },
      ),
    },
    {
      optional: true,
      description:
        'Endpoint for the user directory: `ssh://user@host/path/to/socket`, `unix:///path/to/socket`, or a forwarded `http://…` or ' +
        '`https://…` address. For `ssh://`, the provider starts the OpenSSH client of this machine. It has no default.',
    },
  )
}

function endpointAttributes(area: Area) {
  const prefix = `APPLIANCE_${area.toUpperCase()}`
  return {
    url: string({
      optional: true,
      description: 'Address of the listener.',
      environment: `${prefix}_URL`,
      validate: area === 'directory' ? areaUrl : addressOf,
    }),
    token: string({
      optional: true,
      sensitive: true,
      description: "Secret token for this area, instead of the provider's `token`.",
      environment: `${prefix}_TOKEN`,
    }),
    token_header: string({
      optional: true,
      description:
        "Name of the header that carries the token for this area, instead of the provider's `token_header`.",
      environment: `${prefix}_TOKEN_HEADER`,
    }),
  }
}

function mapEntries<K extends string, V, W>(
  object: { readonly [Key in K]: V },
  change: (value: V) => W,
): { [Key in K]: W } {
  return Object.fromEntries(Object.entries<V>(object).map(([key, value]) => [key, change(value)])) as {
    [Key in K]: W
  }
}
