const { mkdtempSync, realpathSync, rmSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { join } = require('node:path')

/**
 * Gives a run of the tests a temporary folder of its own, which is removed at its end: libraries leave theirs behind, such as CDKTF's for each
 * app that a test makes. Its name is short, as folders in it hold sockets.
 */
module.exports = () => {
  const outer = process.env.TMPDIR
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'jest-'))
  process.env.TMPDIR = folder
  globalThis.removeTemporaryFolder = () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    if (outer === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = outer
  }
}
