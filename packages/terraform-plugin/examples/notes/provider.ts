import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  definitionsFor,
  gone,
  type ProviderDefinition,
  parameter,
  providerFunction,
  providerServer,
  servePlugin,
  string,
  types,
} from '@webfilter/terraform-plugin'

/** Notes are text files in a folder: `NAME.txt`. */
interface ProviderData {
  readonly folder: string
}

const { resource, dataSource } = definitionsFor<ProviderData>()
const fileOf = (folder: string, name: string) => join(folder, `${name}.txt`)
const name = string({ required: true, requiresReplace: true, description: 'Name of the note.' })

async function textOf(folder: string, note: string): Promise<string | undefined> {
  return await readFile(fileOf(folder, note), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

const note = resource('note', {
  description: 'Manages a note.',
  attributes: { name, text: string({ required: true, description: 'What the note says.' }) },
  async create({ plan, folder }) {
    await mkdir(folder, { recursive: true })
    await writeFile(fileOf(folder, plan.name), plan.text)
    return plan
  },
  async read({ state, folder }) {
    const text = await textOf(folder, state.name)
    return text === undefined ? gone : { ...state, text }
  },
  async update({ plan, folder }) {
    await writeFile(fileOf(folder, plan.name), plan.text)
    return plan
  },
  async delete({ state, folder }) {
    await rm(fileOf(folder, state.name), { force: true })
  },
})

const noteData = dataSource('note', {
  description: 'Reads a note.',
  attributes: { name, text: string({ computed: true, description: 'What it says; empty without a note.' }) },
  read: async ({ config, folder }) => ({ ...config, text: (await textOf(folder, config.name)) ?? '' }),
})

const title = providerFunction('title', {
  summary: 'First line of a text',
  description: 'Returns the first line of a text.',
  parameters: { text: parameter(types.string, { description: 'The text.' }) },
  returns: types.string,
  run: ({ text }) => text.split('\n', 1)[0] ?? '',
})

const attributes = { folder: string({ required: true, description: 'Folder of the notes.' }) }

const provider: ProviderDefinition<typeof attributes, ProviderData> = {
  name: 'notes',
  description: 'Manages notes in a folder.',
  attributes,
  resources: [note],
  dataSources: [noteData],
  functions: [title],
  configure: ({ config }) => ({ folder: config.folder }),
}

void servePlugin({
  name: 'notes',
  address: 'registry.terraform.io/example/notes',
  provider: ({ logger }) => providerServer(provider, logger).service,
})
