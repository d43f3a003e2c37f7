import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { provider } from '../src/provider'
import { documentationFolder, generatedFolders, pagesOf } from './docs/pages'

/** Writes the documentation in the layout of the Terraform registry, from the schemas and the examples. */
async function writeDocumentation(): Promise<void> {
  const pages = await pagesOf(provider)
  for (const folder of generatedFolders) {
    for (const name of await readdir(join(documentationFolder, folder)).catch(() => [])) {
      if (!pages.has(`${folder}/${name}`)) await rm(join(documentationFolder, folder, name))
    }
  }
  for (const [path, content] of pages) {
    const file = join(documentationFolder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
  process.stdout.write(`${pages.size} pages are in docs/.\n`)
}

writeDocumentation().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
