import { websiteAddress } from '@webfilter/appliance-declarations/validators'
import { bool, integer, listOf, nestedList, string } from '@webfilter/terraform-plugin'
import { dataSource } from '../definitions'

/** How the appliance gets to a website, directly and through its proxy (docs/appliance, "Analyze a website"). */
export const websiteAnalysis = dataSource('website_analysis', {
  description:
    'Tests how the appliance reaches a website, directly and through its proxy. A failed test is not an error. Attributes that the ' +
    'release does not return are null.',
  documentation: {
    subcategory: 'Website analysis',
    release: 'The analysis requires product release 4.50 Service Pack 1, or hotfix 20240914-17.',
  },

  attributes: {
    website: string({
      required: true,
      validate: websiteAddress,
      description:
        'Host, or host and port, without a scheme, such as `www.example.org` or `example.org:8443`.',
    }),
    domain_test: flag('Whether the name resolves.'),
    domain_record: text('Address that the name resolves to.'),
    telnet: flag('Whether a TCP connection to the port succeeds.'),
    telnet_error: text('Error of the TCP connection. Empty if it succeeds.'),
    proto: text('Protocol of the test: `http` or `https`.'),
    port: wholeNumber('Port of the test.'),
    domain: text('Host name of the test.'),
    query_url: text('URL of the test.'),
    direct_http: flag('Whether the direct request received an answer.'),
    direct_http_error: text('Error of the direct request. Empty if it received an answer.'),
    direct_http_err_code: wholeNumber('HTTP status of the direct request.'),
    direct_http_response_headers: headers('direct'),
    proxy_enable: flag('Whether the request through the proxy was tried.'),
    proxy_url: text('URL of the local proxy.'),
    proxy_error: flag(
      'Whether the request through the proxy failed, or by contradictory answers, whether `proxy_error_str` is not empty.',
    ),
    proxy_error_str: text('Error of the request through the proxy. Empty if it succeeded.'),
    proxy_response_headers: headers('proxy'),
    proxy_response_code: wholeNumber('HTTP status of the request through the proxy.'),
    proxy_dns: nestedList(
      {
        dnsname: text('Address of the DNS server.'),
        dns_success: flag('Whether the DNS server resolves the name.'),
        dns_error: text('Error of the DNS server. Empty if it resolves the name.'),
        dns_result: text(
          'IPv4 and IPv6 addresses that the name resolves to, in order, separated by a comma and a space.',
        ),
      },
      { computed: true, description: 'Results of each DNS server of the appliance.' },
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
    description: `Headers of the answer to the ${which} request, \`Name: value\`, without those of one answer, such as \`Date\`.`,
  })
}
