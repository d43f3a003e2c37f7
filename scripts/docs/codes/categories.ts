import { answerNotJson, failureReported } from '@webfilter/appliance-declarations/diagnostics/answers'
import * as categories from '@webfilter/appliance-declarations/diagnostics/categories'
import * as changes from '@webfilter/appliance-declarations/diagnostics/category-changes'
import * as services from '@webfilter/appliance-declarations/diagnostics/category-services'
import { noAnswerInTime } from '@webfilter/appliance-declarations/diagnostics/connection'
import { formerAddress } from '@webfilter/appliance-declarations/diagnostics/objects'
import * as operations from '@webfilter/appliance-declarations/diagnostics/operations'
import type { Diagnostic } from '@webfilter/terraform-plugin'
import { heldSites } from '../../../src/resources/category/conflicts'
import { operations as runs } from '../../../src/resources/operation'
import { named, site, wordsIn } from './words'

// Messages about categories, their changes, and operations, with the category "ads" and its number 250.

const ads = { name: 'ads', id: 250 }
const doubleclick = site('doubleclick.net')
const pixel = site('pixel.example')
const compileRequest = 'PUT https://proxy.example.org:9503/categories/quick/250'
/** A failure that may pass, so that a plan goes on. */
const { message, advice } = noAnswerInTime({
  request: 'GET https://proxy.example.org:9503/categories/list',
  seconds: 30,
  attempt: 1,
})
const lost = noAnswerInTime({ request: compileRequest, seconds: 30, attempt: 1 })
const backup = noAnswerInTime({
  request: 'GET https://proxy.example.org:9503/categories/backup',
  seconds: 30,
  attempt: 1,
})
const trackers = { id: 251, name: 'trackers', table: 'category_trackers' }
const held = heldSites(
  'ads',
  [doubleclick, pixel].map((held) => ({ site: held, holders: [trackers], isThere: false })),
)
const limited = {
  category: 'ads',
  removed: 9_000,
  managed: 10_000,
  most: 5_000,
  limit: '50%',
  origin: 'provider',
} as const

export const messagesAboutCategories: readonly Diagnostic[] = [
  formerAddress({ type: 'appliance_category', name: 'ads' }),
  categories.categoryAdopted({ ...ads, contained: { sites: 312, asked: 312, there: 310 } }),
  categories.sitesAdopted({
    category: 'ads',
    list: 'partners',
    contained: { sites: 100_000, asked: 2_000, there: 1_990 },
    isKept: false,
  }),
  categories.tableShared({
    name: 'Social networks at work, chats',
    other: 'Social networks at work, games',
    table: 'category_socialnetworksatwork',
  }),
  categories.sitesLeaveBoth({
    category: 'Social networks at work, chats',
    others: ['Social networks at work, games'],
    table: 'category_socialnetworksatwork',
    count: 1,
    sites: named('chat.example'),
  }),
  categories.tableImpossible({ name: '広告とゲームと' }),
  categories.categoryNotChecked({ name: 'ads', failure: `${message} ${advice}` }),
  categories.categoryDeclaredTwice({ name: 'ads' }),
  categories.categoryDescriptionFixed({ name: 'ads', actual: 'Advertising' }),
  categories.categoryDescriptionNotCompared({ name: 'ads' }),
  categories.categoryStays({ name: 'ads', sites: 'removed', removed: 3 }),
  categories.categoryGone({ id: '250', name: 'ads', now: undefined }),
  categories.categoryNumberReused({ id: '250', name: 'ads', now: 'games' }),
  categories.categoryNumberRefused({ id: '250', name: 'ads', now: 'games', list: 'feed' }),
  categories.categoryUnlisted({ id: '250', name: 'ads', site: 'banners.example' }),
  categories.categoryMissing({ name: 'adds' }),
  categories.categoryAmbiguous({
    name: 'ads',
    found: [
      { id: 250, name: 'ads' },
      { id: 251, name: 'ADS' },
    ],
    more: 0,
  }),
  categories.categoryNumberImpossible({ id: -1, name: 'ads' }),
  categories.categoryKeyUnclear({ given: 'both' }),
  categories.categoryNotListed({
    name: 'R&D',
    news: [{ number: 251, name: 'R&amp;D' }],
    isEarlier: false,
  }),
  categories.categoryNotReleased({ name: 'ads' }),
  categories.categoryIdentityMismatch({ id: '251', name: 'ads', now: 'games' }),
  services.categoriesNotListed({
    request: 'GET https://proxy.example.org:9503/categories/list',
    words: 'Internal Server Error',
  }),
  services.categoryCreationUnsupported({ name: 'ads', api: 'auto' }),
  services.autonomousServiceUnconfirmed(),
  changes.listTwiceInState({ category: 'ads', list: null }),
  changes.listsOverlap({ category: 'ads', one: null, other: 'partners', sites: named('doubleclick.net') }),
  changes.sitesShared({ category: 'ads', count: 1, sites: named('doubleclick.net'), fate: 'restored' }),
  changes.sitesContested({
    taker: { category: 'ads', list: null },
    other: { category: 'trackers', list: null },
    count: 1,
    sites: named('doubleclick.net'),
  }),
  changes.sitesInOtherCategories(held),
  changes.sitesInOtherCategoriesNow(held),
  changes.listNotKnown({
    attributes: ['on_conflict'],
    leaving: { count: 0, sites: '' },
    mayTake: true,
    mayBeRefused: true,
    holders: held.holders,
  }),
  changes.siteOfAnotherCategory({
    site: doubleclick,
    id: 250,
    other: 'trackers',
    failure: failureReported({
      request: compileRequest,
      status: 200,
      words: 'doubleclick.net already categorized in category 251',
    }).message,
  }),
  changes.sitesInReplacedCategory({ ...held, category: 'ads-2' }),
  changes.sitesMoved(held),
  changes.conflictsNotChecked({ category: 'ads', count: 32_245, most: 5_000 }),
  changes.creationMayHaveStoredSites({ category: 'ads', list: null, stored: 2, doubtful: 1_200 }),
  changes.updateMayHaveStoredSites({ category: 'ads', list: 'feed', doubtful: 1_200 }),
  changes.sitesNotTakenOver({ category: 'ads', count: 1, sites: named('doubleclick.net') }),
  changes.sitesNotMoved({ id: 251, stayed: [doubleclick], unsure: [pixel] }),
  changes.placeholderStillThere({ id: 251, placeholder: site('qkzvhwmdpytrajcl.invalid') }),
  changes.sitesRemoved({
    category: 'ads',
    count: 2,
    sites: named('doubleclick.net', 'pixel.example'),
    by: 'destroy',
  }),
  changes.sitesStillThere({
    category: 'ads',
    removed: 2,
    count: 1,
    sites: named('pixel.example'),
    by: 'update',
  }),
  changes.movedSitesStillThere({ category: 'trackers', to: 'ads', count: 1, sites: named('pixel.example') }),
  changes.sitesStillStored({
    category: 'ads',
    removed: 2,
    count: 1,
    sites: named('pixel.example'),
    by: 'update',
  }),
  changes.sitesReadOtherwise({
    path: 'lists/family.txt',
    category: 'family',
    count: 3,
    kinds: ['2 forwarding rules', '1 pattern'],
    sites: 'bank.example, search.example, video.example',
    managed: 10_000,
    isTakenOut: true,
  }),
  changes.removalLimitExceeded({
    ...limited,
    sites: named(...Array.from({ length: limited.removed }, (_, index) => `host-${index + 1}.example`)),
  }),
  changes.removalNearLimit({ ...limited, removed: 4_600 }),
  changes.categoryNotManaged({ category: 'ads', count: 3 }),
  changes.listOfCategoryItself({ list: 'partners', category: 'ads', count: 3 }),
  operations.operationArgumentUnknown({
    operation: 'category_compile',
    argument: 'name',
    taken: Object.keys(runs.category_compile.parameters),
  }),
  operations.operationOutcomeUnknown({
    operation: 'category_backup' satisfies keyof typeof runs,
    reason: backup.message,
    advice: backup.advice,
  }),
  operations.compileUnconfirmed({ category: 250, reason: lost.message }),
  operations.actionNotSent({
    action: 'appliance_backup_categories',
    task: 'archive all category data',
    reason: wordsIn('src/actions/carry-out.ts', 'The run was stopped.'),
  }),
  operations.compileSiteRequired(),
  operations.categoryAnswerUnreadable({
    name: 'ads',
    failure: answerNotJson({ request: compileRequest, words: 'OK' }).message,
    compile: true,
  }),
  operations.harmlessNamesLeft({
    names: [{ site: 'qkzvhwmdpytrajcl.invalid', category: '"ads"', isStored: false }],
  }),
]
