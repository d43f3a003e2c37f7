import type { Places } from '../base/places'
import { changedConfiguration, type SavedPlan } from '../base/saved-plan'
import { placeOfResource } from '../configuration/configuration'
import type { Observation } from '../findings/reviewed-plan'
import type { CategoryExchange, PlannedCategory } from '../plan/sites/category-exchange'
import type { ListChange } from '../plan/sites/list-change'
import { categoryPhrase } from '../plan/sites/site-changes'
import { say } from '../report/phrase'
import { filesOf, filesPhrase, openListFiles } from './list-files'

/** The repository that a plan belongs to. */
export interface PlannedFrom extends Pick<Places, 'root' | 'folder' | 'configuration'> {
  /** If the plan is the archive of an engine that was made in this folder. */
  readonly saved?: SavedPlan | undefined
}

/**
 * Why a plan no longer fits what it was made of, as far as that is certain: files of lists that it changes, and for a saved plan those
 * of the configuration, are not as the plan has them. What cannot be compared is not mentioned.
 */
export async function outdated(
  { categories }: CategoryExchange,
  places: PlannedFrom,
): Promise<readonly Observation[]> {
  const { saved } = places
  const found: Observation[] = []
  if (saved) {
    const files = await changedConfiguration(saved, places)
    if (files.length > 0) found.push(configurationChanged(files))
  }
  for (const category of categories)
    for (const list of category.lists) found.push(...(await changedList(category, list, places)))
  return found
}

function configurationChanged(files: readonly string[]): Observation {
  const [file = ''] = files
  return {
    says: say`${filesPhrase(files)} changed after the plan, which lacks ${files.length === 1 ? say`this change` : say`these changes`}; plan again`,
    addresses: [],
    place: { file },
  }
}

/** The provider reads the file of a list that changes again at apply. */
async function changedList(
  category: PlannedCategory,
  list: ListChange,
  places: PlannedFrom,
): Promise<readonly Observation[]> {
  const { after, address } = list.resource
  const digest = after?.within('file_sites').text('file_digest')
  const names = after ? filesOf(after) : null
  if (!after || names === null || digest === undefined) return []
  if ((!list.isChanged && !list.resource.readdressed) || list.isUncertain) return []
  // The folder may be that of another plan.
  if (placeOfResource(address, places.configuration) === undefined) return []
  const now = await openListFiles(names, after, places)
  if (now === undefined || now.digest === digest) return []
  return [
    {
      says: say`${categoryPhrase(category)}: ${filesPhrase(names)} changed after the plan, so the apply rejects the change; plan again`,
      addresses: [address],
    },
  ]
}
