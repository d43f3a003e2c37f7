// https://registry.terraform.io/providers/webfilter/appliance/latest/docs
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktn from 'cdktn';

// Configuration

export interface ApplianceProviderConfig {
  /**
  * Scheme and host of the appliance, such as `https://proxy.example.org`, and the port of its listener for certificates and the network. The other listeners have default ports on this host. Set `endpoints` for one at another address.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#base_url ApplianceProvider#base_url}
  */
  readonly baseUrl?: string;
  /**
  * Generation of REST routes that lists categories, adds sites and compiles. `auto` detects it from the list of categories: the older routes return an array, the autonomous service an object. With `autonomous`, the provider never calls the older routes, so it cannot create a category, nor remove, move or look up a site. Defaults to `auto`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#category_api ApplianceProvider#category_api}
  */
  readonly categoryApi?: string;
  /**
  * Protection from destroy and replacement of all resources of a type that have no `deletion_protection` of their own. No state contains it: each plan and each apply reads it again. If you use the environment variables, set them for both.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#deletion_protection ApplianceProvider#deletion_protection}
  */
  readonly deletionProtection?: ApplianceProviderDeletionProtection;
  /**
  * Addresses and tokens of individual areas, if they differ from the default ports on `base_url` and from `token`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#endpoints ApplianceProvider#endpoints}
  */
  readonly endpoints?: ApplianceProviderEndpoints;
  /**
  * The appliance that the state is about. If another one answers, each plan and each apply fails before it changes or concludes anything. `appliance doctor` prints the block.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#expect ApplianceProvider#expect}
  */
  readonly expect?: ApplianceProviderExpect;
  /**
  * Additional headers for every request. The environment variable contains a JSON object.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#headers ApplianceProvider#headers}
  */
  readonly headers?: { [key: string]: string };
  /**
  * Number of requests in progress at the same time. The autonomous category service has 20 threads. Must be between 1 and 1,000. Defaults to `16`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#max_concurrent_requests ApplianceProvider#max_concurrent_requests}
  */
  readonly maxConcurrentRequests?: number;
  /**
  * Number of requests that are sent within a second, by each provider block. The default is no limit. The time that a request waits does not count toward `timeout`. Must be between 1 and 1,000.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#max_requests_per_second ApplianceProvider#max_requests_per_second}
  */
  readonly maxRequestsPerSecond?: number;
  /**
  * Behavior of a plan that creates something if the appliance cannot be asked whether it already exists, and of each plan and apply if it cannot be asked for what `expect` requires. With `warn`, the run warns that this was not checked. With `fail`, it fails. A failed refresh always fails the plan. Has no effect while the settings of the provider are known only after apply. Defaults to `warn`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#on_unreachable ApplianceProvider#on_unreachable}
  */
  readonly onUnreachable?: string;
  /**
  * Greatest number or share of its managed sites that one change of a list may remove, such as `"500"` or `"20%"`. Applies to resources without a `removal_limit` of their own. If you use the environment variable, set it for both the plan and the apply.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#removal_limit ApplianceProvider#removal_limit}
  */
  readonly removalLimit?: string;
  /**
  * Number of times that a request is repeated after its first failure, if it may be repeated. Must be between 0 and 100. Defaults to `3`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#retries ApplianceProvider#retries}
  */
  readonly retries?: number;
  /**
  * Number of seconds for one attempt of one request, from connecting to the last byte. Must be between 1 and 86,400. Defaults to `30`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#timeout ApplianceProvider#timeout}
  */
  readonly timeout?: number;
  /**
  * TLS settings for `https` connections.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#tls ApplianceProvider#tls}
  */
  readonly tls?: ApplianceProviderTls;
  /**
  * Secret token for every area whose endpoint has no `token` of its own.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#token ApplianceProvider#token}
  */
  readonly token?: string;
  /**
  * Name of the header that carries the token. Defaults to `X-Auth-Token`; the listener of the older REST route that adds one site then also receives the token in a header of its own.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#token_header ApplianceProvider#token_header}
  */
  readonly tokenHeader?: string;
  /**
  * Number of managed sites that a refresh looks up, for each list whose own `verify` is `auto`. `full` looks up every site, `sample` 2,000 sites, and `none` no site; `auto` is `full` for up to 5,000 sites, and `sample` for more. No state and no plan contains it. Defaults to `auto`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#verify ApplianceProvider#verify}
  */
  readonly verify?: string;
  /**
  * Alias name
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#alias ApplianceProvider#alias}
  */
  readonly alias?: string;
}
export interface ApplianceProviderDeletionProtection {
  /**
  * Whether categories are protected. Defaults to `false`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#category ApplianceProvider#category}
  */
  readonly category?: boolean | cdktn.IResolvable;
  /**
  * Whether lists of sites in categories are protected. Defaults to `false`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#category_sites ApplianceProvider#category_sites}
  */
  readonly categorySites?: boolean | cdktn.IResolvable;
  /**
  * Whether groups of the directory are protected. Defaults to `false`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#ldap_group ApplianceProvider#ldap_group}
  */
  readonly ldapGroup?: boolean | cdktn.IResolvable;
  /**
  * Whether members of the directory are protected. Defaults to `false`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#ldap_member ApplianceProvider#ldap_member}
  */
  readonly ldapMember?: boolean | cdktn.IResolvable;
}

export function applianceProviderDeletionProtectionToTerraform(struct?: ApplianceProviderDeletionProtection | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  return {
    category: cdktn.booleanToTerraform(struct!.category),
    category_sites: cdktn.booleanToTerraform(struct!.categorySites),
    ldap_group: cdktn.booleanToTerraform(struct!.ldapGroup),
    ldap_member: cdktn.booleanToTerraform(struct!.ldapMember),
  }
}


export function applianceProviderDeletionProtectionToHclTerraform(struct?: ApplianceProviderDeletionProtection | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  const attrs = {
    category: {
      value: cdktn.booleanToHclTerraform(struct!.category),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    category_sites: {
      value: cdktn.booleanToHclTerraform(struct!.categorySites),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    ldap_group: {
      value: cdktn.booleanToHclTerraform(struct!.ldapGroup),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    ldap_member: {
      value: cdktn.booleanToHclTerraform(struct!.ldapMember),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export interface ApplianceProviderEndpointsAnalysis {
  /**
  * Token for this area, instead of the provider's `token`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#token ApplianceProvider#token}
  */
  readonly token?: string;
  /**
  * Header of the token, instead of the provider's `token_header`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#token_header ApplianceProvider#token_header}
  */
  readonly tokenHeader?: string;
  /**
  * Address of the listener.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#url ApplianceProvider#url}
  */
  readonly url?: string;
}

export function applianceProviderEndpointsAnalysisToTerraform(struct?: ApplianceProviderEndpointsAnalysis | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  return {
    token: cdktn.stringToTerraform(struct!.token),
    token_header: cdktn.stringToTerraform(struct!.tokenHeader),
    url: cdktn.stringToTerraform(struct!.url),
  }
}


export function applianceProviderEndpointsAnalysisToHclTerraform(struct?: ApplianceProviderEndpointsAnalysis | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  const attrs = {
    token: {
      value: cdktn.stringToHclTerraform(struct!.token),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    token_header: {
      value: cdktn.stringToHclTerraform(struct!.tokenHeader),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    url: {
      value: cdktn.stringToHclTerraform(struct!.url),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export interface ApplianceProviderEndpointsCategories {
  /**
  * Token for this area, instead of the provider's `token`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#token ApplianceProvider#token}
  */
  readonly token?: string;
  /**
  * Header of the token, instead of the provider's `token_header`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#token_header ApplianceProvider#token_header}
  */
  readonly tokenHeader?: string;
  /**
  * Address of the listener.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#url ApplianceProvider#url}
  */
  readonly url?: string;
}

export function applianceProviderEndpointsCategoriesToTerraform(struct?: ApplianceProviderEndpointsCategories | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  return {
    token: cdktn.stringToTerraform(struct!.token),
    token_header: cdktn.stringToTerraform(struct!.tokenHeader),
    url: cdktn.stringToTerraform(struct!.url),
  }
}


export function applianceProviderEndpointsCategoriesToHclTerraform(struct?: ApplianceProviderEndpointsCategories | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  const attrs = {
    token: {
      value: cdktn.stringToHclTerraform(struct!.token),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    token_header: {
      value: cdktn.stringToHclTerraform(struct!.tokenHeader),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    url: {
      value: cdktn.stringToHclTerraform(struct!.url),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export interface ApplianceProviderEndpointsCategoriesLegacy {
  /**
  * Token for this area, instead of the provider's `token`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#token ApplianceProvider#token}
  */
  readonly token?: string;
  /**
  * Header of the token, instead of the provider's `token_header`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#token_header ApplianceProvider#token_header}
  */
  readonly tokenHeader?: string;
  /**
  * Address of the listener.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#url ApplianceProvider#url}
  */
  readonly url?: string;
}

export function applianceProviderEndpointsCategoriesLegacyToTerraform(struct?: ApplianceProviderEndpointsCategoriesLegacy | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  return {
    token: cdktn.stringToTerraform(struct!.token),
    token_header: cdktn.stringToTerraform(struct!.tokenHeader),
    url: cdktn.stringToTerraform(struct!.url),
  }
}


export function applianceProviderEndpointsCategoriesLegacyToHclTerraform(struct?: ApplianceProviderEndpointsCategoriesLegacy | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  const attrs = {
    token: {
      value: cdktn.stringToHclTerraform(struct!.token),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    token_header: {
      value: cdktn.stringToHclTerraform(struct!.tokenHeader),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    url: {
      value: cdktn.stringToHclTerraform(struct!.url),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export interface ApplianceProviderEndpointsCertificates {
  /**
  * Token for this area, instead of the provider's `token`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#token ApplianceProvider#token}
  */
  readonly token?: string;
  /**
  * Header of the token, instead of the provider's `token_header`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#token_header ApplianceProvider#token_header}
  */
  readonly tokenHeader?: string;
  /**
  * Address of the listener.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#url ApplianceProvider#url}
  */
  readonly url?: string;
}

export function applianceProviderEndpointsCertificatesToTerraform(struct?: ApplianceProviderEndpointsCertificates | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  return {
    token: cdktn.stringToTerraform(struct!.token),
    token_header: cdktn.stringToTerraform(struct!.tokenHeader),
    url: cdktn.stringToTerraform(struct!.url),
  }
}


export function applianceProviderEndpointsCertificatesToHclTerraform(struct?: ApplianceProviderEndpointsCertificates | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  const attrs = {
    token: {
      value: cdktn.stringToHclTerraform(struct!.token),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    token_header: {
      value: cdktn.stringToHclTerraform(struct!.tokenHeader),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    url: {
      value: cdktn.stringToHclTerraform(struct!.url),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export interface ApplianceProviderEndpointsDirectorySsh {
  /**
  * Configuration file that `ssh` reads instead of those of the user and the system.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#config_file ApplianceProvider#config_file}
  */
  readonly configFile?: string;
  /**
  * File with the private key for the login. Besides it, `ssh` offers only the keys that `IdentityFile` in its configuration names.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#identity_file ApplianceProvider#identity_file}
  */
  readonly identityFile?: string;
  /**
  * File with the host key of the appliance. Replaces the user's `known_hosts`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#known_hosts_file ApplianceProvider#known_hosts_file}
  */
  readonly knownHostsFile?: string;
}

export function applianceProviderEndpointsDirectorySshToTerraform(struct?: ApplianceProviderEndpointsDirectorySsh | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  return {
    config_file: cdktn.stringToTerraform(struct!.configFile),
    identity_file: cdktn.stringToTerraform(struct!.identityFile),
    known_hosts_file: cdktn.stringToTerraform(struct!.knownHostsFile),
  }
}


export function applianceProviderEndpointsDirectorySshToHclTerraform(struct?: ApplianceProviderEndpointsDirectorySsh | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  const attrs = {
    config_file: {
      value: cdktn.stringToHclTerraform(struct!.configFile),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    identity_file: {
      value: cdktn.stringToHclTerraform(struct!.identityFile),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    known_hosts_file: {
      value: cdktn.stringToHclTerraform(struct!.knownHostsFile),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export interface ApplianceProviderEndpointsDirectory {
  /**
  * Files for an `ssh://` address. Without them, `ssh` uses those of the user who runs Terraform.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#ssh ApplianceProvider#ssh}
  */
  readonly ssh?: ApplianceProviderEndpointsDirectorySsh;
  /**
  * Token for this area, instead of the provider's `token`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#token ApplianceProvider#token}
  */
  readonly token?: string;
  /**
  * Header of the token, instead of the provider's `token_header`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#token_header ApplianceProvider#token_header}
  */
  readonly tokenHeader?: string;
  /**
  * Address of the listener.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#url ApplianceProvider#url}
  */
  readonly url?: string;
}

export function applianceProviderEndpointsDirectoryToTerraform(struct?: ApplianceProviderEndpointsDirectory | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  return {
    ssh: applianceProviderEndpointsDirectorySshToTerraform(struct!.ssh),
    token: cdktn.stringToTerraform(struct!.token),
    token_header: cdktn.stringToTerraform(struct!.tokenHeader),
    url: cdktn.stringToTerraform(struct!.url),
  }
}


export function applianceProviderEndpointsDirectoryToHclTerraform(struct?: ApplianceProviderEndpointsDirectory | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  const attrs = {
    ssh: {
      value: applianceProviderEndpointsDirectorySshToHclTerraform(struct!.ssh),
      isBlock: false,
      type: "list",
      storageClassType: "ApplianceProviderEndpointsDirectorySsh",
    },
    token: {
      value: cdktn.stringToHclTerraform(struct!.token),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    token_header: {
      value: cdktn.stringToHclTerraform(struct!.tokenHeader),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    url: {
      value: cdktn.stringToHclTerraform(struct!.url),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export interface ApplianceProviderEndpointsNetwork {
  /**
  * Token for this area, instead of the provider's `token`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#token ApplianceProvider#token}
  */
  readonly token?: string;
  /**
  * Header of the token, instead of the provider's `token_header`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#token_header ApplianceProvider#token_header}
  */
  readonly tokenHeader?: string;
  /**
  * Address of the listener.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#url ApplianceProvider#url}
  */
  readonly url?: string;
}

export function applianceProviderEndpointsNetworkToTerraform(struct?: ApplianceProviderEndpointsNetwork | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  return {
    token: cdktn.stringToTerraform(struct!.token),
    token_header: cdktn.stringToTerraform(struct!.tokenHeader),
    url: cdktn.stringToTerraform(struct!.url),
  }
}


export function applianceProviderEndpointsNetworkToHclTerraform(struct?: ApplianceProviderEndpointsNetwork | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  const attrs = {
    token: {
      value: cdktn.stringToHclTerraform(struct!.token),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    token_header: {
      value: cdktn.stringToHclTerraform(struct!.tokenHeader),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    url: {
      value: cdktn.stringToHclTerraform(struct!.url),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export interface ApplianceProviderEndpointsRecords {
  /**
  * Token for this area, instead of the provider's `token`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#token ApplianceProvider#token}
  */
  readonly token?: string;
  /**
  * Header of the token, instead of the provider's `token_header`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#token_header ApplianceProvider#token_header}
  */
  readonly tokenHeader?: string;
  /**
  * Address of the listener.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#url ApplianceProvider#url}
  */
  readonly url?: string;
}

export function applianceProviderEndpointsRecordsToTerraform(struct?: ApplianceProviderEndpointsRecords | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  return {
    token: cdktn.stringToTerraform(struct!.token),
    token_header: cdktn.stringToTerraform(struct!.tokenHeader),
    url: cdktn.stringToTerraform(struct!.url),
  }
}


export function applianceProviderEndpointsRecordsToHclTerraform(struct?: ApplianceProviderEndpointsRecords | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  const attrs = {
    token: {
      value: cdktn.stringToHclTerraform(struct!.token),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    token_header: {
      value: cdktn.stringToHclTerraform(struct!.tokenHeader),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    url: {
      value: cdktn.stringToHclTerraform(struct!.url),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export interface ApplianceProviderEndpoints {
  /**
  * Endpoint for website analysis. Defaults to port 9503.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#analysis ApplianceProvider#analysis}
  */
  readonly analysis?: ApplianceProviderEndpointsAnalysis;
  /**
  * Endpoint for categories of websites. Defaults to port 9503.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#categories ApplianceProvider#categories}
  */
  readonly categories?: ApplianceProviderEndpointsCategories;
  /**
  * Endpoint for the older REST route that adds one site. Defaults to port 9000.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#categories_legacy ApplianceProvider#categories_legacy}
  */
  readonly categoriesLegacy?: ApplianceProviderEndpointsCategoriesLegacy;
  /**
  * Endpoint for certificates. Defaults to the port of `base_url`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#certificates ApplianceProvider#certificates}
  */
  readonly certificates?: ApplianceProviderEndpointsCertificates;
  /**
  * Endpoint for the user directory: `ssh://user@host/path/to/socket`, `unix:///path/to/socket`, or a forwarded `http://…` or `https://…` address. For `ssh://`, the provider starts the OpenSSH client of this machine. It has no default.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#directory ApplianceProvider#directory}
  */
  readonly directory?: ApplianceProviderEndpointsDirectory;
  /**
  * Endpoint for network interfaces and the host name. Defaults to the port of `base_url`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#network ApplianceProvider#network}
  */
  readonly network?: ApplianceProviderEndpointsNetwork;
  /**
  * Endpoint for record databases. Defaults to port 9507.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#records ApplianceProvider#records}
  */
  readonly records?: ApplianceProviderEndpointsRecords;
}

export function applianceProviderEndpointsToTerraform(struct?: ApplianceProviderEndpoints | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  return {
    analysis: applianceProviderEndpointsAnalysisToTerraform(struct!.analysis),
    categories: applianceProviderEndpointsCategoriesToTerraform(struct!.categories),
    categories_legacy: applianceProviderEndpointsCategoriesLegacyToTerraform(struct!.categoriesLegacy),
    certificates: applianceProviderEndpointsCertificatesToTerraform(struct!.certificates),
    directory: applianceProviderEndpointsDirectoryToTerraform(struct!.directory),
    network: applianceProviderEndpointsNetworkToTerraform(struct!.network),
    records: applianceProviderEndpointsRecordsToTerraform(struct!.records),
  }
}


export function applianceProviderEndpointsToHclTerraform(struct?: ApplianceProviderEndpoints | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  const attrs = {
    analysis: {
      value: applianceProviderEndpointsAnalysisToHclTerraform(struct!.analysis),
      isBlock: false,
      type: "list",
      storageClassType: "ApplianceProviderEndpointsAnalysis",
    },
    categories: {
      value: applianceProviderEndpointsCategoriesToHclTerraform(struct!.categories),
      isBlock: false,
      type: "list",
      storageClassType: "ApplianceProviderEndpointsCategories",
    },
    categories_legacy: {
      value: applianceProviderEndpointsCategoriesLegacyToHclTerraform(struct!.categoriesLegacy),
      isBlock: false,
      type: "list",
      storageClassType: "ApplianceProviderEndpointsCategoriesLegacy",
    },
    certificates: {
      value: applianceProviderEndpointsCertificatesToHclTerraform(struct!.certificates),
      isBlock: false,
      type: "list",
      storageClassType: "ApplianceProviderEndpointsCertificates",
    },
    directory: {
      value: applianceProviderEndpointsDirectoryToHclTerraform(struct!.directory),
      isBlock: false,
      type: "list",
      storageClassType: "ApplianceProviderEndpointsDirectory",
    },
    network: {
      value: applianceProviderEndpointsNetworkToHclTerraform(struct!.network),
      isBlock: false,
      type: "list",
      storageClassType: "ApplianceProviderEndpointsNetwork",
    },
    records: {
      value: applianceProviderEndpointsRecordsToHclTerraform(struct!.records),
      isBlock: false,
      type: "list",
      storageClassType: "ApplianceProviderEndpointsRecords",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export interface ApplianceProviderExpect {
  /**
  * SHA-256 fingerprints of the certificates of the appliance. Each connection with TLS must present a certificate with one of them, before a request is sent. It need not be signed by a trusted authority if `tls.insecure` is `true`. The environment variable contains a JSON list.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#certificate_fingerprints ApplianceProvider#certificate_fingerprints}
  */
  readonly certificateFingerprints?: string[];
  /**
  * Hardware addresses of network interfaces of the appliance, by the names of the interfaces. The appliance must have all of them; it can have others. The provider asks for them before the first other request. The environment variable contains a JSON object.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#interfaces ApplianceProvider#interfaces}
  */
  readonly interfaces?: { [key: string]: string };
  /**
  * Areas that the provider uses although it cannot check them, by their names in `endpoints`. Requests to an area that cannot be checked fail, unless it is listed here. The environment variable contains a JSON list.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#unchecked_areas ApplianceProvider#unchecked_areas}
  */
  readonly uncheckedAreas?: string[];
}

export function applianceProviderExpectToTerraform(struct?: ApplianceProviderExpect | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  return {
    certificate_fingerprints: cdktn.listMapper(cdktn.stringToTerraform, false)(struct!.certificateFingerprints),
    interfaces: cdktn.hashMapper(cdktn.stringToTerraform)(struct!.interfaces),
    unchecked_areas: cdktn.listMapper(cdktn.stringToTerraform, false)(struct!.uncheckedAreas),
  }
}


export function applianceProviderExpectToHclTerraform(struct?: ApplianceProviderExpect | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  const attrs = {
    certificate_fingerprints: {
      value: cdktn.listMapperHcl(cdktn.stringToHclTerraform, false)(struct!.certificateFingerprints),
      isBlock: false,
      type: "list",
      storageClassType: "stringList",
    },
    interfaces: {
      value: cdktn.hashMapperHcl(cdktn.stringToHclTerraform)(struct!.interfaces),
      isBlock: false,
      type: "map",
      storageClassType: "stringMap",
    },
    unchecked_areas: {
      value: cdktn.listMapperHcl(cdktn.stringToHclTerraform, false)(struct!.uncheckedAreas),
      isBlock: false,
      type: "list",
      storageClassType: "stringList",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export interface ApplianceProviderTls {
  /**
  * PEM certificate of the authority that signed the appliance's certificate. Replaces the default authorities.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#ca_certificate ApplianceProvider#ca_certificate}
  */
  readonly caCertificate?: string;
  /**
  * PEM client certificate. Requires `client_key`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#client_certificate ApplianceProvider#client_certificate}
  */
  readonly clientCertificate?: string;
  /**
  * PEM private key of the client certificate. Requires `client_certificate`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#client_key ApplianceProvider#client_key}
  */
  readonly clientKey?: string;
  /**
  * Whether to accept any certificate. Anyone on the network path can then read the token and change the answers. Defaults to `false`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#insecure ApplianceProvider#insecure}
  */
  readonly insecure?: boolean | cdktn.IResolvable;
  /**
  * Host name that the appliance's certificate must carry, if it differs from the host of the URL.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#server_name ApplianceProvider#server_name}
  */
  readonly serverName?: string;
}

export function applianceProviderTlsToTerraform(struct?: ApplianceProviderTls | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  return {
    ca_certificate: cdktn.stringToTerraform(struct!.caCertificate),
    client_certificate: cdktn.stringToTerraform(struct!.clientCertificate),
    client_key: cdktn.stringToTerraform(struct!.clientKey),
    insecure: cdktn.booleanToTerraform(struct!.insecure),
    server_name: cdktn.stringToTerraform(struct!.serverName),
  }
}


export function applianceProviderTlsToHclTerraform(struct?: ApplianceProviderTls | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  const attrs = {
    ca_certificate: {
      value: cdktn.stringToHclTerraform(struct!.caCertificate),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    client_certificate: {
      value: cdktn.stringToHclTerraform(struct!.clientCertificate),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    client_key: {
      value: cdktn.stringToHclTerraform(struct!.clientKey),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    insecure: {
      value: cdktn.booleanToHclTerraform(struct!.insecure),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    server_name: {
      value: cdktn.stringToHclTerraform(struct!.serverName),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}


import { ApplianceProviderFunctions } from '../provider-functions/index';
/**
* Represents a {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs appliance}
*/
export class ApplianceProvider extends cdktn.TerraformProvider {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "appliance";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTN code for importing a ApplianceProvider resource upon running "cdktn plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the ApplianceProvider to import
  * @param importFromId The id of the existing ApplianceProvider that should be imported. Refer to the {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the ApplianceProvider to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktn.TerraformProvider) {
        return new cdktn.ImportableResource(scope, importToId, { terraformResourceType: "appliance", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs appliance} Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options ApplianceProviderConfig = {}
  */
  public constructor(scope: Construct, id: string, config: ApplianceProviderConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'appliance',
      terraformGeneratorMetadata: {
        providerName: 'appliance',
        providerVersionConstraint: '~> 0.1'
      },
      terraformProviderSource: 'webfilter/appliance'
    });
    this._baseUrl = config.baseUrl;
    this._categoryApi = config.categoryApi;
    this._deletionProtection = config.deletionProtection;
    this._endpoints = config.endpoints;
    this._expect = config.expect;
    this._headers = config.headers;
    this._maxConcurrentRequests = config.maxConcurrentRequests;
    this._maxRequestsPerSecond = config.maxRequestsPerSecond;
    this._onUnreachable = config.onUnreachable;
    this._removalLimit = config.removalLimit;
    this._retries = config.retries;
    this._timeout = config.timeout;
    this._tls = config.tls;
    this._token = config.token;
    this._tokenHeader = config.tokenHeader;
    this._verify = config.verify;
    this._alias = config.alias;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // base_url - computed: false, optional: true, required: false
  private _baseUrl?: string; 
  public get baseUrl() {
    return this._baseUrl;
  }
  public set baseUrl(value: string | undefined) {
    this._baseUrl = value;
  }
  public resetBaseUrl() {
    this._baseUrl = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get baseUrlInput() {
    return this._baseUrl;
  }

  // category_api - computed: false, optional: true, required: false
  private _categoryApi?: string; 
  public get categoryApi() {
    return this._categoryApi;
  }
  public set categoryApi(value: string | undefined) {
    this._categoryApi = value;
  }
  public resetCategoryApi() {
    this._categoryApi = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get categoryApiInput() {
    return this._categoryApi;
  }

  // deletion_protection - computed: false, optional: true, required: false
  private _deletionProtection?: ApplianceProviderDeletionProtection; 
  public get deletionProtection() {
    return this._deletionProtection;
  }
  public set deletionProtection(value: ApplianceProviderDeletionProtection | undefined) {
    this._deletionProtection = value;
  }
  public resetDeletionProtection() {
    this._deletionProtection = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get deletionProtectionInput() {
    return this._deletionProtection;
  }

  // endpoints - computed: false, optional: true, required: false
  private _endpoints?: ApplianceProviderEndpoints; 
  public get endpoints() {
    return this._endpoints;
  }
  public set endpoints(value: ApplianceProviderEndpoints | undefined) {
    this._endpoints = value;
  }
  public resetEndpoints() {
    this._endpoints = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get endpointsInput() {
    return this._endpoints;
  }

  // expect - computed: false, optional: true, required: false
  private _expect?: ApplianceProviderExpect; 
  public get expect() {
    return this._expect;
  }
  public set expect(value: ApplianceProviderExpect | undefined) {
    this._expect = value;
  }
  public resetExpect() {
    this._expect = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get expectInput() {
    return this._expect;
  }

  // headers - computed: false, optional: true, required: false
  private _headers?: { [key: string]: string }; 
  public get headers() {
    return this._headers;
  }
  public set headers(value: { [key: string]: string } | undefined) {
    this._headers = value;
  }
  public resetHeaders() {
    this._headers = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get headersInput() {
    return this._headers;
  }

  // max_concurrent_requests - computed: false, optional: true, required: false
  private _maxConcurrentRequests?: number; 
  public get maxConcurrentRequests() {
    return this._maxConcurrentRequests;
  }
  public set maxConcurrentRequests(value: number | undefined) {
    this._maxConcurrentRequests = value;
  }
  public resetMaxConcurrentRequests() {
    this._maxConcurrentRequests = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get maxConcurrentRequestsInput() {
    return this._maxConcurrentRequests;
  }

  // max_requests_per_second - computed: false, optional: true, required: false
  private _maxRequestsPerSecond?: number; 
  public get maxRequestsPerSecond() {
    return this._maxRequestsPerSecond;
  }
  public set maxRequestsPerSecond(value: number | undefined) {
    this._maxRequestsPerSecond = value;
  }
  public resetMaxRequestsPerSecond() {
    this._maxRequestsPerSecond = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get maxRequestsPerSecondInput() {
    return this._maxRequestsPerSecond;
  }

  // on_unreachable - computed: false, optional: true, required: false
  private _onUnreachable?: string; 
  public get onUnreachable() {
    return this._onUnreachable;
  }
  public set onUnreachable(value: string | undefined) {
    this._onUnreachable = value;
  }
  public resetOnUnreachable() {
    this._onUnreachable = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get onUnreachableInput() {
    return this._onUnreachable;
  }

  // removal_limit - computed: false, optional: true, required: false
  private _removalLimit?: string; 
  public get removalLimit() {
    return this._removalLimit;
  }
  public set removalLimit(value: string | undefined) {
    this._removalLimit = value;
  }
  public resetRemovalLimit() {
    this._removalLimit = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get removalLimitInput() {
    return this._removalLimit;
  }

  // retries - computed: false, optional: true, required: false
  private _retries?: number; 
  public get retries() {
    return this._retries;
  }
  public set retries(value: number | undefined) {
    this._retries = value;
  }
  public resetRetries() {
    this._retries = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get retriesInput() {
    return this._retries;
  }

  // timeout - computed: false, optional: true, required: false
  private _timeout?: number; 
  public get timeout() {
    return this._timeout;
  }
  public set timeout(value: number | undefined) {
    this._timeout = value;
  }
  public resetTimeout() {
    this._timeout = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get timeoutInput() {
    return this._timeout;
  }

  // tls - computed: false, optional: true, required: false
  private _tls?: ApplianceProviderTls; 
  public get tls() {
    return this._tls;
  }
  public set tls(value: ApplianceProviderTls | undefined) {
    this._tls = value;
  }
  public resetTls() {
    this._tls = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get tlsInput() {
    return this._tls;
  }

  // token - computed: false, optional: true, required: false
  private _token?: string; 
  public get token() {
    return this._token;
  }
  public set token(value: string | undefined) {
    this._token = value;
  }
  public resetToken() {
    this._token = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get tokenInput() {
    return this._token;
  }

  // token_header - computed: false, optional: true, required: false
  private _tokenHeader?: string; 
  public get tokenHeader() {
    return this._tokenHeader;
  }
  public set tokenHeader(value: string | undefined) {
    this._tokenHeader = value;
  }
  public resetTokenHeader() {
    this._tokenHeader = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get tokenHeaderInput() {
    return this._tokenHeader;
  }

  // verify - computed: false, optional: true, required: false
  private _verify?: string; 
  public get verify() {
    return this._verify;
  }
  public set verify(value: string | undefined) {
    this._verify = value;
  }
  public resetVerify() {
    this._verify = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get verifyInput() {
    return this._verify;
  }

  // alias - computed: false, optional: true, required: false
  private _alias?: string; 
  public get alias() {
    return this._alias;
  }
  public set alias(value: string | undefined) {
    this._alias = value;
  }
  public resetAlias() {
    this._alias = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get aliasInput() {
    return this._alias;
  }

  // ==========================
  // PROVIDER-DEFINED FUNCTIONS
  // ==========================
  private _functions?: ApplianceProviderFunctions;

  /**
  * Provider-defined functions of the appliance provider.
  */
  public get functions(): ApplianceProviderFunctions {
    if (!this._functions) {
      this._functions = new ApplianceProviderFunctions(this.terraformResourceType);
    }
    return this._functions;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      base_url: cdktn.stringToTerraform(this._baseUrl),
      category_api: cdktn.stringToTerraform(this._categoryApi),
      deletion_protection: applianceProviderDeletionProtectionToTerraform(this._deletionProtection),
      endpoints: applianceProviderEndpointsToTerraform(this._endpoints),
      expect: applianceProviderExpectToTerraform(this._expect),
      headers: cdktn.hashMapper(cdktn.stringToTerraform)(this._headers),
      max_concurrent_requests: cdktn.numberToTerraform(this._maxConcurrentRequests),
      max_requests_per_second: cdktn.numberToTerraform(this._maxRequestsPerSecond),
      on_unreachable: cdktn.stringToTerraform(this._onUnreachable),
      removal_limit: cdktn.stringToTerraform(this._removalLimit),
      retries: cdktn.numberToTerraform(this._retries),
      timeout: cdktn.numberToTerraform(this._timeout),
      tls: applianceProviderTlsToTerraform(this._tls),
      token: cdktn.stringToTerraform(this._token),
      token_header: cdktn.stringToTerraform(this._tokenHeader),
      verify: cdktn.stringToTerraform(this._verify),
      alias: cdktn.stringToTerraform(this._alias),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      base_url: {
        value: cdktn.stringToHclTerraform(this._baseUrl),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      category_api: {
        value: cdktn.stringToHclTerraform(this._categoryApi),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      deletion_protection: {
        value: applianceProviderDeletionProtectionToHclTerraform(this._deletionProtection),
        isBlock: false,
        type: "list",
        storageClassType: "ApplianceProviderDeletionProtection",
      },
      endpoints: {
        value: applianceProviderEndpointsToHclTerraform(this._endpoints),
        isBlock: false,
        type: "list",
        storageClassType: "ApplianceProviderEndpoints",
      },
      expect: {
        value: applianceProviderExpectToHclTerraform(this._expect),
        isBlock: false,
        type: "list",
        storageClassType: "ApplianceProviderExpect",
      },
      headers: {
        value: cdktn.hashMapperHcl(cdktn.stringToHclTerraform)(this._headers),
        isBlock: false,
        type: "map",
        storageClassType: "stringMap",
      },
      max_concurrent_requests: {
        value: cdktn.numberToHclTerraform(this._maxConcurrentRequests),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      max_requests_per_second: {
        value: cdktn.numberToHclTerraform(this._maxRequestsPerSecond),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      on_unreachable: {
        value: cdktn.stringToHclTerraform(this._onUnreachable),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      removal_limit: {
        value: cdktn.stringToHclTerraform(this._removalLimit),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      retries: {
        value: cdktn.numberToHclTerraform(this._retries),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      timeout: {
        value: cdktn.numberToHclTerraform(this._timeout),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      tls: {
        value: applianceProviderTlsToHclTerraform(this._tls),
        isBlock: false,
        type: "list",
        storageClassType: "ApplianceProviderTls",
      },
      token: {
        value: cdktn.stringToHclTerraform(this._token),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      token_header: {
        value: cdktn.stringToHclTerraform(this._tokenHeader),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      verify: {
        value: cdktn.stringToHclTerraform(this._verify),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      alias: {
        value: cdktn.stringToHclTerraform(this._alias),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
