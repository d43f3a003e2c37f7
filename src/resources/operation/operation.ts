import { directoryRelease } from '../../appliance/directory/interface/release'
import { mayHaveWorked } from '../../appliance/errors'
import { resource } from '../../definitions'
import { operationOutcomeUnknown } from '../../diagnostics/entries/operations'
import { ProviderError } from '../../terraform/provider/failures'
import { mapOf, string } from '../../terraform/schema/builders'
import { refuse, report } from '../problem'
import { argumentProblems } from './operation-arguments'
import { operationNames, operations } from './operations'

/** What is done on the appliance rather than kept there. */
export const operation = resource('operation', {
  description:
    'Does something on the appliance once: when the resource is created, and again whenever `triggers` or anything else ' +
    `in it changes. The operations are:\n\n${listOfOperations()}`,
  documentation: {
    subcategory: 'Operations',
    release:
      `The operations of the user directory need ${directoryRelease}; those of categories need the service that they ` +
      'belong to.',
    destroy: 'Nothing is sent: what was done stays done.',
    drift:
      'There is nothing to compare with, so a plan finds nothing to do until `triggers` change. Where an operation fails, ' +
      'or its answer is lost, there is no state, and the next apply does it again.',
  },

  attributes: {
    name: string({
      required: true,
      requiresReplace: true,
      oneOf: operationNames,
      description: 'Which operation is done.',
    }),
    arguments: mapOf('string', {
      optional: true,
      requiresReplace: true,
      description: 'What the operation is done with, as the list above says.',
    }),
    triggers: mapOf('string', {
      optional: true,
      requiresReplace: true,
      description: 'Any values. When one of them changes, the operation is done again.',
    }),
    id: string({
      computed: true,
      useStateForUnknown: true,
      inOlderStates: ({ name }) => String(name),
      description: 'Name of the operation.',
    }),
  },

  validate({ config, diagnostics }) {
    report(argumentProblems(config.name, config.arguments), diagnostics)
  },

  plan({ proposed }) {
    return { id: proposed.name }
  },

  async create({ plan, appliance, diagnostics, signal }) {
    refuse(argumentProblems(plan.name, plan.arguments))
    try {
      await operations[plan.name].run({ given: plan.arguments ?? {}, appliance, diagnostics, signal })
    } catch (error) {
      if (!mayHaveWorked(error)) throw error
      const { message: reason, advice } = error.told
      throw new ProviderError(operationOutcomeUnknown({ operation: plan.name, reason, advice }), {
        cause: error,
      })
    }
    return { ...plan, id: plan.name }
  },

  async read({ state }) {
    return state
  },

  async delete() {},
})

function listOfOperations(): string {
  return operationNames
    .map((name) => {
      const { description, parameters } = operations[name]
      const taken = Object.entries(parameters).map(
        ([key, parameter]) =>
          `\`${key}\` (${parameter.required ? 'required' : 'optional'}): ${parameter.description}`,
      )
      return [`- \`${name}\`: ${description}`, ...taken.map((each) => `  - ${each}`)].join('\n')
    })
    .join('\n')
}
