// `npm run test:cdktf-cli`: not a part of `npm test`, because it downloads half a gigabyte of packages.
const { reporters } = require('../../jest.config.cjs')

/** @type {import('jest').Config} */
module.exports = {
  rootDir: '../..',
  displayName: 'cdktf-cli',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/cdktf-cli/**/*.test.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }] },
  reporters,
  // Installing a command line takes minutes on a slow network.
  testTimeout: 600_000,
}
