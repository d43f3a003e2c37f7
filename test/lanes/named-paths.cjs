const { existsSync } = require('node:fs')
const { join, resolve, sep } = require('node:path')

const root = join(__dirname, '../..')

/** Words that stand behind `--selectProjects`: `unit` is a part of `community` too. */
const lanes = new Set(['unit', 'integration'])

/**
 * A path on the command line stands for itself and what is below it. Jest alone takes it for a part of a path: `test/provider` would run
 * the tests of `packages/terraform-plugin/test/provider` too. A word that is no path of a test stays what jest makes of it.
 */
module.exports = async (testPaths) => {
  const words = process.argv.slice(2).filter((word) => !word.startsWith('-') && !lanes.has(word))
  const named = words.filter(isPathOfTests).map((word) => resolve(word))
  if (named.length === 0) return { filtered: testPaths }
  const others = words.filter((word) => !isPathOfTests(word))
  const isMeant = (path) =>
    named.some((each) => path === each || path.startsWith(`${each}${sep}`)) ||
    others.some((word) => path.slice(root.length).includes(word))
  return { filtered: testPaths.filter(isMeant) }
}

function isPathOfTests(word) {
  const path = resolve(word)
  return /^(test|packages\/[^/]+\/test)(\/|$)/.test(path.slice(root.length + 1)) && existsSync(path)
}
