import { type Assumption, envelopeSize, formBody, listSize, type Route } from '../protocol/route'
import type { Generation } from './category'

/** The release that the older category routes came with (docs/appliance, "Releases"). */
export const olderRelease =
  'product release 4.50 Service Pack 5, or 4.50 Service Pack 4 with hotfix 20250605-13'

/** The release that the autonomous service came with (docs/appliance, "Releases"). */
const autonomousRelease = 'the autonomous REST service, which exists since major version 4'

/** What can be done with categories, whichever generation of the routes does it. */
type CategoryOperation =
  | 'list'
  | 'create'
  | 'add'
  | 'addWithoutCompile'
  | 'delete'
  | 'move'
  | 'query'
  | 'compile'
  | 'backup'

const older = { area: 'categories', release: olderRelease, answer: envelopeSize } as const
const autonomous = { area: 'categories', release: autonomousRelease, answer: envelopeSize } as const

const list = {
  method: 'GET',
  path: '/categories/list',
  answer: listSize,
  changes: false,
  repeatable: 'always',
  withoutIt:
    'Check that endpoints.categories.url is the address of the category REST service, and that the service is enabled.',
} as const
const backup = {
  method: 'GET',
  path: '/categories/backup',
  changes: true,
  // Each request makes an archive, and only the five newest are kept (docs/appliance, "Back up the categories").
  repeatable: 'never',
  withoutIt: 'Create the backup in the console of the appliance, or update the appliance.',
} as const

/** It compiles nothing, so it serves both ways of adding. */
const autonomousAdd = {
  ...autonomous,
  method: 'POST',
  path: '/categories/[category_id]/add',
  body: formBody({ sites: 'plain' }),
  changes: true,
  // A site that is there already counts as added (docs/appliance, "Add sites by the autonomous service").
  repeatable: 'unless-timed-out',
  withoutIt: 'Set category_api to "older" if the appliance has the older routes, or update the appliance.',
} as const

/**
 * The routes of the category area, by operation and generation (docs/appliance, "Routes"); undefined where a
 * generation has none.
 */
export const categoryRoutes = {
  list: { older: { ...older, ...list }, autonomous: { ...autonomous, ...list } },

  create: {
    older: {
      ...older,
      method: 'PUT',
      path: '/categories/create',
      body: formBody({ name: 'plain', description: 'plain' }),
      changes: true,
      repeatable: 'never',
      withoutIt: 'Create the category in the console of the appliance, then apply again to adopt it.',
    },
    autonomous: undefined,
  },

  add: {
    older: {
      ...older,
      method: 'PUT',
      path: '/categories/quick/[ID]',
      body: formBody({ items: 'plain' }),
      changes: true,
      // A site that is there already counts as added, but each request compiles.
      repeatable: 'unless-timed-out',
      withoutIt:
        'Set category_api to "autonomous" if the appliance has the autonomous service, or update the appliance.',
    },
    autonomous: autonomousAdd,
  },

  addWithoutCompile: {
    older: {
      ...older,
      area: 'categories_legacy',
      method: 'GET',
      path: '/categories/[ID]/[sitename]',
      changes: true,
      repeatable: 'always',
      withoutIt:
        'Check endpoints.categories_legacy, or keep compile = true so that the provider adds sites in one batch.',
    },
    autonomous: autonomousAdd,
  },

  delete: {
    older: {
      ...older,
      method: 'GET',
      path: '/categories/delete/[ID]/[sitename]',
      changes: true,
      // Succeeds also when the site is absent (docs/appliance, "Remove a site").
      repeatable: 'always',
      withoutIt: 'Remove the sites in the console of the appliance, or update the appliance.',
    },
    autonomous: undefined,
  },

  move: {
    older: {
      ...older,
      method: 'GET',
      path: '/categories/move/[ID]/[sitename]/[NEXTID]',
      changes: true,
      // Does not check that the site was in the source and is not transactional (docs/appliance, "Move a site"): twice ends where once
      // does.
      repeatable: 'always',
      withoutIt: 'Move the sites in the console of the appliance, or update the appliance.',
    },
    autonomous: undefined,
  },

  query: {
    older: {
      ...older,
      method: 'GET',
      path: '/categories/query/[domain]',
      changes: false,
      repeatable: 'always',
      withoutIt:
        'Use counts instead of single sites, or update the appliance: only the older routes return the categories that contain a site.',
    },
    autonomous: undefined,
  },

  // Only the batch route compiles in the older generation: see `add`.
  compile: {
    older: undefined,
    autonomous: {
      ...autonomous,
      method: 'GET',
      path: '/categories/[category_id]/compile',
      changes: true,
      repeatable: 'unless-timed-out',
      withoutIt:
        'Set category_api to "older" if the appliance has the older routes, or compile in the console of the appliance.',
    },
  },

  backup: { older: { ...older, ...backup }, autonomous: { ...autonomous, ...backup } },
} as const satisfies Readonly<Record<CategoryOperation, Readonly<Record<Generation, Route | undefined>>>>

/**
 * A route that no appliance has, for comparison: its parameter is a word, and one segment below `/categories` is never more than the
 * name of a list or a backup. What looks like a category and a site would be dangerous, as the one-site route adds by a GET.
 */
export const impossibleCategoryRoute = {
  ...categoryRoutes.query.older,
  path: '/categories/[word]',
} as const satisfies Route

/** The first number that a new category can get (docs/appliance, "Category numbers"). */
export const firstPersonalCategory = 250

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Answer of the create route, and when the new category is listed',
    assumed:
      'It is the envelope of the older routes. The category was created only if the list contains it within two seconds.',
    ifWrong:
      'The apply fails, names what is new in the list, and creates nothing under that name again. If the category is listed later, the ' +
      'next apply adopts it.',
  },
  {
    topic: 'List of an appliance without categories',
    assumed:
      'The list is empty rather than null. A service that has lost its database may list nothing, too, and any list may be cut off or ' +
      'filtered. So a category that it lacks counts as gone only if a question about up to ten of its sites does not show it. If ' +
      'nothing can be asked, a second list must lack it too.',
    ifWrong:
      'The plan fails until the first category is created in the console, or until a deleted category is removed from the ' +
      'state.',
  },
  {
    topic: 'Names of categories',
    assumed:
      'The appliance drops accents and apostrophes, and turns ß into b and ø into o. Names that differ only in these, in letter case or ' +
      'in repeated spaces are the same.',
    ifWrong: 'The plan adopts a category with a similar name, which its warning shows.',
  },
  {
    topic: 'Tables of categories',
    assumed:
      'A table is named after the first 20 bytes of the category name, without blanks and punctuation, so two categories can share a table and its sites.',
    ifWrong: 'The plan warns without need, or does not warn.',
  },
  {
    topic: 'Answer of the autonomous service for a route that it does not have',
    assumed:
      'It is HTTP status 500 with an HTML page. If the first query gets it, the older routes do not exist.',
    ifWrong: 'If only that request failed, the run does without the older routes.',
  },
  {
    topic: 'Rejection of the source address or the token of a request',
    assumed:
      'The text is "Authentication failed", or "Your IP address … is not allowed to perform this operation" if the address is the ' +
      'cause. The appliance did nothing.',
    ifWrong:
      'The apply fails with the text of the appliance. If the appliance did something before it rejected a creation, the next apply adopts the category.',
  },
  {
    topic: 'Numbers of categories',
    assumed: 'A new category may get a freed number, so number and name together identify a category.',
    ifWrong:
      'If a category is renamed in the console, the plan creates it again under its old name. The plan of a list whose `category_id` is its number ' +
      'is refused.',
  },
  {
    topic: 'Numbers of categories that were delivered with the appliance',
    assumed:
      'They are below 250. `appliance drift --unmanaged` names these categories and does not count them.',
    ifWrong: 'A category that somebody has created is under "Delivered with the appliance".',
  },
  {
    topic: 'Answers of the batch, one-site, move, delete and compile routes',
    assumed:
      'They are envelopes. If one reports neither success nor failure, the provider queries the sites, and a compile counts as started.',
    ifWrong: 'The apply quotes the answer and warns, or fails if the sites are not in the expected state.',
  },
  {
    topic: 'Adding a site that the category contains, and deleting one that it does not',
    assumed: 'Both succeed and change nothing, so the provider repeats them if an answer is lost.',
    ifWrong:
      "The apply fails with the appliance's error text. The next plan shows which sites the category contains.",
  },
  {
    topic: 'Sites that the appliance keeps although it has answered that it removed them',
    assumed:
      'An apply queries the removed sites. A site is still there if two answers, two seconds apart, name the category, and no answer for a random ' +
      'name beside the site does. A release may find a site by a domain above it.',
    ifWrong:
      'An apply fails with an error that names the sites, or a site stays active that is no longer in the state.',
  },
  {
    topic: 'Count in the answer of the autonomous add route',
    assumed:
      'It is that of accepted lines, as "N sites added", including sites that the category already contained.',
    ifWrong: 'The provider queries the sites one by one, which takes longer.',
  },
  {
    topic: 'How the services write a site',
    assumed:
      'Both write a site in lower case and in ASCII, and drop one leading "www.". The autonomous service drops everything ' +
      'up to the first "www." in a name, and stores an address as a number followed by ".addr".',
    ifWrong: 'The plan after an apply shows sites as missing and adds them again.',
  },
  {
    topic: 'Addresses that the autonomous service stored, in the older routes',
    assumed:
      'They find an address as it was written or as its number, so the provider queries and deletes both.',
    ifWrong: 'The plan after an apply shows addresses as missing and adds them again.',
  },
  {
    topic: 'Names that a compile deletes, and names that it never activates',
    assumed: 'These names are the same on every release.',
    ifWrong:
      'The provider rejects a site that the appliance would keep, or the plan after each apply shows a site as missing.',
  },
  {
    topic: 'Answer of the query route for a site that no category contains',
    assumed:
      'It counts 0 categories, or matches the answers for random names. Such a match counts only if a site was found in the same run, ' +
      'or if the category counts 0 sites.',
    ifWrong: 'The plan fails. No site is treated as missing.',
  },
  {
    topic: 'When a compile is done',
    assumed: 'The answer means that the compile was started. No route reports its end.',
    ifWrong: 'If a compile fails on the appliance later, no plan shows it.',
  },
  {
    topic: 'Compile that is skipped',
    assumed:
      'Some releases skip a category with as many sites as at the last compile, others only an empty one. The provider sends its last ' +
      'compile after one with a different number, by the older batch route, whose answer means that the compile is done.',
    ifWrong:
      'The appliance compiles once more than necessary, or the last sites of an emptied category stay active.',
  },
  {
    topic: 'Compile by the autonomous service alone',
    assumed:
      'The provider only adds sites there, so their number differs from that of the last compile, unless someone removed as many and ' +
      'did not compile.',
    ifWrong:
      'The added sites become active with the next compile of a different number of sites. `compiled` is `true` ' +
      'nevertheless.',
  },
  {
    topic: 'Compile of an emptied category',
    assumed:
      'No generation compiles an empty category, so it contains a placeholder name, a random one below ".invalid", while its last site is removed.',
    ifWrong: 'The placeholder name was unnecessary.',
  },
  {
    topic: 'Codes of rpz_action',
    assumed:
      '0 is default, 1 is drop, 2 is NXDOMAIN, 3 is allow, and 4 is redirect. The provider shows the number that the appliance returns.',
    ifWrong: 'The number means something else on this release.',
  },
  {
    topic: 'Answer of the backup route',
    assumed: 'The answer means that the export was started. Each request creates another archive.',
    ifWrong: 'An archive may be missing after a successful apply.',
  },
]
