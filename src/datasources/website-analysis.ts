import { dataSource } from '../definitions'
import { bool, integer, listOf, nestedList, string } from '../terraform/schema/builders'
import { websiteAddress } from '../validators'

/** How the appliance gets to a website, directly and through its proxy (interface document, 2.6 and 4.5). */
export const websiteAnalysis = dataSource('website_analysis', {
  description:
    'Lets the appliance try the way to a website, directly and through its proxy. What fails on the way stands in the ' +
    'attributes and is no error. An attribute is null where the release does not tell it.',
  documentation: {
    subcategory: 'Website analysis',
    release: 'The analysis came with release 4.50 Service Pack 1, and with hotfix 20240914-17.',
  },

  attributes: {
    website: string({
      required: true,
      validate: websiteAddress,
      description:
        'Host to reach, or host and port, without a scheme: `www.example.org` or `example.org:8443`.',
    }),
    domain_test: flag('Whether the name resolves.'),
    domain_record: text('Address that it resolves to.'),
    telnet: flag('Whether a TCP connection to the port comes about.'),
    telnet_error: text('Why it does not; empty if it does.'),
    proto: text('Protocol that was used, `http` or `https`.'),
    port: wholeNumber('Port that was tried.'),
    domain: text('Host name that was tried.'),
    query_url: text('URL that was asked for.'),
    direct_http: flag('Whether the direct request was answered.'),
    direct_http_error: text('Why it was not; empty if it was.'),
    direct_http_err_code: wholeNumber('HTTP status of the direct request.'),
    direct_http_response_headers: headers('direct'),
    proxy_enable: flag('Whether the way through the proxy was tried.'),
    proxy_url: text('URL of the local proxy that was used.'),
    proxy_error: flag(
      'Whether the request through the proxy failed: whether `proxy_error_str` says why, where the two contradict.',
    ),
    proxy_error_str: text('Why it failed; empty if it did not.'),
    proxy_response_headers: headers('proxy'),
    proxy_response_code: wholeNumber('HTTP status through the proxy.'),
    proxy_dns: nestedList(
      {
        dnsname: text('Address of the DNS server.'),
        dns_success: flag('Whether it resolves the name.'),
        dns_error: text('Why it does not; empty if it does.'),
        dns_result: text(
          'Addresses that it resolves to, IPv4 and IPv6, in order, separated by a comma and a space.',
        ),
      },
      { computed: true, description: 'What each DNS server of the appliance says.' },
    ),
  },

  async read({ config: { website }, appliance, signal }) {
    return { website, ...(await appliance.analysis.website(website, signal)) }
  },
})

function text(description: string) {
  return string({ computed: true, nullable: true, description })
}

function flag(description: string) {
  return bool({ computed: true, nullable: true, description })
}

function wholeNumber(description: string) {
  return integer({ computed: true, nullable: true, description })
}

function headers(which: string) {
  return listOf('string', {
    computed: true,
    description:
      `Headers of the answer to the ${which} request, each as \`Name: value\`, without those that differ in every answer, ` +
      'such as `Date` and `Set-Cookie`.',
  })
}
