import type { Incidents } from '@webfilter/appliance-client'
import { caseOf, error, warning } from '@webfilter/terraform-plugin/diagnostics'
import { notChecked, outcomeUnknown } from './objects'

// Operations and actions: what the appliance does once.

interface Argument {
  readonly operation: string
  readonly argument: string
}

export const operationArgumentInvalid = error(
  'operation-argument-invalid',
  'Invalid argument of an operation',
  ({
    operation,
    argument,
    problem,
    description,
  }: Argument & {
    /** A sentence. */
    readonly problem: string
    readonly description: string
  }) => [
    `The argument ${argument} of the operation ${operation} is invalid: ${problem}`,
    `Correct it. ${description}`,
  ],
)

export const operationArgumentUnknown = caseOf(
  operationArgumentInvalid,
  'The operation does not support this argument',
  ({ operation, argument, taken }: Argument & { readonly taken: readonly string[] }) => [
    `The operation ${operation} does not support the argument ${argument}. It takes ${taken.length === 0 ? 'no arguments' : `only ${taken.join(' and ')}`}.`,
    'Remove the argument.',
  ],
)

export const operationArgumentMissing = caseOf(
  operationArgumentInvalid,
  'The operation requires another argument',
  ({ operation, argument, description }: Argument & { readonly description: string }) => [
    `The operation ${operation} requires the argument ${argument}.`,
    `Set it in arguments. ${description}`,
  ],
)

export const operationOutcomeUnknown = caseOf(
  outcomeUnknown,
  'The outcome of an operation is unknown',
  ({
    operation,
    reason,
    advice,
  }: {
    readonly operation: string
    readonly reason: string
    readonly advice: string
  }) => [
    `${reason} The operation ${operation} may or may not have run.`,
    `${advice} The next apply runs it again: if it must not run twice, remove the resource from the configuration.`,
  ],
)

export const compileUnconfirmed = warning(
  'compile-unconfirmed',
  'The compile of a category was not confirmed',
  ({ category, reason }: { readonly category: number; readonly reason: string }) => [
    `The appliance did not confirm that it compiles category ${category}: ${reason}`,
    'Check in the console of the appliance that the category was compiled.',
  ],
)

interface InvokedAction {
  /** Its type, such as `appliance_backup_categories`. */
  readonly action: string
  /** What the appliance is asked to do, as a verb: `archive all category data`. */
  readonly task: string
  /** What happened to it: one or more sentences. */
  readonly reason: string
}

export const actionOutcomeUnknown = caseOf(
  outcomeUnknown,
  'The outcome of an action is unknown',
  ({ action, task, request, reason, advice }: InvokedAction & LostRequest) => [
    `${reason} ${request} may have reached the appliance, which may or may not ${task}.`,
    `${advice}${advice === '' ? '' : ' '}Check in the console of the appliance whether it did. ${runAgain(action)}`,
  ],
)

interface LostRequest {
  /** Such as `GET /categories/backup`. */
  readonly request: string
  /** Empty if there is none but that of every action. */
  readonly advice: string
}

export const actionNotSent = error(
  'action-not-sent',
  'An action ended before anything was sent',
  ({ action, task, reason }: InvokedAction) => [
    `${reason} Nothing was sent that would make the appliance ${task}.`,
    runAgain(action),
  ],
)

function runAgain(action: string): string {
  return `Terraform does not run an action again by itself: use terraform apply -invoke=action.${action}.NAME.`
}

export const actionNotChecked = caseOf(
  notChecked,
  'Could not check whether an action can run',
  ({ action, failure }: { readonly action: string; readonly failure: string }) => [
    `Could not check whether the appliance can run ${action}: ${failure}`,
    'Plan again to check before the apply. Otherwise the action fails if the appliance cannot run it.',
  ],
)

export const compileNeedsSite = error(
  'compile-needs-site',
  'A category cannot be compiled without a site',
  ({ id, route }: Incidents['compile-needs-site']) => [
    `Category ${id} cannot be compiled: the older category routes compile only together with a site (${route}), and no site of the ` +
      'category is known.',
    'Compile the category in the console of the appliance, or leave at least one site in it.',
  ],
)

export const compileSiteRequired = caseOf(
  compileNeedsSite,
  'The appliance compiles a category only together with a site',
  () => [
    'The older REST routes for categories compile only together with a site, and site is not set.',
    'Set site to a site that the category contains.',
  ],
)

export const compileSiteMissing = caseOf(
  compileNeedsSite,
  'The category does not contain the site for the compile',
  ({ site, ...category }: CompiledCategory & { readonly site: string }) => [
    `${categoryOf(category)} does not contain ${site}. The older REST routes for categories compile by adding a site, so the compile would add ${site} ` +
      'to the category. Nothing was sent.',
    'Set site to a site that the category contains.',
  ],
)

export const compileCategoryEmpty = caseOf(
  compileNeedsSite,
  'An empty category cannot be compiled',
  (category: CompiledCategory) => [
    `${categoryOf(category)} contains no sites, and the appliance does not compile an empty category. The sites of the last compile stay active. ` +
      'Nothing was sent.',
    'Add a site to the category, then compile it.',
  ],
)

interface CompiledCategory {
  readonly id: number
  readonly name: string
}

function categoryOf({ id, name }: CompiledCategory): string {
  return `Category ${JSON.stringify(name)} (number ${id})`
}

// Compiles, which make changes active.

export const categoryAnswerUnreadable = warning(
  'category-answer-unreadable',
  'The answer to a change of a category is not understood',
  ({
    name,
    failure,
    compile,
  }: {
    readonly name: string
    readonly failure: string
    /** Whether the change was to be compiled. */
    readonly compile: boolean
  }) => [
    `Category ${JSON.stringify(name)} was changed, but the answer is not understood. ${failure} The provider checked the sites: they ` +
      'were added or removed as planned.',
    compile ? 'Check in the console of the appliance that the category was compiled.' : '',
  ],
)

export const harmlessNamesLeft = warning(
  'harmless-names-left',
  'Placeholder names are left in a category',
  ({ names }: { readonly names: readonly LeftName[] }) => [
    `${names.map(whereItIs).join(' ')} A placeholder name matches no website. It was added because the appliance compiles a category ` +
      'only with a site, and no site of the category was known.',
    names.some(({ isStored }) => isStored)
      ? 'A placeholder name blocks nothing. If the list stays in the state, its next change or destroy removes the name, unless the appliance has ' +
        'the autonomous service alone. Otherwise, you can remove it in the console after the category is compiled.'
      : 'A placeholder name blocks nothing, so no action is required.',
  ],
)

/** A placeholder that was added to compile a category. */
interface LeftName {
  readonly site: string
  /** The category's name in quotes, or `number 250`. */
  readonly category: string
  /** Whether the category contains it. If not, it is active until the next compile. */
  readonly isStored: boolean
}

function whereItIs({ site, category, isStored }: LeftName): string {
  return isStored
    ? `The placeholder name ${site} is left in category ${category}.`
    : `The placeholder name ${site} was removed from category ${category}, but stays active until its next compile.`
}
