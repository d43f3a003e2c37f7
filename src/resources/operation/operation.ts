import { mapOf, string } from '@webfilter/terraform-plugin'
import { directoryRelease } from '../../appliance/directory/interface/release'
import { resource } from '../../definitions'
import { operationOutcomeUnknown } from '../../diagnostics/operations'
import { unlessOutcomeUnknown } from '../../operations/unknown-outcome'
import { refuse, report } from '../problem'
import { argumentProblems } from './operation-arguments'
import { operationNames, operations } from './operations'

/** What is done on the appliance rather than kept there. */
export const operation = resource('operation', {
  description:
    'Runs an operation on the appliance once: when the resource is created, and again each time `triggers` or another argument ' +
    `changes.\n\nThe operations are:\n\n${listOfOperations()}`,
  documentation: {
    subcategory: 'Operations',
    release:
      `The operations of the user directory require ${directoryRelease}. The operations of categories require the category ` +
      'service that they belong to.',
    meaning: [
      {
        heading: 'Actions',
        text:
          'With Terraform 1.14 or newer, actions do some of these operations without a resource in the state, when you ask for them or ' +
          'before or after a change: [`appliance_backup_categories`](../actions/backup_categories.md), ' +
          '[`appliance_backup_directory`](../actions/backup_directory.md), ' +
          '[`appliance_restart_directory`](../actions/restart_directory.md) and ' +
          '[`appliance_compile_category`](../actions/compile_category.md). OpenTofu and older releases of Terraform have no actions.',
      },
    ],
    irreversible:
      '~> **Warning:** `directory_import` replaces the content of the user directory. The provider cannot restore it.\n\n' +
      'No operation can be undone, neither by a destroy nor by a change. `category_backup` makes the appliance delete the oldest ' +
      'archive if there are more than five.',
    destroy: 'Nothing is sent. The effects of the operation stay.',
    drift:
      'None. The appliance has nothing to compare the resource with, so a plan shows no change until an argument or `triggers` ' +
      'changes. If an operation fails, or its answer is lost, the resource is not in the state, and the next apply runs the operation ' +
      'again.',
  },

  attributes: {
    name: string({
      required: true,
      requiresReplace: true,
      oneOf: operationNames,
      description: 'Name of the operation.',
    }),
    arguments: mapOf('string', {
      optional: true,
      requiresReplace: true,
      description: 'Arguments of the operation, by their names in the list of operations.',
    }),
    triggers: mapOf('string', {
      optional: true,
      requiresReplace: true,
      description: 'Arbitrary values. If one of them changes, the operation runs again.',
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

  async create({ plan, appliance, run, diagnostics, signal }) {
    refuse(argumentProblems(plan.name, plan.arguments))
    await unlessOutcomeUnknown(
      () => operations[plan.name].run({ given: plan.arguments ?? {}, appliance, run, diagnostics, signal }),
      (lost) => operationOutcomeUnknown({ operation: plan.name, ...lost }),
    )
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
