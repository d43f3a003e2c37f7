/**
 * The areas of the interface, each with a listener of its own (docs/appliance, "Areas and listeners"). `categories_legacy` is
 * the listener of the one-site add route. The names are those of the provider's `endpoints` attribute, so that an
 * error can name the setting that has to be changed.
 */
export type Area =
  | 'categories'
  | 'categories_legacy'
  | 'certificates'
  | 'network'
  | 'analysis'
  | 'records'
  | 'directory'

/** Which generation of the category routes is asked to list, add and compile; `auto` lets the list decide. */
export type CategoryApi = 'auto' | 'older' | 'autonomous'

/** Where one area is reached, where that differs from what `baseUrl` says. */
export interface EndpointSettings {
  /**
   * `http(s)://host[:port][/prefix]` with a port other than 0, or `unix:///path/of/socket` (with `http://localhost` as the HTTP host). For the
   * directory also `ssh://[user@]host[:port]/path/of/socket`.
   */
  readonly url?: string | undefined
  /** Secret. Without it the token of the settings is sent. */
  readonly token?: string | undefined
  /**
   * Name of the header that carries the token. Without it the settings' name, else `X-Auth-Token`, and on
   * `categories_legacy` also `ArticaKey` (docs/appliance, "Authentication").
   */
  readonly tokenHeader?: string | undefined
  /** For an address of `ssh`. */
  readonly ssh?: SshSettings | undefined
}

/** Files that `ssh` reads instead of those of the user. */
export interface SshSettings {
  readonly configFile?: string | undefined
  readonly identityFile?: string | undefined
  readonly knownHostsFile?: string | undefined
}

/** How https connections are checked and made; PEM texts, not file names. */
export interface TlsSettings {
  /** Replaces the authorities that Node trusts. */
  readonly caCertificate?: string | undefined
  readonly clientCertificate?: string | undefined
  /** Secret. */
  readonly clientKey?: string | undefined
  /** The name the server's certificate must carry, where it is not the host of the URL; at most 253 characters. */
  readonly serverName?: string | undefined
  /** Accepts any certificate of the server. */
  readonly insecure?: boolean | undefined
}

/** Proxies on the way to the appliance, by the scheme of what is asked for: `http(s)://[user:password@]host:port`. */
export interface ProxySettings {
  readonly http?: string | undefined
  readonly https?: string | undefined
  /** Hosts and domains that are reached without one, separated by commas, as `NO_PROXY` writes them. */
  readonly except?: string | undefined
  /** The environment variables that the first two come from, for errors; `HTTP_PROXY` and `HTTPS_PROXY` unless given. */
  readonly variables?: { readonly http: string; readonly https: string } | undefined
}

/** What the appliance is known by, so that no other one is taken for it. */
export interface ApplianceExpectation {
  /** Hardware addresses of interfaces by their names (docs/appliance, "List network interfaces"); empty for none. */
  readonly interfaces: ReadonlyMap<string, string>
  /** SHA-256, of certificates of which each TLS connection must present one; empty for any. */
  readonly certificateFingerprints: readonly string[]
  /** Areas that are used where they cannot be checked; names that are no area have no effect. */
  readonly uncheckedAreas: ReadonlySet<string>
}

/** A setting of the provider, as it is written. */
export interface WrittenSetting {
  /** `endpoints.directory.url`; that of a variable without an attribute, such as HTTPS_PROXY, is the variable. */
  readonly name: string
  /** Left out for a secret, and if there is none. A password in it is left out. */
  readonly value?: string | undefined
  /** The environment variable that it comes from; left out if it is in the configuration. */
  readonly variable?: string | undefined
}

/**
 * A setting for a message.
 *
 * @param name the provider's attribute, such as `endpoints.records.url`
 * @param value left out where it is a secret
 */
export function writtenSetting(
  { variableOf }: ApplianceSettings,
  name: string,
  value?: string | undefined,
): WrittenSetting {
  // One header of several has no variable of its own.
  const [attribute = name] = name.split('[')
  return { name, value, variable: variableOf?.(attribute) }
}

/** What holds unless settings say otherwise. The provider's pages print the same numbers. */
export const usualSettings = {
  timeout: 30_000,
  maxConcurrentRequests: 16,
  retries: 3,
  categoryApi: 'auto',
} as const satisfies ApplianceSettings

/** Everything the client needs to know of an appliance. Nothing is read from the environment. */
export interface ApplianceSettings {
  /** Scheme and host, such as `https://proxy.example.org`; the ports of the areas follow from it (`endpoints.ts`). */
  readonly baseUrl?: string | undefined
  readonly endpoints?: { readonly [area in Area]?: EndpointSettings | undefined } | undefined
  /** Secret. Sent to every area whose endpoint has no token of its own. */
  readonly token?: string | undefined
  readonly tokenHeader?: string | undefined
  /** Sent with every request; what the values carry counts as secret. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly tls?: TlsSettings | undefined
  /** Milliseconds for one attempt of one request, from connecting to the last byte. */
  readonly timeout?: number | undefined
  /** Requests under way at the same time, over all areas. */
  readonly maxConcurrentRequests?: number | undefined
  /** Attempts a second to all areas together; any number unless given. */
  readonly maxRequestsPerSecond?: number | undefined
  /** How often a request that may be repeated is repeated after its first failure. */
  readonly retries?: number | undefined
  readonly categoryApi?: CategoryApi | undefined
  readonly expect?: ApplianceExpectation | undefined
  readonly proxies?: ProxySettings | undefined
  /** The program to run in place of `ssh`, without arguments. */
  readonly sshProgram?: string | undefined
  /** Called when a forward of `ssh` makes a folder for its socket; nothing is removed unless given. */
  readonly removeStaleFolders?: RemoveStaleFolders | undefined
  /** `terraform-provider-appliance` unless given. */
  readonly userAgent?: string | undefined
  readonly log?: Log | undefined
  /**
   * For errors: the environment variable that a setting comes from, by the name of the provider's attribute, such as
   * `endpoints.records.url`; undefined where it stands in the configuration.
   */
  readonly variableOf?: ((attribute: string) => string | undefined) | undefined
}

/** Removes what killed processes have left in a folder: folders of sockets whose names begin so. */
export type RemoveStaleFolders = (parent: string, prefix: string) => Promise<void>

/** Facts that go with a log line. Never headers, tokens or bodies, which may hold secrets, but for what `wire-log.ts` has left of those. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

/** The log of the client. The caller decides where it goes. */
export interface Log {
  /** @param fields called only if the line is written */
  trace(message: string, fields: () => LogFields): void
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
}

/** A log that keeps nothing, for callers that pass none. */
export const silentLog: Log = { trace() {}, debug() {}, info() {}, warn() {} }
