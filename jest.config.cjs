const { availableParallelism } = require('node:os')

/**
 * The folders whose tests take the provider as it was built, an engine, processes, very large input or minutes: the lane
 * `npm run test:integration`. All others are the lane `npm run test:unit`, which needs no build.
 */
const integrationFolders = require('./test/lanes/integration-folders.json')
/** Those whose tests download packages. They are in no lane: each has a configuration and a command of its own. */
const networkFolders = require('./test/lanes/network-folders.json')

const shared = {
  testEnvironment: 'node',
  setupFiles: ['<rootDir>/test/lanes/seeded-properties.cjs'],
  transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }] },
}

/** @type {import('jest').Config} */
module.exports = {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{test,packages/*/test}/**/*.test.ts'],
      testPathIgnorePatterns: [...integrationFolders, ...networkFolders].map(
        (folder) => `<rootDir>/${folder}/`,
      ),
    },
    // The constructs once more, as they are published for cdktf's successor; of the lane of integration.
    {
      ...shared,
      displayName: 'cdktn',
      testMatch: ['<rootDir>/packages/constructs/test/**/*.test.ts'],
      moduleNameMapper: {
        '^cdktf$': 'cdktn',
        '^(?:\\.+/)+bindings/cdktf/(.*)$': '<rootDir>/packages/constructs/bindings/cdktn/$1',
      },
    },
    {
      ...shared,
      displayName: 'integration',
      testMatch: integrationFolders.map((folder) => `<rootDir>/${folder}/**/*.test.ts`),
    },
  ],
  reporters: ['default', '<rootDir>/test/lanes/some-test-ran.cjs'],
  testTimeout: 180_000,
  // Most tests wait for processes that they have started, and those in turn for each other: of the time of a worker, half is idle.
  maxWorkers: Math.ceil(2.5 * availableParallelism()),
}
