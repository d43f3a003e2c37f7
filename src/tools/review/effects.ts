import { isJsonObject } from '@webfilter/terraform-plugin'
import { Name, type Phrase, say } from './phrase'
import { namesInData } from './plan/data-names'
import type { Invocation, Plan } from './plan/plan'
import { Attributes, type PlannedResource } from './plan/planned-resource'
import { referredTo } from './plan/references'

/** What an operation does on the appliance: `compiles category ads`. Undefined for one that this release does not know. */
export function effectOfOperation(
  resource: PlannedResource,
  resources: readonly PlannedResource[],
  plan: Plan,
): Phrase | undefined {
  const side = resource.after ?? resource.before
  const values = side?.value('arguments')
  const given = new Attributes(isJsonObject(values) ? values : {}, {}, {})
  const isSensitive = side?.isSensitive('arguments') ?? false
  switch (side?.text('name')) {
    case 'category_compile': {
      const owner = referredTo(resource, 'arguments', 'appliance_category', resources, plan)
      return compileOf(given.text('category_id'), owner, resources, plan)
    }
    case 'category_backup':
      return say`archives all category data`
    case 'records_compile':
      return say`compiles all record databases`
    case 'directory_restart':
      return say`restarts the directory service`
    case 'directory_backup':
      return say`backs up the user directory`
    case 'directory_import':
      return say`replaces the content of the user directory with the backup ${new Name(isSensitive ? '(sensitive)' : (given.text('filename') ?? '(known after apply)'))}`
    case 'directory_schedule':
      return say`applies the schedule of directory backups`
    default:
      return undefined
  }
}

/** The same of an action. */
export function effectOfAction(
  { type, config_values, config_unknown }: Invocation,
  resources: readonly PlannedResource[],
  plan: Plan,
): Phrase | undefined {
  const config = new Attributes(config_values ?? {}, config_unknown, {})
  switch (type) {
    case 'appliance_compile_category': {
      const name = config.text('name')
      return name === undefined
        ? compileOf(config.text('id'), undefined, resources, plan)
        : say`compiles category ${new Name(name)}`
    }
    case 'appliance_backup_categories':
      return say`archives all category data`
    case 'appliance_backup_directory':
      return say`backs up the user directory`
    case 'appliance_restart_directory':
      return say`restarts the directory service`
    default:
      return undefined
  }
}

/** @param owner the category that the configuration refers to, if its number comes with the apply */
function compileOf(
  id: string | undefined,
  owner: PlannedResource | undefined,
  resources: readonly PlannedResource[],
  plan: Plan,
): Phrase {
  const found = resources.find(
    ({ type, before, after }) =>
      type === 'appliance_category' &&
      id !== undefined &&
      [before, after].some((side) => side?.text('id') === id),
  )
  const side = (found ?? owner)?.after ?? found?.before
  const name = side?.isSensitive('name') ? '(sensitive)' : side?.text('name')
  const known = name ?? namesInData(plan, /^appliance_categor/, 'id').get(id ?? '')
  if (known !== undefined) return say`compiles category ${new Name(known)}`
  return id === undefined
    ? say`compiles a category that is known after apply`
    : say`compiles category number ${new Name(id)}`
}
