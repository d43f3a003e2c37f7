import * as categories from '@webfilter/appliance-declarations/diagnostics/categories'
import * as changes from '@webfilter/appliance-declarations/diagnostics/category-changes'
import * as services from '@webfilter/appliance-declarations/diagnostics/category-services'
import * as operations from '@webfilter/appliance-declarations/diagnostics/operations'
import type { Site } from '@webfilter/appliance-names'
import type { Diagnostic } from '@webfilter/terraform-plugin'

// Messages about categories, their changes, and operations, with the category "ads" and its number 250.

const ads = { name: 'ads', id: 250 }
const doubleclick = 'doubleclick.net' as Site
const failure =
  'The appliance denied access with HTTP status 401: most likely, the token is missing or wrong.'
const lost = 'The answer was not complete after 30 seconds.'
const held = {
  category: 'ads',
  count: 2,
  holders: 'Category "trackers" contains doubleclick.net and pixel.example.',
}
const limited = {
  category: 'ads',
  removed: 9_000,
  managed: 10_000,
  most: 5_000,
  limit: '50%',
  origin: 'provider',
} as const

export const messagesAboutCategories: readonly Diagnostic[] = [
  categories.categoryAdopted({ ...ads, contained: { sites: 312, asked: 312, there: 310 } }),
  categories.sitesAdopted({
    category: 'ads',
    list: 'partners',
    contained: { sites: 100_000, asked: 2_000, there: 1_990 },
    isKept: false,
  }),
  categories.tableShared({
    name: 'Social networks, chats',
    other: 'Social networks, games',
    table: 'category_socialnetworkschats',
  }),
  categories.tableImpossible({ name: '広告とゲームと' }),
  categories.categoryNotChecked({ name: 'ads', failure }),
  categories.categoryDeclaredTwice({ name: 'ads' }),
  categories.categoryDescriptionFixed({ name: 'ads', actual: 'Advertising' }),
  categories.categoryDescriptionNotCompared({ name: 'ads' }),
  categories.categoryStays({ name: 'ads', sites: 'removed', removed: 3 }),
  categories.categoryGone({ id: '250', name: 'ads', now: undefined }),
  categories.categoryNumberReused({ id: '250', name: 'ads', now: 'games' }),
  categories.categoryMissing({ category: '"adds"' }),
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
  categories.categoryNotListed({ name: 'ads' }),
  categories.categoryNotReleased({ name: 'ads' }),
  categories.categoryIdentityMismatch({ id: '251', name: 'ads', now: 'games' }),
  services.categoriesNotListed({
    request: 'GET https://proxy.example.org:9503/categories/list',
    words: 'Internal Server Error',
  }),
  services.categoryCreationUnsupported({ name: 'ads', api: 'auto' }),
  services.autonomousServiceUnconfirmed(),
  changes.listTwiceInState({ category: 'ads', list: null }),
  changes.listsOverlap({ category: 'ads', one: null, other: 'partners', sites: 'doubleclick.net' }),
  changes.sitesShared({ category: 'ads', count: 1, sites: 'doubleclick.net', isLeft: false }),
  changes.sitesContested({
    taker: { category: 'ads', list: null },
    other: { category: 'trackers', list: null },
    count: 1,
    sites: 'doubleclick.net',
  }),
  changes.sitesInOtherCategories(held),
  changes.sitesInOtherCategoriesNow(held),
  changes.siteOfAnotherCategory({
    site: doubleclick,
    id: 250,
    other: 'trackers',
    failure:
      'The appliance rejected the request: "doubleclick.net already categorized in category 251". The request was PUT ' +
      'https://proxy.example.org:9503/categories/quick/250.',
  }),
  changes.sitesInReplacedCategory({ ...held, category: 'ads-2' }),
  changes.sitesMoved(held),
  changes.conflictsNotChecked({ category: 'ads', count: 32_245, most: 5_000 }),
  changes.creationMayHaveStoredSites({ category: 'ads', list: null, stored: 2, doubtful: 1_200 }),
  changes.sitesNotMoved({ id: 251, stayed: [doubleclick], unsure: ['pixel.example' as Site] }),
  changes.sitesRemoved({
    category: 'ads',
    count: 2,
    sites: 'doubleclick.net, pixel.example',
    by: 'destroy',
  }),
  changes.removalLimitExceeded({
    ...limited,
    sites: 'a.example, b.example, c.example and 8,997 others',
  }),
  changes.removalNearLimit({ ...limited, removed: 4_600 }),
  changes.categoryNotManaged({ category: 'ads', count: 3 }),
  changes.listOfCategoryItself({ list: 'partners', category: 'ads', count: 3 }),
  operations.operationArgumentUnknown({
    operation: 'compile_category',
    argument: 'name',
    taken: ['category', 'site'],
  }),
  operations.operationOutcomeUnknown({
    operation: 'backup_categories',
    reason: lost,
    advice: 'Check in the console of the appliance whether it has run.',
  }),
  operations.compileUnconfirmed({ category: 250, reason: lost }),
  operations.actionNotSent({
    action: 'appliance_backup_categories',
    task: 'archive all category data',
    reason: 'Terraform was asked to stop.',
  }),
  operations.compileSiteRequired(),
  operations.categoryAnswerUnreadable({ name: 'ads', failure: 'It is not JSON: "OK".', compile: true }),
  operations.harmlessNamesLeft({
    names: [{ site: 'compile-5f2a9c.invalid', category: '"ads"', isStored: false }],
  }),
]
