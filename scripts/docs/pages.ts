import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Attributes, ProviderDefinition } from '@webfilter/terraform-plugin'
import { definitionsOf } from '@webfilter/terraform-plugin/testing'

import { actionPage } from './action-page'
import { assumptionsPage } from './assumptions-page'
import { changelogPage } from './changelog-page'
import { codesPages } from './codes/codes-page'
import { dataSourcePage } from './data-source-page'
import { functionPage } from './function-page'
import { listResourcePage } from './list-resource-page'
import { pipelineInputsPage } from './pipeline-inputs'
import { providerPage } from './provider-page'
import { driftSchema, lintSchema, reviewSchema } from './report-schemas'
import { resourcePage } from './resource-page'
import { guidesWithRules } from './rule-tables'

export const documentationFolder = resolve(__dirname, '../../docs')

const changelogFile = resolve(__dirname, '../../CHANGELOG.md')

/** Folders of the documentation in which nothing is written by hand. */
export const generatedFolders = [
  'resources',
  'data-sources',
  'list-resources',
  'functions',
  'actions',
] as const

/** Resources that repeat attributes of another one, whose page says all of them. */
const withAttributesOf: ReadonlyMap<string, string> = new Map([['category_sites', 'category']])

/**
 * Every generated page, by its path in the documentation's folder. The same sources give the same bytes.
 *
 * @throws one error that names every resource, data source, function and action without documentation or example
 */
export async function pagesOf<A extends Attributes, Context extends object>(
  provider: ProviderDefinition<A, Context>,
): Promise<ReadonlyMap<string, string>> {
  const typeOf = ({ name }: { readonly name: string }) => `${provider.name}_${name}`
  const documented = await definitionsOf(provider.resources)
  const resources = documented.map(async (resource): Promise<Page> => {
    const other = documented.find(({ name }) => name === withAttributesOf.get(resource.name))
    const elsewhere = other && { attributes: other.attributes, page: `${other.name}.md` }
    return [`resources/${resource.name}.md`, await resourcePage(typeOf(resource), resource, elsewhere)]
  })
  const dataSources = (await definitionsOf(provider.dataSources)).map(async (dataSource): Promise<Page> => {
    return [`data-sources/${dataSource.name}.md`, await dataSourcePage(typeOf(dataSource), dataSource)]
  })
  const lists = (await definitionsOf(provider.listResources ?? [])).map(async (list): Promise<Page> => {
    const resource = documented.find(({ name }) => name === list.name)
    return [
      `list-resources/${list.name}.md`,
      await listResourcePage(typeOf(list), list, resource?.documentation),
    ]
  })
  const functions = (await definitionsOf(provider.functions ?? [])).map(async (each): Promise<Page> => {
    return [`functions/${each.name}.md`, await functionPage(each)]
  })
  const actions = (await definitionsOf(provider.actions ?? [])).map(async (action): Promise<Page> => {
    return [`actions/${action.name}.md`, await actionPage(typeOf(action), action)]
  })
  const index = async (): Promise<Page> => [
    'index.md',
    await providerPage({
      ...provider,
      resources: documented,
      dataSources: await definitionsOf(provider.dataSources),
      functions: await definitionsOf(provider.functions ?? []),
      actions: await definitionsOf(provider.actions ?? []),
      listResources: await definitionsOf(provider.listResources ?? []),
    }),
  ]
  return new Map([
    ['guides/assumptions.md', assumptionsPage()],
    ['guides/changelog.md', changelogPage(await readFile(changelogFile, 'utf8'))],
    ['guides/pipeline-inputs.md', pipelineInputsPage()],
    ...codesPages(join(documentationFolder, 'guides')).map(
      ([name, content]): Page => [`guides/${name}`, content],
    ),
    ...guidesWithRules(join(documentationFolder, 'guides')).map(
      ([name, content]): Page => [`guides/${name}`, content],
    ),
    ['review.schema.json', reviewSchema()],
    ['drift.schema.json', driftSchema()],
    ['lint.schema.json', lintSchema()],
    ...(await allOf([index(), ...resources, ...dataSources, ...lists, ...functions, ...actions])),
  ])
}

type Page = readonly [path: string, content: string]

/** Like `Promise.all`, but fails with the messages of all that failed. */
async function allOf<T>(promises: readonly Promise<T>[]): Promise<readonly T[]> {
  const outcomes = await Promise.allSettled(promises)
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected')
  if (failures.length > 0) throw new Error(failures.map(({ reason }) => messageOf(reason)).join('\n'))
  return outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
