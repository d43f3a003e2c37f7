/** Fails a run in which no test ran, such as one whose name pattern fits none. */
module.exports = class SomeTestRan {
  #ran = 0

  onRunComplete(_, { numPassedTests, numFailedTests }) {
    this.#ran = numPassedTests + numFailedTests
  }

  getLastError() {
    return this.#ran === 0 ? new Error('No test ran. Give a path or a name that fits some.') : undefined
  }
}
