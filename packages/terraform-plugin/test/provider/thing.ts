import { definitionsFor, type ResourceDefinition } from '../../src/provider/definition'
import type { Attributes } from '../../src/schema/attribute'
import { integer, listOf, nestedList, string } from '../../src/schema/builders'
import type { TestContext } from './pretend-terraform'

const { resource } = definitionsFor<TestContext>()

export const description = 'An attribute.'

export const attributes = {
  name: string({ required: true, requiresReplace: true, description }),
  note: string({ optional: true, description }),
  size: integer({ default: 3, description }),
  id: string({ computed: true, useStateForUnknown: true, description }),
  revision: integer({ computed: true, description }),
  secret: string({ optional: true, writeOnly: true, description }),
  words: listOf('string', {
    optional: true,
    description,
    semanticEquals: (prior, next) => prior.join().toLowerCase() === next.join().toLowerCase(),
  }),
  parts: nestedList(
    { label: string({ required: true, description }), number: integer({ computed: true, description }) },
    { optional: true, description },
  ),
}

export const config = {
  name: 'a',
  note: null,
  size: null,
  id: null,
  revision: null,
  secret: null,
  words: null,
  parts: null,
}
export const state = { ...config, size: 3, id: '7', revision: 1 }

/** A resource of these attributes; what a test does not give fails when it is called. */
export function thing<const A extends Attributes>(
  of: A,
  more: Partial<ResourceDefinition<A, TestContext>> = {},
) {
  const never = () => Promise.reject(new Error('not used here'))
  return resource('thing', {
    description: 'A thing.',
    attributes: of,
    create: never,
    read: never,
    update: never,
    delete: never,
    ...more,
  } as ResourceDefinition<A, TestContext>)
}
