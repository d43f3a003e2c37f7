import { tablesOfDeleted } from '@webfilter/appliance-names'
import { pathOfList } from '../../sites/files/list-text'
import { minus, type SiteTable, tableOf } from '../../sites/table/site-table'
import { blockOf, type Literal, placeOfResource } from '../configuration/configuration'
import { counted, joined, Name, type Phrase, say } from '../report/phrase'
import type { Observation } from './findings/reviewed-plan'
import { filesOf, filesPhrase, type ListFilesNow, openListFiles, unlessRefused } from './list-files'
import type { Places } from './places'
import { changedConfiguration, isStateChanged, type SavedPlan } from './saved-plan'
import type { CategoryExchange } from './sites/category-exchange'
import type { ListChange } from './sites/list-change'

/** The repository that a plan belongs to. */
export interface PlannedFrom extends Pick<Places, 'root' | 'folder' | 'configuration'> {
  /** If the plan is the archive of an engine that was made in this folder. */
  readonly saved?: SavedPlan | undefined
}

/**
 * Why a plan no longer fits what it was made of, as far as that is certain: files of lists, and for a saved plan those of the
 * configuration, are not as the plan has them, or the state is another version. What cannot be compared is not mentioned.
 */
export async function outdated(
  { categories }: CategoryExchange,
  places: PlannedFrom,
): Promise<readonly Observation[]> {
  const { saved, folder } = places
  const found: Observation[] = []
  if (saved) {
    if (await isStateChanged(saved, folder))
      found.push({
        says: say`the state changed after the plan, so the apply rejects the plan; plan again`,
        addresses: [],
      })
    const files = await changedConfiguration(saved, places)
    if (files.length > 0) found.push(configurationChanged(files))
  }
  for (const { name, lists } of categories)
    for (const list of lists) found.push(...(await changedList(name, list, places)))
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

async function changedList(
  category: string,
  list: ListChange,
  places: PlannedFrom,
): Promise<readonly Observation[]> {
  const { after, address } = list.resource
  const digest = after?.text('file_digest')
  const names = after ? filesOf(after) : null
  if (!after || names === null || digest === undefined || list.isUncertain) return []
  // The folder may be that of another plan.
  if (placeOfResource(address, places.configuration) === undefined) return []
  const now = await openListFiles(names, after, places)
  if (now === undefined || now.digest === digest) return []
  const effect = list.isChanged ? rejected : await effectOnKept(list, names, now, places)
  if (effect === undefined) return []
  return [
    {
      says: say`category ${new Name(category)}: ${filesPhrase(names)} changed after the plan, ${effect}; plan again`,
      addresses: [address],
    },
  ]
}

/** The provider reads the file again at apply. */
const rejected = say`so the apply rejects the change`

/**
 * What becomes of another content of a list that the plan keeps. The plan has the digest of the file with which the list last changed, and
 * the name that the file had then: only other sites show that the content is not the planned one, and only the configuration that this is
 * the file.
 */
async function effectOnKept(
  { resource: { address, action }, after }: ListChange,
  names: string | readonly string[],
  now: ListFilesNow,
  { configuration, folder }: PlannedFrom,
): Promise<Phrase | undefined> {
  const written = blockOf(address, configuration)?.attributes.get('sites_file')
  const configured = written && pathIn(written)
  if (typeof names !== 'string' || configured === undefined || /^module\./.test(address)) return undefined
  if (pathOfList(folder, configured) !== pathOfList(folder, names)) return undefined
  const content = await unlessRefused(now.read())
  if (content === undefined) return undefined
  // Whether the appliance would have these is not known here.
  const doubtful = tableOf(tablesOfDeleted.map(({ site }) => site))
  const added = minus(minus(minus(content.table, after), content.cut), doubtful)
  const removed = minus(after, content.table)
  if (added.size + removed.size === 0) return undefined
  return action === 'none' ? lacking(added, removed) : rejected
}

function lacking(added: SiteTable, removed: SiteTable): Phrase {
  const parts = [
    ...(added.size > 0 ? [say`add ${counted(added.size, 'site')}`] : []),
    ...(removed.size > 0 ? [say`remove ${counted(removed.size, 'site')}`] : []),
  ]
  return say`which would ${joined(parts, ' and ')}`
}

/** A path that is written as a text, or from the folder of the root module on. */
function pathIn(literal: Literal): string | undefined {
  if (literal.kind === 'text') return literal.text
  if (literal.kind !== 'template') return undefined
  const [first, rest, ...more] = literal.parts
  if (typeof first !== 'object' || typeof rest !== 'string' || more.length > 0) return undefined
  return ['path.module', 'path.root'].includes(first.expression) ? `.${rest}` : undefined
}
