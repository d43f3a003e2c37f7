// generated from provider function schema

import * as cdktn from 'cdktn';

/**
* Provider-defined functions of the appliance provider.
*/
export class ApplianceProviderFunctions {
  private readonly providerLocalName: string;

  /**
  * @param providerLocalName The local name of the provider in required_providers; defaults to the registry short name. Override when the provider is declared under a different local name — aliases do not change the namespace, local names do.
  */
  constructor(providerLocalName: string) {
    this.providerLocalName = providerLocalName;
  }

  /**
  * Returns the sites of all lists in their normal form, sorted, each once. A site that several lists contain in different spellings is one site. The order of the lists and of their elements does not change the result.
  * @param {Array<Array<string>>} lists - Lists of domains and IPv4 addresses, in any spelling. Without a list, the result is empty.
  * @returns {Array<string>}
  */
  public mergeSites(lists: Array<string[]>): string[] {
    return cdktn.Token.asList(cdktn.TerraformProviderFunction.invoke(this.providerLocalName, "merge_sites", [...lists]));
  }

  /**
  * Returns a site in the form in which the appliance stores it: a domain in lower case and in ASCII without `www.` in front and without a trailing dot, or an IPv4 address. Two texts name the same site if their normal forms are equal.
  * @param {string} site - Domain or IPv4 address, in any spelling.
  * @returns {string}
  */
  public normalizeSite(site: string): string {
    return cdktn.Token.asString(cdktn.TerraformProviderFunction.invoke(this.providerLocalName, "normalize_site", [site]));
  }

  /**
  * Returns the sites of a text in their normal form, sorted, each once. The text can have any of the formats that `sites_file` reads: one site per line, hosts files, browser rules, dnsmasq, unbound and response policy zones. See [List files](../guides/lists.md#list-files).
  * @param {string} text - Text of the list, such as `file("ads.txt")` or the body of an HTTP response.
  * @param {Array<string>} onInvalidLine - Optional, at most one argument: `fail` rejects a text with lines that are not sites, `skip` leaves these lines out. Defaults to `fail`.
  * @returns {Array<string>}
  */
  public parseSites(text: string, onInvalidLine: Array<string>): string[] {
    return cdktn.Token.asList(cdktn.TerraformProviderFunction.invoke(this.providerLocalName, "parse_sites", [text, ...onInvalidLine]));
  }

  /**
  * Returns the part of a site that someone registered: the public suffix and one label more. For `login.example.co.uk`, this is `example.co.uk`. In a category, it matches the site and everything else below the same domain.
  * @param {string} site - Domain, in any spelling.
  * @returns {string}
  */
  public registrableDomain(site: string): string {
    return cdktn.Token.asString(cdktn.TerraformProviderFunction.invoke(this.providerLocalName, "registrable_domain", [site]));
  }
}
