import { envelopeSize } from '../protocol/answer-size'
import type { Route } from '../protocol/route'
import type { RouteCaller } from '../protocol/route-caller'
import { readAnalysis, type WebsiteAnalysis } from './analysis-answer'

/** The analysis area of one appliance (interface document, 4.5). */
export interface Analysis {
  /**
   * Lets the appliance try the way to a website, directly and through its proxy. What fails on the way is part of the
   * result; throws `ApplianceError` where there is no result.
   *
   * @param website a host, or host and port: `example.org:8443`
   */
  website(website: string, signal: AbortSignal): Promise<WebsiteAnalysis>
}

/** The analysis area of the appliance that the caller reaches. Sends nothing by itself. */
export function createAnalysis(caller: RouteCaller): Analysis {
  return {
    async website(website, signal) {
      return readAnalysis(await caller.ask(analysisRoute, { parameters: { domain: website } }, signal))
    },
  }
}

export const analysisRoute: Route = {
  area: 'analysis',
  method: 'GET',
  path: '/analyze/website/direct/[domain]',
  changes: false,
  answer: envelopeSize,
  // Nothing is changed, but each request makes the appliance look up names and open connections.
  repeatable: 'unless-timed-out',
  release: 'release 4.50 Service Pack 1, or hotfix 20240914-17',
  withoutIt: 'Update the appliance, or test the website from another machine.',
}
