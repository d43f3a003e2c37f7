const { existsSync } = require('node:fs')
const { join, resolve, sep } = require('node:path')

const root = join(__dirname, '../..')

/**
 * A path on the command line stands for itself and what is below it. Jest alone takes it for a part of a path: `test/provider` would run
 * the tests of `packages/terraform-plugin/test/provider` too. A word that is no path of a test stays what Jest makes of it.
 */
module.exports = async (testPaths) => {
  const named = process.argv
    .slice(2)
    .map((word) => resolve(word))
    .filter(
      (path) => /^(test|packages\/[^/]+\/test)(\/|$)/.test(path.slice(root.length + 1)) && existsSync(path),
    )
  if (named.length === 0) return { filtered: testPaths }
  return {
    filtered: testPaths.filter((path) =>
      named.some((each) => path === each || path.startsWith(`${each}${sep}`)),
    ),
  }
}
