import { readFile, writeFile } from 'node:fs/promises'
import { picturesOf, reviewGuide, reviewPicture } from './pictures/pictures'

/** Writes the picture of the README, and the review of the guide. */
async function writePictures(): Promise<void> {
  const { review, guide } = await picturesOf(await readFile(reviewGuide, 'utf8'))
  await writeFile(reviewPicture, review)
  await writeFile(reviewGuide, guide)
  process.stdout.write('docs/images/review.svg and the review in docs/guides/review.md are written.\n')
}

writePictures().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
