import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { picturesOf, reviewGuide } from './pictures/pictures'

/** Writes the pictures of the pages, and the review that one of them shows. */
async function writePictures(): Promise<void> {
  const { files, guide } = await picturesOf(await readFile(reviewGuide, 'utf8'))
  for (const [path, content] of files) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  await writeFile(reviewGuide, guide)
  process.stdout.write(`${files.size} pictures and the review in docs/guides/review.md are written.\n`)
}

writePictures().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
