import type { Appliance } from '@webfilter/appliance-client'
import {
  operationArgumentInvalid,
  operationArgumentMissing,
  operationArgumentUnknown,
  operationOutcomeUnknown,
} from '@webfilter/appliance-declarations/diagnostics/operations'
import { type Problem, refuse, report } from '@webfilter/appliance-declarations/problem'
import { parsedNumber } from '@webfilter/appliance-names'
import { parseDuration } from '@webfilter/appliance-names/settings'
import { type Diagnostics, isUnknown, mapOf, string, type Unknown } from '@webfilter/terraform-plugin'
import { resource } from '../definitions'
import { compileCategory, longestRestart, siteNamed, siteProblem, unlessOutcomeUnknown } from '../orders'
import type { Run } from '../run/run'

/** One argument that an operation takes. */
interface OperationParameter {
  readonly required: boolean
  /** A sentence. */
  readonly description: string
  /** What is wrong with a value, as a sentence, or undefined. */
  problemWith(value: string): string | undefined
}

/** One thing that can be done on the appliance. */
interface Operation {
  /** One or more sentences. */
  readonly description: string
  readonly parameters: Readonly<Record<string, OperationParameter>>
  run(context: OperationContext): Promise<void>
}

/** What an operation is done with. */
interface OperationContext {
  /** The arguments, which have been checked. */
  readonly given: Readonly<Record<string, string>>
  readonly appliance: Appliance
  readonly run: Run
  readonly diagnostics: Diagnostics
  readonly signal: AbortSignal
}

/** Every operation by its name. */
export const operations = {
  category_backup: {
    description:
      'Archives all category data in a folder of the appliance, which keeps the five newest archives. The appliance answers before ' +
      'it begins.',
    parameters: {},
    run: ({ appliance, signal }) => appliance.categories.backup(signal),
  },

  category_compile: {
    description: 'Compiles one category, so that added and removed sites take effect.',
    parameters: {
      category_id: {
        required: true,
        description: 'Number of the category.',
        problemWith: (value) =>
          parsedNumber(value) === undefined ? 'It must be the number of a category.' : undefined,
      },
      site: {
        required: false,
        description:
          'Site that the category contains. The older REST routes for categories compile only together with a site, and add it if it is ' +
          'missing.',
        problemWith: siteProblem,
      },
    },
    async run({ given, run, ...context }) {
      const id = Number(given.category_id)
      const found = await context.appliance.categories.findById(id, context.signal)
      // If the number is not listed, the appliance reports the error.
      await run.changes.turn('category', found?.name ?? `number ${id}`, context.signal, () =>
        compileCategory({ id }, siteNamed(given.site), { ...context, ...run.waits }),
      )
    },
  },

  records_compile: {
    description: 'Puts all DNSBL/RBL databases into production mode.',
    parameters: {},
    run: ({ appliance, signal }) => appliance.records.compile(signal),
  },

  directory_restart: {
    description:
      'Restarts the directory service, and waits up to five minutes until it has stopped and started. If neither its status nor its ' +
      'uptime shows the restart, the service must stay running for 15 seconds.',
    parameters: {},
    async run({ appliance, signal }) {
      await appliance.directory.service.restart(parseDuration(longestRestart) ?? 0, signal)
    },
  },

  directory_backup: {
    description: 'Starts a backup of the user directory.',
    parameters: {},
    run: ({ appliance, signal }) => appliance.directory.backUp(signal),
  },

  directory_import: {
    description:
      'Replaces the content of the user directory with a backup. The appliance answers before it begins.',
    parameters: {
      filename: {
        required: true,
        description: 'Name of the backup file, without a folder, such as `Save-2026-06-17.gz`.',
        problemWith: (value) =>
          /^(?!\.*$)[^/\\\s]+$/.test(value)
            ? undefined
            : 'It must be the name of a file, without a folder and white space.',
      },
    },
    run: ({ given, appliance, signal }) => appliance.directory.importBackup(given.filename ?? '', signal),
  },

  directory_schedule: {
    description: 'Applies the schedule for directory backups that is set in the console.',
    parameters: {},
    run: ({ appliance, signal }) => appliance.directory.applySchedule(signal),
  },
} as const satisfies Readonly<Record<string, Operation>>

/** The name of an operation: see the attribute `name`. */
type OperationName = keyof typeof operations

/** All of them, in the order of the documentation. */
const operationNames = [
  'category_backup',
  'category_compile',
  'records_compile',
  'directory_restart',
  'directory_backup',
  'directory_import',
  'directory_schedule',
] as const satisfies readonly OperationName[]

/** Runs an operation on the appliance, which keeps nothing that a resource could read. */
export const operation = resource('operation', {
  description:
    'Runs an operation on the appliance once: when the resource is created, and again each time `triggers` or another argument ' +
    `changes.\n\nThe operations are:\n\n${listOfOperations()}`,
  documentation: {
    subcategory: 'Operations',
    release:
      `The operations of the user directory require [a release](../index.md#releases-of-the-appliance). The operations of categories require the category ` +
      'service that they belong to.',
    meaning: [
      {
        heading: 'Actions',
        text:
          'With Terraform 1.14 or newer, actions do some of these operations without a resource, when you ask for them or before or after a ' +
          'change: [`appliance_backup_categories`](../actions/backup_categories.md), ' +
          '[`appliance_backup_directory`](../actions/backup_directory.md), ' +
          '[`appliance_restart_directory`](../actions/restart_directory.md) and ' +
          '[`appliance_compile_category`](../actions/compile_category.md). OpenTofu has no actions.',
      },
    ],
    irreversible:
      '~> **Warning:** `directory_import` replaces the content of the user directory. The provider cannot restore it.\n\n' +
      'No operation can be undone. `category_backup` deletes the oldest archive if there are more than five.',
    destroy: 'Nothing is sent. The effects of the operation stay.',
    drift:
      'None: a plan shows no change until an argument or `triggers` changes. If an operation fails, or its answer is lost, the next ' +
      'apply runs it again.',
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

/** Problems of the arguments of an operation, as far as both are known. */
function argumentProblems(
  name: OperationName | Unknown,
  given: { readonly [key: string]: string | Unknown } | Unknown | null,
): readonly Problem[] {
  if (isUnknown(name) || isUnknown(given) || !operationNames.includes(name)) return []
  const { parameters }: Operation = operations[name]
  const values = given ?? {}
  const unknownArguments = Object.keys(values)
    .filter((key) => !Object.hasOwn(parameters, key))
    .map((key) => {
      const diagnostic = operationArgumentUnknown({
        operation: name,
        argument: key,
        taken: Object.keys(parameters),
      })
      return { ...diagnostic, path: ['arguments', { key }] }
    })
  const others = Object.entries(parameters).flatMap(([key, parameter]): readonly Problem[] => {
    const value = values[key]
    const about = { operation: name, argument: key, description: parameter.description }
    if (value === undefined)
      return parameter.required ? [{ ...operationArgumentMissing(about), path: ['arguments'] }] : []
    const problem = isUnknown(value) ? undefined : parameter.problemWith(value)
    if (problem === undefined) return []
    return [{ ...operationArgumentInvalid({ ...about, problem }), path: ['arguments', { key }] }]
  })
  return [...unknownArguments, ...others]
}
