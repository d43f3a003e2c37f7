// Installs the dependencies in a clone that has none, so that its first command is the one that its README names. npm writes its own note of
// what is installed last: an installation that was interrupted is done again.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

if (!existsSync(join(root, 'node_modules/.package-lock.json'))) {
  console.log('The dependencies are not installed: npm ci …')
  // What started this may have silenced npm, and its errors with it.
  const words = ['ci', '--no-audit', '--no-fund', '--loglevel', 'warn']
  const { status, error } = spawnSync('npm', words, { cwd: root, stdio: 'inherit' })
  if (error) console.error(`npm cannot be started: ${error.message}.`)
  if (status !== 0)
    console.error('The dependencies could not be installed. Mend what npm reports, then run the same again.')
  process.exitCode = status ?? 1
}
