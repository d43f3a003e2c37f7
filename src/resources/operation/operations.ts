import { parseDuration } from '@webfilter/appliance-names'
import type { Diagnostics } from '@webfilter/terraform-plugin'
import type { Appliance } from '../../appliance/appliance'
import { categoryId } from '../../appliance/categories/category-id'
import type { Run } from '../../coordination/run'
import { compileCategory } from '../../operations/compile'
import { longestRestart } from '../../operations/restart'
import { siteNamed, siteProblem } from '../../operations/site-argument'

/** One argument that an operation takes. */
export interface OperationParameter {
  readonly required: boolean
  /** A sentence. */
  readonly description: string
  /** What is wrong with a value, as a sentence, or undefined. */
  problemWith(value: string): string | undefined
}

/** One thing that can be done on the appliance. */
export interface Operation {
  /** One or more sentences. */
  readonly description: string
  readonly parameters: Readonly<Record<string, OperationParameter>>
  run(context: OperationContext): Promise<void>
}

/** What an operation is done with. */
export interface OperationContext {
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
          categoryId(value) === undefined ? 'It must be the number of a category.' : undefined,
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
      // Of a number that is not listed, the appliance says what is wrong.
      await run.turn('category', found?.name ?? `number ${id}`, context.signal, () =>
        compileCategory({ id }, siteNamed(given.site), context),
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
          /^[^/\\\s]*[^/\\\s.][^/\\\s]*$/.test(value)
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
export type OperationName = keyof typeof operations

/** All of them, in the order of the documentation. */
export const operationNames = [
  'category_backup',
  'category_compile',
  'records_compile',
  'directory_restart',
  'directory_backup',
  'directory_import',
  'directory_schedule',
] as const satisfies readonly OperationName[]
