import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import {
  bool,
  check,
  definitionsFor,
  isUnknown,
  listOf,
  mapOf,
  nestedList,
  nestedMap,
  nestedObject,
  nestedSet,
  number,
  providerServer,
  servePlugin,
  setOf,
  string,
} from '@webfilter/terraform-plugin'

/** A provider with every kind of attribute that the framework offers, to try it under the real engine. */

const { resource } = definitionsFor<object>()
const description = 'An attribute.'

const part = {
  label: string({ required: true, description }),
  size: number({ optional: true, description }),
  mark: string({ default: 'none', description }),
  serial: string({ computed: true, description }),
  /** Another one for each part. */
  key: string({ computed: true, useStateForUnknown: true, description }),
}

type Part = {
  readonly label: string
  readonly size: unknown
  readonly mark: string
  readonly serial: unknown
  readonly key: unknown
}

const completed = <P extends Part>(one: P) => ({
  ...one,
  serial: `serial of ${one.label}`,
  key: isUnknown(one.key) ? randomUUID() : one.key,
})

const atMostTen = check((words) =>
  Array.isArray(words) && words.length > 10 ? 'Must have ten words at most.' : null,
)

const everything = resource('everything', {
  description: 'One of everything.',
  attributes: {
    text: string({ optional: true, description }),
    digits: number({ optional: true, description }),
    flag: bool({ default: true, description }),
    words: listOf('string', { optional: true, validate: atMostTen, description }),
    marks: setOf('string', { optional: true, description }),
    sizes: mapOf('number', { optional: true, description }),
    one: nestedObject(part, { optional: true, description }),
    some: nestedList(part, { optional: true, description }),
    any: nestedSet(part, { optional: true, description }),
    named: nestedMap(part, { optional: true, description }),
    secret: string({ optional: true, sensitive: true, description }),
    secret_wo: string({ optional: true, writeOnly: true, description }),
    old: string({ optional: true, deprecated: 'Use text.', description }),
    kind: string({ default: 'plain', requiresReplace: true, description }),
    wrote: string({ computed: true, nullable: true, description }),
    id: string({ computed: true, useStateForUnknown: true, description }),
  },
  async create({ plan, config }) {
    return { ...complete(plan), id: '1', wrote: config.secret_wo && `${config.secret_wo.length} letters` }
  },
  async read({ state }) {
    return state
  },
  async update({ plan, prior, config }) {
    return {
      ...complete(plan),
      id: prior.id,
      wrote: config.secret_wo && `${config.secret_wo.length} letters`,
    }
  },
  async delete() {},
})

interface Parts {
  readonly one: Part | null
  readonly some: readonly Part[] | null
  readonly any: readonly Part[] | null
  readonly named: { readonly [key: string]: Part } | null
}

function complete<P extends Parts>(plan: P) {
  return {
    ...plan,
    one: plan.one && completed(plan.one),
    some: plan.some?.map(completed) ?? null,
    any: plan.any?.map(completed) ?? null,
    named:
      plan.named && Object.fromEntries(Object.entries(plan.named).map(([key, one]) => [key, completed(one)])),
  }
}

/** Takes for ever to be created, and ends only when it is asked to stop. */
const slow = resource('slow', {
  description: 'Waits.',
  attributes: { started_file: string({ required: true, requiresReplace: true, description }) },
  async create({ plan, signal, log }) {
    log.info('waiting', { for: 'ever' })
    writeFileSync(plan.started_file, 'started')
    return await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  },
  async read({ state }) {
    return state
  },
  async delete() {},
})

void servePlugin({
  name: 'everything',
  address: 'registry.terraform.io/test/everything',
  provider: ({ logger }) =>
    providerServer(
      {
        name: 'try',
        description: 'A provider to try the framework on.',
        attributes: {},
        resources: [everything, slow],
        dataSources: [],
        configure: () => ({}),
      },
      logger,
    ).service,
})
