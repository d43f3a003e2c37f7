const { createRequire } = require('node:module')
const { default: Sequencer } = createRequire(require.resolve('jest'))('@jest/test-sequencer')

/**
 * Files that took long begin first, so that none of them is left alone at the end. Where it is not known how long each took, as in a new clone,
 * jest goes by the sizes of the files; but the long ones are those that start processes, however short they are.
 */
module.exports = class LongFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests)
    if (sorted.every(({ duration }) => duration !== undefined)) return sorted
    const startsProcesses = ({ context }) => context.config.displayName?.name === 'integration'
    return [...sorted.filter(startsProcesses), ...sorted.filter((each) => !startsProcesses(each))]
  }
}
