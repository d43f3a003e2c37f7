import { hostNameProblem, parsedUrl } from '@webfilter/appliance-names'
import { shownText } from '@webfilter/terraform-plugin'
import { proxyUnusable } from '../../diagnostics/settings'

import { ApplianceError } from '../errors'
import type { ProxySettings } from '../settings'
import { proxyFor } from './proxy-choice'

/**
 * The proxy on the way to an origin, or undefined where there is none. Throws `misconfigured` for one that no connection can be
 * made to.
 */
export function usableProxyFor(origin: string, proxies: ProxySettings): string | undefined {
  const proxy = proxyFor(origin, proxies)
  if (proxy === undefined || isUsable(proxy)) return proxy
  const { http = 'HTTP_PROXY', https = 'HTTPS_PROXY' } = proxies.variables ?? {}
  const isSecure = origin.startsWith('https:')
  const value = shownText((isSecure ? proxies.https : proxies.http) ?? proxy)
  throw new ApplianceError({
    kind: 'misconfigured',
    told: proxyUnusable({ variable: isSecure ? https : http, value }),
  })
}

function isUsable(proxy: string): boolean {
  const url = /^https?:\/\//i.test(proxy) ? parsedUrl(proxy) : undefined
  return url !== undefined && url.port !== '0' && hostNameProblem(url.hostname) === undefined
}
