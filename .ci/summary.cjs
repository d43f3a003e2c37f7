// Prints how long the steps of .ci/run took, and which files of tests were the slowest; its last line says how the tests went. It ends with
// exit code 1 if a test or a whole file failed, or if nothing was tested: node .ci/summary.cjs REPORT STEPS
const { existsSync, readFileSync } = require('node:fs')
const { relative } = require('node:path')

/** How many files of tests are shown. */
const most = 20

/**
 * @param report of jest, as its option --json writes it
 * @param {string} steps a line for each: seconds, and the command
 */
function summaryOf(report, steps) {
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites
  const skipped = report.numPendingTests + report.numTodoTests
  const files = report.testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1_000 }))
    .sort((one, other) => other.seconds - one.seconds)
  const total = files.reduce((sum, { seconds }) => sum + seconds, 0)
  const lines = [
    '\nSteps, in seconds:',
    ...steps
      .trimEnd()
      .split('\n')
      .map((step) => row(...step.split(/ (.*)/))),
    `\nThe slowest of ${files.length} files of tests, in seconds; all of them take ${Math.round(total)}, several at once:`,
    ...files.slice(0, most).map(({ name, seconds }) => row(seconds, relative('', name))),
    `\n${report.numPassedTests} passed, ${failed} failed, ${skipped} skipped`,
  ]
  return { text: lines.join('\n'), isGreen: report.success && report.numPassedTests > 0 }
}

const row = (seconds, what) => `${String(Math.round(seconds)).padStart(6)}  ${what}`

function main([reportFile, stepsFile]) {
  if (!existsSync(reportFile)) {
    console.error('No test ran: the tests ended without a report. Look at what they printed.')
    return 1
  }
  const { text, isGreen } = summaryOf(
    JSON.parse(readFileSync(reportFile, 'utf8')),
    readFileSync(stepsFile, 'utf8'),
  )
  console.log(text)
  return isGreen ? 0 : 1
}

module.exports = { summaryOf }
if (require.main === module) process.exitCode = main(process.argv.slice(2))
