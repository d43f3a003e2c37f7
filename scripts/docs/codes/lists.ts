import * as exceptions from '@webfilter/appliance-declarations/diagnostics/exceptions'
import * as files from '@webfilter/appliance-declarations/diagnostics/site-files'
import * as sites from '@webfilter/appliance-declarations/diagnostics/sites'
import type { Diagnostic } from '@webfilter/terraform-plugin'

// Messages about lists of sites, the files that they come from, and their exceptions.

const path = 'lists/ads.txt'
const invalid = {
  path,
  count: 2,
  kinds: ['1 rule for a part of a page'],
  lines: 'line 7: "example.com##.banner" is not a domain\nline 12: "ads" has no dot',
}
const sum =
  '140,626 lines - 1,200 without an entry - 26,687 duplicates - 11,000 merged with "www." = 101,739 sites'
const deleted = { path, count: 1, sites: 'fromsmash.com', table: 'category_malware' }
const covered = { count: 1, names: 'login.example.com (through example.com)' }

export const messagesAboutLists: readonly Diagnostic[] = [
  sites.notASite({
    reason: '"https://example.com/ads" contains a path; write only its domain, example.com',
  }),
  sites.sitesNeverActive({ count: 1, sites: 'ww1.example.com' }),
  sites.sitesPublicSuffix({ count: 2, sites: 'gov.uk, github.io' }),
  sites.siteNamedTwice({ site: 'example.com', first: 'example.com', again: 'www.example.com' }),
  sites.manySitesInline({ count: 12_000 }),
  sites.packedSitesUnreadable({ problem: 'its form is that of a newer release' }),
  sites.packedSitesAltered({ problem: 'it does not fit its digest' }),
  sites.sitesMiscounted({
    request: 'PUT https://proxy.example.org:9503/categories/quick/250',
    answer: '2 items added',
    sent: 3,
    added: 2,
  }),
  sites.sitesMissing({ category: 'ads', count: 2, sites: 'doubleclick.net, pixel.example' }),
  sites.sitesNotAskedFor({ category: 'ads', managed: 120, items: 150 }),
  sites.sitesNotCounted({ category: 'ads', managed: 120 }),
  sites.fewerSitesThanManaged({ category: 'ads', items: 118, managed: 120, others: [] }),
  sites.fewerSitesThanLeft({ category: 'ads', items: 118, left: 120, others: [] }),
  sites.sitesOfOtherListsMissing({
    category: 'ads',
    items: 9_990,
    managed: 10_000,
    found: 4,
    lists: ['partners'],
  }),
  files.sitesFileUnknown(),
  files.sitesFilesNone(),
  files.sitesFileIsContent({ attribute: 'sites_file', characters: 7_900_000 }),
  files.sitesFileNotAList({
    path,
    found: 'is not text: it contains zero bytes in line 1',
    advice: 'Download the file again.',
  }),
  files.listTooLongForState({ path, bytes: 91_226_112, most: 88_080_384, isTogether: false }),
  files.sitesFileLinesSkipped(invalid),
  files.sitesFileLinesInvalid(invalid),
  files.sitesFileChangedAfterPlan({
    path,
    planned: { sites: 32_245, sha256: '5a1c09e0f2b84d77' },
    now: { sites: 32_246, sha256: 'c3d2a87710be4e15' },
  }),
  files.sitesFileEmptied({
    path,
    category: 'ads',
    leaving: 2,
    sites: 'doubleclick.net, pixel.example',
    staysActive: 'older',
    count: undefined,
  }),
  files.sitesFileChanged({
    path,
    category: 'ads',
    added: { count: 1, sites: 'banners.example' },
    leaving: { count: 1, sites: 'pixel.example' },
    isTakenOut: true,
    count: sum,
  }),
  files.sitesFileCounted({
    path,
    count: sum,
  }),
  files.sitesStoredAsOthersSkipped({ path, count: 1, sites: 'login.www.gov.uk (as gov.uk)' }),
  files.sitesStoredAsOthers({
    list: JSON.stringify(path),
    count: 1,
    sites: 'login.www.gov.uk (as gov.uk)',
  }),
  files.sitesDeletedByCompileSkipped(deleted),
  exceptions.exceptionPublicSuffix({ count: 1, names: 'github.io' }),
  exceptions.exceptionsLeaveNothing({ count: 3 }),
  exceptions.exceptionsCovered(covered),
  exceptions.exceptionsBesideSites({ attribute: 'exceptions' }),
  exceptions.exceptionsWithoutEffect({ count: 1, names: 'shop.example' }),
  exceptions.exceptionsOfOtherList({
    category: 'ads',
    list: null,
    other: 'partners',
    count: 1,
    sites: 'login.example.com',
  }),
]
