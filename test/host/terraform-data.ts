import { randomUUID } from 'node:crypto'
import { definitionsFor, type ProviderDefinition, string, unknown } from '@webfilter/terraform-plugin'
import { type Attribute, dynamicType } from '@webfilter/terraform-plugin/testing'

/** The provider that is part of Terraform: its one resource keeps a value of any type. */
export const builtin: ProviderDefinition<Record<never, never>, object> = {
  name: 'terraform',
  source: 'builtin/terraform',
  description: 'What Terraform brings itself.',
  attributes: {},
  dataSources: [],
  configure: () => ({}),
  resources: [
    definitionsFor<object>().resource('data', {
      description: 'Keeps a value.',
      attributes: {
        id: string({ computed: true, useStateForUnknown: true, description: 'Of the object.' }),
        input: anything('optional'),
        output: anything('computed-nullable'),
        triggers_replace: anything('optional', { requiresReplace: true }),
      },
      plan({ prior, proposed }) {
        if (proposed.input === null) return { output: null }
        return { output: prior && same(prior.input, proposed.input) ? prior.output : unknown }
      },
      create: async ({ plan }) => ({ ...plan, id: randomUUID(), output: plan.input }),
      read: async ({ state }) => state,
      update: async ({ plan, prior }) => ({ ...plan, id: prior.id, output: plan.input }),
      async delete() {},
    }),
  ],
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function anything<P extends 'optional' | 'computed-nullable'>(
  presence: P,
  further: { readonly requiresReplace?: boolean } = {},
): Attribute<unknown, P> {
  const own = presence === 'optional' ? { optional: true } : { computed: true, nullable: true }
  const description = 'Of any type.'
  return {
    type: dynamicType,
    nested: null,
    checks: [],
    presence,
    options: { description, ...own, ...further },
  }
}
