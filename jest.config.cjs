const { readdirSync, readFileSync } = require('node:fs')
const { availableParallelism } = require('node:os')
const { join } = require('node:path')

/**
 * The lane of a test follows from its folder. `integration` has the folders whose tests take the provider as it was built, an engine,
 * processes, very large input or minutes; `network` those that download packages, which have a configuration and a command of their own. All
 * others are the lane `unit`, which needs no build.
 */
const folders = require('./test/lanes/folders.json')

/** Modules that are loaded when they are first used: few tests use most of what they import. */
const packages = readdirSync(join(__dirname, 'packages'))
const descriptions = [
  require('./package.json'),
  ...packages.map((name) => require(`./packages/${name}/package.json`)),
]
const lazy = [
  ...descriptions.flatMap(({ dependencies, devDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies }),
  ),
  ...packages.flatMap(facesOf),
  ...['client', 'site-lists'].flatMap(offeredBy),
]

/** What a package is imported by: its name, and the paths that it offers. */
function facesOf(folder) {
  const { name, exports = { '.': '' } } = require(`./packages/${folder}/package.json`)
  const files = readdirSync(join(__dirname, 'packages', folder, 'src'), { recursive: true })
  return Object.keys(exports).flatMap((face) =>
    face === './*'
      ? files.filter((file) => file.endsWith('.ts')).map((file) => `${name}/${file.slice(0, -'.ts'.length)}`)
      : name + face.slice('.'.length),
  )
}

/** The files behind the face of a package. */
function offeredBy(name) {
  const face = readFileSync(join(__dirname, 'packages', name, 'src/index.ts'), 'utf8')
  return [...face.matchAll(/ from '([^']+)'/g)].map(([, path]) => path)
}

const lane = {
  // Otherwise it is in the temporary folder of the machine.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  testEnvironment: '<rootDir>/test/lanes/environment.cjs',
  // Tests run in a context of their own, where each look-up of a global takes long. Archives look it up for each byte.
  sandboxInjectedGlobals: ['Math'],
  setupFiles: ['<rootDir>/test/lanes/seeded-properties.cjs'],
  setupFilesAfterEnv: ['<rootDir>/test/lanes/same-sites.cjs'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        module: { type: 'commonjs', lazy: [...new Set(lazy)].sort() },
      },
    ],
  },
}
const testsIn = (names) => names.map((folder) => `<rootDir>/${folder}/**/*.test.ts`)

/** @type {import('jest').Config} */
module.exports = {
  projects: [
    {
      ...lane,
      displayName: 'unit',
      testMatch: testsIn(['test', 'packages/*/test']),
      testPathIgnorePatterns: Object.values(folders)
        .flat()
        .map((folder) => `<rootDir>/${folder}/`),
    },
    {
      ...lane,
      displayName: 'integration',
      testMatch: testsIn(folders.integration),
    },
  ],
  filter: '<rootDir>/test/lanes/named-paths.cjs',
  globalSetup: '<rootDir>/test/lanes/temporary-folder.cjs',
  globalTeardown: '<rootDir>/test/lanes/without-temporary-folder.cjs',
  testSequencer: '<rootDir>/test/lanes/long-first.cjs',
  reporters: ['default', '<rootDir>/test/lanes/some-test-ran.cjs'],
  testTimeout: 180_000,
  // One more than there are processors: a test that waits for a process that it has started leaves room for another one. Unit tests alone also
  // wait for time-outs, so they get one more. Each worker loads and compiles the modules for itself: with many more, they take longer.
  maxWorkers: availableParallelism() + (process.argv.includes('unit') ? 2 : 1),
}
