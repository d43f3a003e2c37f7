import { envelopeSize, listSize } from '../protocol/answer-size'
import type { Route } from '../protocol/route'

/** The routes of the record databases (interface document, 4.7). */

const records = {
  area: 'records',
  method: 'GET',
  answer: envelopeSize,
  release: 'a release that the interface document does not name',
  withoutIt:
    'Check endpoints.records.url, and enable the listener of the record databases in the console of the appliance.',
} as const

export const databasesRoute: Route = {
  ...records,
  path: '/databases/list',
  answer: listSize,
  changes: false,
  repeatable: 'always',
}

export const recordsRoute: Route = {
  ...records,
  path: '/database/records/[ID]/[addresses]',
  answer: listSize,
  changes: false,
  repeatable: 'always',
}

export const deleteRoute: Route = {
  ...records,
  path: '/database/delete/[ID]/[addresses]',
  changes: true,
  // What is gone cannot be deleted again.
  repeatable: 'always',
}

export const compileRoute: Route = {
  ...records,
  path: '/database/compile',
  changes: true,
  repeatable: 'unless-timed-out',
}
