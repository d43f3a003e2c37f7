import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { picturesOf, readmeFile } from './pictures/pictures'

/** Writes what shows a review: a picture for the README, and the Markdown of the same plan into it. */
async function writePictures(): Promise<void> {
  const { files, readme } = await picturesOf(await readFile(readmeFile, 'utf8'))
  for (const [path, content] of files) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  await writeFile(readmeFile, readme)
  process.stdout.write(`${files.size} picture and the review in README.md are written.\n`)
}

writePictures().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
