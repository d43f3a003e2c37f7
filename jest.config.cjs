const shared = {
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }] },
}

/** @type {import('jest').Config} */
module.exports = {
  projects: [
    { ...shared, displayName: 'appliance', testMatch: ['<rootDir>/test/**/*.test.ts'] },
    // The constructs once more, as they are published for cdktf's successor.
    {
      ...shared,
      displayName: 'cdktn',
      testMatch: ['<rootDir>/test/constructs/**/*.test.ts'],
      moduleNameMapper: {
        '^cdktf$': 'cdktn',
        '^(?:\\.+/)+bindings/cdktf/(.*)$': '<rootDir>/bindings/cdktn/$1',
      },
    },
  ],
  testTimeout: 60_000,
  // Most tests wait for processes that they have started.
  maxWorkers: '100%',
}
