import { proxySettingsFrom } from './appliance/http/proxy-choice'
import type { Log } from './appliance/log'
import type { ApplianceSettings, Area, EndpointSettings } from './appliance/settings'
import { bool, integer, mapOf, nestedObject, string } from './terraform/schema/builders'
import type { KnownConfig } from './terraform/schema/inferred'
import { addressOf, areaUrl, between, removalLimit, serverName } from './validators'

/** How the provider reaches an appliance. Each attribute has an environment variable, for pipelines. */
export const providerAttributes = {
  base_url: string({
    optional: true,
    description:
      'Scheme and host of the appliance, such as `https://proxy.example.org`. The listeners of the areas are found at their ' +
      'usual ports on this host: 9503 for categories and website analysis, 9000 for the older one-site route, 9507 for ' +
      'record databases. Certificates and the network are at its own port. Where a listener is elsewhere, `endpoints` says so.',
    environment: 'APPLIANCE_BASE_URL',
    validate: addressOf,
  }),
  token: string({
    optional: true,
    sensitive: true,
    description: 'Secret that is sent to every area whose endpoint has none of its own.',
    environment: 'APPLIANCE_TOKEN',
  }),
  token_header: string({
    optional: true,
    description: 'Header that carries the token. Defaults to `X-Auth-Token`.',
    environment: 'APPLIANCE_TOKEN_HEADER',
  }),
  headers: mapOf('string', {
    optional: true,
    sensitive: true,
    description: 'Further headers that are sent with every request. In the environment: a JSON object.',
    environment: 'APPLIANCE_HEADERS',
  }),
  endpoints: nestedObject(
    {
      categories: endpoint('categories', 'categories of websites, port 9503'),
      categories_legacy: endpoint('categories_legacy', "the older generation's one-site route, port 9000"),
      certificates: endpoint('certificates', 'certificates, the port of `base_url`'),
      network: endpoint('network', 'network interfaces and host name, the port of `base_url`'),
      analysis: endpoint('analysis', 'website analysis, port 9503'),
      records: endpoint('records', 'record databases, port 9507'),
      directory: endpoint(
        'directory',
        'the user directory, `unix:///path/to/socket` or a forwarded `http(s)://…`; no default',
      ),
    },
    {
      optional: true,
      description: 'Where single areas of the interface are, if not at their usual ports on `base_url`.',
    },
  ),
  tls: nestedObject(
    {
      ca_certificate: string({
        optional: true,
        description:
          "Certificate authority that signed the appliance's certificate, as PEM. Replaces the usual ones.",
        environment: 'APPLIANCE_CA_CERTIFICATE',
      }),
      client_certificate: string({
        optional: true,
        description: 'Client certificate, as PEM.',
        environment: 'APPLIANCE_CLIENT_CERTIFICATE',
      }),
      client_key: string({
        optional: true,
        sensitive: true,
        description: 'Private key of the client certificate, as PEM.',
        environment: 'APPLIANCE_CLIENT_KEY',
      }),
      server_name: string({
        optional: true,
        description: "Name that the appliance's certificate must carry, where it is not the host of the URL.",
        environment: 'APPLIANCE_SERVER_NAME',
        validate: serverName,
      }),
      insecure: bool({
        optional: true,
        description:
          'Accept any certificate. Whoever is on the way can then read the token and change the answers.',
        environment: 'APPLIANCE_INSECURE',
      }),
    },
    { optional: true, description: 'How `https` connections are made and checked.' },
  ),
  timeout: integer({
    optional: true,
    description: 'Seconds for one attempt of one request, from connecting to the last byte. Defaults to 30.',
    environment: 'APPLIANCE_TIMEOUT',
    validate: between(1, 86_400),
  }),
  retries: integer({
    optional: true,
    description:
      'How often a request that may be repeated is repeated after its first failure. Defaults to 3.',
    environment: 'APPLIANCE_RETRIES',
    validate: between(0, 100),
  }),
  max_concurrent_requests: integer({
    optional: true,
    description: 'Requests under way at the same time. Defaults to 16; the appliance has 20 threads.',
    environment: 'APPLIANCE_MAX_CONCURRENT_REQUESTS',
    validate: between(1, 1_000),
  }),
  category_api: string({
    optional: true,
    oneOf: ['auto', 'older', 'autonomous'],
    description:
      'Which generation of the category routes lists, adds and compiles. With `auto`, the default, the shape of the ' +
      'list tells: `older` answers with an array, `autonomous` with an object. With `autonomous` the older routes are never ' +
      'asked, so no category is created and no site is taken out, moved or looked up.',
    environment: 'APPLIANCE_CATEGORY_API',
  }),
  removal_limit: string({
    optional: true,
    description:
      'How many of its managed sites one change of a list may take out, `"500"` or `"20%"`, where its resource has no `removal_limit`. ' +
      'In the environment it has to be set for the plan and for the apply alike.',
    environment: 'APPLIANCE_REMOVAL_LIMIT',
    validate: removalLimit,
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
    proxies: proxySettingsFrom(process.env),
    log,
    variableOf: (attribute) => variableOf(attribute.split('.')),
  }
}

type Endpoints = NonNullable<KnownConfig<typeof providerAttributes>['endpoints']>

function endpointSettings(endpoint: Endpoints[Area]): EndpointSettings | undefined {
  if (!endpoint) return undefined
  return {
    url: endpoint.url ?? undefined,
    token: endpoint.token ?? undefined,
    tokenHeader: endpoint.token_header ?? undefined,
  }
}

function endpoint(area: Area, what: string) {
  const prefix = `APPLIANCE_${area.toUpperCase()}`
  return nestedObject(
    {
      url: string({
        optional: true,
        description: 'Address of the listener.',
        environment: `${prefix}_URL`,
        validate: area === 'directory' ? areaUrl : addressOf,
      }),
      token: string({
        optional: true,
        sensitive: true,
        description: 'Secret of this area, in place of `token`.',
        environment: `${prefix}_TOKEN`,
      }),
      token_header: string({
        optional: true,
        description: 'Header that carries the token of this area.',
        environment: `${prefix}_TOKEN_HEADER`,
      }),
    },
    { optional: true, description: `Where to find ${what}.` },
  )
}

function mapEntries<K extends string, V, W>(
  object: { readonly [Key in K]: V },
  change: (value: V) => W,
): { [Key in K]: W } {
  return Object.fromEntries(Object.entries<V>(object).map(([key, value]) => [key, change(value)])) as {
    [Key in K]: W
  }
}
