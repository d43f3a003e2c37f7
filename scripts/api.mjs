// Writes API.md, the reference of the constructs. With --print, prints it instead.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiPage } from './api/api-page.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

try {
  const page = await apiPage(root)
  if (process.argv.includes('--print')) process.stdout.write(page)
  else {
    await writeFile(join(root, 'API.md'), page)
    process.stdout.write('The reference of the constructs is in API.md.\n')
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
