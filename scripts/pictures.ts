import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { picturesOf, reviewGuide } from './pictures/pictures'

/** Writes what shows a review: a picture, and the Markdown of the same plan in the guide to reviews. */
async function writePictures(): Promise<void> {
  const { files, guide } = await picturesOf(await readFile(reviewGuide, 'utf8'))
  for (const [path, content] of files) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  await writeFile(reviewGuide, guide)
  process.stdout.write(`${files.size} picture and the review in docs/guides/review.md are written.\n`)
}

writePictures().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
