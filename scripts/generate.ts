import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { provider } from '../src/provider'
import { bindingsOf, constraintOn } from './bindings/bindings'
import { bindingsFolder, type Flavor, filesIn, flavors } from './bindings/flavor'

import { providerFacts, providerFactsPath } from './bindings/provider-facts'
import { type ProviderSchemaJson, providerSchemaJson } from './bindings/provider-schema'
import { diagnosticCodesModule, diagnosticCodesPath } from './diagnostic-codes'

const root = resolve(__dirname, '..')

/**
 * Writes what is made from the provider: the bindings of both flavors from the schema that it emits, without what is no longer one, what
 * constructs check beside it, and the codes of diagnostics for code that only reads them.
 */
async function generate(): Promise<void> {
  const schema = await providerSchemaJson(provider)
  // Before anything is written, as it refuses what the constructs could not check.
  const facts = await providerFacts()
  await Promise.all([
    ...flavors.map((flavor) => writeBindings(flavor, schema)),
    writeFile(join(root, providerFactsPath), facts),
    writeFile(join(root, diagnosticCodesPath), await diagnosticCodesModule()),
  ])
}

async function writeBindings(flavor: Flavor, schema: ProviderSchemaJson): Promise<void> {
  const folder = bindingsFolder(flavor)
  const bindings = await bindingsOf(flavor, schema, constraintOn(await packageVersion()))
  for (const path of (await filesIn(folder)).keys()) {
    if (!bindings.has(path)) await rm(join(folder, path))
  }
  for (const [path, content] of bindings) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  process.stdout.write(`${bindings.size} files are in bindings/${flavor}.\n`)
}

async function packageVersion(): Promise<string> {
  const { version }: { readonly version: string } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  )
  return version
}

generate().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
