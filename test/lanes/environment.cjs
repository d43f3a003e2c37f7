const { AsyncLocalStorage } = require('node:async_hooks')
const { setFlagsFromString } = require('node:v8')
const vm = require('node:vm')
const { TestEnvironment } = require('jest-environment-node')

// How many bytes of its code a function runs before it is optimized: twice as many as in Node.js 20. Each file of tests has its own copies of
// all functions, and most end before the work on optimizing them has paid off.
setFlagsFromString('--interrupt-budget=300000')

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
 * What this process has compiled, by file. jest compiles a module again for each file of tests that uses it, which takes more time than most
 * of these files. A script is compiled once, and run in the context of each.
 */
const compiled = new Map()
const { compileFunction } = vm
vm.compileFunction = (code, parameters, options) => {
  const { filename, parsingContext } = options
  if (parsingContext === undefined) return compileFunction(code, parameters, options)
  const head = `(function (${parameters.join(', ')}) {`
  const known = compiled.get(filename)
  // What was transformed is the same text each time, which is seen at once; one with the head before it would be copied and compared.
  if (known?.code === code && known.head === head) return known.script.runInContext(parsingContext)
  const script = new vm.Script(`${head}${code}\n})`, { filename, columnOffset: -head.length })
  compiled.set(filename, { code, head, script })
  return script.runInContext(parsingContext)
}

/**
 * Gives tests the parser of HCL, which is a program in WebAssembly. Each file of tests has modules of its own, and would start another one,
 * of which none is freed. This module is loaded once by each of jest's processes.
 */
module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup()
    // A configuration is read for each command, mostly as it was for the one before.
    const known = new Map()
    this.global.hclAsJson = {
      parse(name, text) {
        const key = `${name}\n${text}`
        const blocks =
          known.get(key) ??
          parser()
            .parse(name, text)
            .then((value) => JSON.stringify(value))
        known.set(key, blocks)
        return blocks
      },
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
