import { envelopeSize, listSize } from '../../protocol/answer-size'
import type { Route } from '../../protocol/route'
import { formBody } from '../../request-body'
import type { Generation } from '../category'
import { autonomousRelease, olderRelease } from './releases'

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
  // Each request makes an archive, and only the five newest are kept (field notes).
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
  // A site that is there already counts as added (field notes).
  repeatable: 'unless-timed-out',
  withoutIt: 'Set category_api to "older" if the appliance has the older routes, or update the appliance.',
} as const

/**
 * The routes of the category area, by operation and generation (interface document, 4.1 and 4.2); undefined where a
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
      // Succeeds also when the site is absent (field notes).
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
      // Does not check that the site was in the source and is not transactional (field notes): twice ends where once does.
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
