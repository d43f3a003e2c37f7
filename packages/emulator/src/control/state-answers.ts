import type { Areas } from '../areas'
import { type Answer, json } from '../protocol/envelope'

/** What all areas hold, but for sites and records, which are only counted. */
export function stateOf({ store, certificates, network, records, directory }: Areas): Answer {
  return json({
    categories: store.categories(),
    backups: store.backups,
    certificates: certificates.certificates(),
    network: { hostname: network.hostname ?? null },
    databases: records.databases(),
    directory: directory.describe(),
  })
}

/** One category with its sites, stored and compiled. */
export function categoryState({ store }: Areas, id: string): Answer {
  const category = store.category(Number(id))
  if (category === undefined) return notFound(`There is no category ${id}.`)
  const sites = [...store.sites(category.id)].sort()
  const compiledSites = [...store.compiledSites(category.id)].sort()
  return json({ ...category, sites, compiledSites })
}

/** One record database with its records. */
export function databaseState({ records }: Areas, index: string): Answer {
  const database = records.database(index)
  if (database === undefined) return notFound(`There is no record database ${index}.`)
  return json({ ...database, records: [...records.records(index)] })
}

function notFound(error: string): Answer {
  return json({ error }, 404)
}
