import {
  diagnoseExceptions,
  reportCutSites,
  reportInvalidLines,
} from '@webfilter/appliance-declarations/declared-list'
import * as exceptions from '@webfilter/appliance-declarations/diagnostics/exceptions'
import * as files from '@webfilter/appliance-declarations/diagnostics/site-files'
import * as sites from '@webfilter/appliance-declarations/diagnostics/sites'
import { cutByAutonomousService, UnreadableList, withoutExceptions } from '@webfilter/site-lists'
import type { Diagnostic } from '@webfilter/terraform-plugin'
import { listOf, named, raisedBy, reasonAgainst, table, wordsIn } from './words'

// Messages about lists of sites, the files that they come from, and their exceptions.

const path = 'lists/ads.txt'
const opened = { names: path, attribute: 'sites_file' } as const
const invalidLines = listOf(
  'doubleclick.net\npixel.example\nexample.com##.banner\nbanners.example\nads\n',
).invalid
const sum = {
  lines: 140_626,
  withoutEntry: 1_200,
  further: 0,
  leftOut: 0,
  exceptionRules: 0,
  duplicates: 26_687,
  merged: 11_000,
  excepted: 0,
  skipped: 0,
  sites: 101_739,
}
const deleted = { path, count: 1, sites: named('fromsmash.com'), table: 'category_malware' }
const cut = cutByAutonomousService(table('login.www.gov.uk'))
const exceptionsOfList = table('login.example.com', 'shop.example')
const excepted = withoutExceptions(table('doubleclick.net', 'example.com'), exceptionsOfList)
/** What is at the place of a file that is not a list. */
const unreadable = thrownBy(() => listOf('doubleclick.net\0'))
const packedSites = 'packages/site-lists/src/table/packed-sites.ts'

export const messagesAboutLists: readonly Diagnostic[] = [
  sites.notASite({ reason: reasonAgainst('https://example.com/ads') }),
  sites.sitesNeverActive({ count: 1, sites: named('ww1.example.com') }),
  sites.sitesPublicSuffix({ count: 2, sites: named('gov.uk', 'github.io') }),
  sites.siteNamedTwice({ site: 'example.com', first: 'example.com', again: 'www.example.com' }),
  sites.manySitesInline({ count: 12_000 }),
  sites.packedSitesUnreadable({
    problem: wordsIn(packedSites, 'its version is one that this release of the provider cannot read'),
  }),
  sites.packedSitesAltered({ problem: wordsIn(packedSites, 'it does not match its digest') }),
  sites.sitesMiscounted({
    request: 'PUT https://proxy.example.org:9503/categories/quick/250',
    answer: '2 items added',
    sent: 3,
    added: 2,
  }),
  sites.sitesMissing({ category: 'ads', count: 2, sites: named('doubleclick.net', 'pixel.example') }),
  sites.sitesLeftOut({
    category: 'ads',
    count: 1,
    sites: named('pixel.example'),
    answer: '2 added, 1 already exist',
  }),
  sites.sitesNotAskedFor({ category: 'ads', managed: 120, items: 150 }),
  sites.sitesNotCounted({ category: 'ads', managed: 120 }),
  sites.fewerSitesThanManaged({ category: 'ads', items: 118, managed: 120, others: [] }),
  sites.fewerSitesThanLeft({ category: 'ads', items: 150, left: 152, others: ['partners'] }),
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
  files.sitesFileNotAList({ path, ...unreadable }),
  files.listTooLongForState({ path, bytes: 91_226_112, most: 88_080_384, isTogether: false }),
  ...raisedBy((diagnostics) => reportInvalidLines(opened, invalidLines, 'skip', diagnostics)),
  ...raisedBy((diagnostics) => reportInvalidLines(opened, invalidLines, 'fail', diagnostics)),
  files.sitesFileSinkholes({
    path,
    count: 9_814,
    addresses: '10.0.0.53 (9,812 lines), 192.168.1.20 (2 lines)',
  }),
  files.sitesFileChangedAfterPlan({
    path,
    planned: { sites: 32_245, sha256: '5a1c09e0f2b84d77' },
    now: { sites: 32_246, sha256: 'c3d2a87710be4e15' },
  }),
  files.sitesFileEmptied({
    path,
    category: 'ads',
    leaving: 2,
    sites: named('doubleclick.net', 'pixel.example'),
    staysActive: 'older',
    count: undefined,
  }),
  files.sitesFileChanged({
    path,
    category: 'ads',
    added: { count: 1, sites: named('banners.example') },
    leaving: { count: 1, sites: named('pixel.example') },
    isTakenOut: true,
    count: sum,
  }),
  files.sitesFileCounted({
    path,
    count: sum,
  }),
  ...raisedBy((diagnostics) => reportCutSites(opened, cut, 'skip', diagnostics)),
  ...raisedBy((diagnostics) => reportCutSites(opened, cut, 'fail', diagnostics)),
  files.sitesDeletedByCompileSkipped(deleted),
  exceptions.exceptionPublicSuffix({ count: 1, names: named('github.io') }),
  exceptions.exceptionsLeaveNothing({ count: 3 }),
  ...raisedBy((diagnostics) =>
    diagnoseExceptions(
      { exceptions: exceptionsOfList, excepted, list: excepted.table },
      ['exceptions'],
      diagnostics,
    ),
  ),
  exceptions.exceptionsBesideSites({ attribute: 'exceptions' }),
  exceptions.exceptionsOfOtherList({
    category: 'ads',
    list: null,
    other: 'partners',
    count: 1,
    sites: named('login.example.com'),
  }),
]

/** What a reader of lists says of a file that it cannot read. */
function thrownBy(read: () => unknown): { readonly found: string; readonly advice: string } {
  try {
    read()
  } catch (error) {
    if (error instanceof UnreadableList) return { found: error.message, advice: error.advice }
    throw error
  }
  throw new Error('The text is a list.')
}
