const { AsyncLocalStorage } = require('node:async_hooks')
const { TestEnvironment } = require('jest-environment-node')

/**
 * The storages that the tests of one file have used. jest-circus has one for each file and never disables it, and Node.js 20 copies the
 * value of each into every promise: the promises of the hundredth file of a process would each hold on to a hundred files of tests.
 */
const storages = new Set()
const { run } = AsyncLocalStorage.prototype
AsyncLocalStorage.prototype.run = function (...given) {
  storages.add(this)
  return run.apply(this, given)
}

/**
 * Gives tests the parser of HCL, which is a program in WebAssembly. Each file of tests has modules of its own, and would start another one,
 * of which none is freed. This module is loaded once by each of jest's processes.
 */
module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup()
    this.global.hclAsJson = {
      parse: async (name, text) => JSON.stringify(await parser().parse(name, text)),
      expression: async (code) => JSON.stringify(await parser().getExpressionAst('main.tf', code)),
    }
  }

  async teardown() {
    for (const storage of storages) storage.disable()
    storages.clear()
    await super.teardown()
  }
}

function parser() {
  return require('@cdktn/hcl2json')
}
