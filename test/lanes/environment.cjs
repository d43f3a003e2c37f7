const { TestEnvironment } = require('jest-environment-node')

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
}

function parser() {
  return require('@cdktn/hcl2json')
}
