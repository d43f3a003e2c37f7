import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { alternate, Side } from './alternation'
import type { Benchmark } from './benchmark'
import { printed, start, timeToEnd } from './processes'
import type { Report } from './report'
import { inTemporaryFolder } from './temporary-folder'

const root = resolve(__dirname, '..')
const flavors = ['cdktf', 'cdktn'] as const
type Flavor = (typeof flavors)[number]

/** Whether bindings are generated quickly enough to wait for, and whether an app pays only for the bindings that it uses. */
export const cdktf: Benchmark = {
  name: 'cdktf',
  summary: 'generating bindings, checking the types of an app, synthesizing it, importing one construct',
  usualRuns: 7,

  run: (options) =>
    inTemporaryFolder(async (folder): Promise<readonly Report[]> => {
      const apps = await Promise.all(flavors.map((flavor) => appIn(join(folder, flavor), flavor)))
      const node = new Side(() => timeToEnd(process.execPath, ['-e', '0']))
      const generate = new Side(() =>
        timeToEnd(process.execPath, ['--import', 'tsx', 'scripts/generate.ts'], { cwd: root }),
      )
      await alternate([node, generate, ...apps.flatMap(({ sides }) => sides)], options)
      return [
        {
          title: 'cdktf: generate',
          explanation:
            'Time from start to end of `npm run generate`, which generates the bindings of both flavors.',
          unit: 'ms',
          comparisons: [
            {
              baseline: { label: 'node alone', samples: node.samples },
              others: [{ label: 'generate', samples: generate.samples }],
            },
          ],
        },
        {
          title: 'cdktf: type-check and synth',
          explanation:
            'Type-checking and running an app with 100 categories of 10 sites that imports the published bindings of ' +
            'one resource and of the provider. The baselines are an app that imports only the library of its flavor.',
          unit: 'ms',
          comparisons: apps.flatMap(({ flavor, checking, checkingLibrary, synth, library }) => [
            {
              baseline: { label: `${flavor}: type-check of the library`, samples: checkingLibrary.samples },
              others: [{ label: '… with the bindings', samples: checking.samples }],
            },
            {
              baseline: { label: `${flavor}: loading the library`, samples: library.samples },
              others: [{ label: '… and a synth of 100 categories', samples: synth.samples }],
            },
          ]),
        },
        {
          title: 'cdktf: import',
          explanation:
            'Importing one construct by its path, in a process that has loaded the library of its flavor, as every app ' +
            'has. The baseline is importing everything: all bindings and all constructs.',
          unit: 'ms',
          comparisons: apps.map(({ flavor, everything, binding, construct }) => ({
            baseline: { label: `${flavor}: everything`, samples: everything.samples },
            others: [
              { label: `${flavor}/category`, samples: binding.samples, goal: { timesAtMost: 0.33 } },
              {
                label: `${flavor}/constructs/filtering-policy`,
                samples: construct.samples,
                goal: { timesAtMost: 0.33 },
              },
            ],
          })),
        },
      ]
    }),
}

/** An app in its own folder with the package installed, and its measurements. */
async function appIn(folder: string, flavor: Flavor) {
  await mkdir(join(folder, 'node_modules/@types'), { recursive: true })
  for (const name of [flavor, 'constructs', '@types/node']) {
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'junction')
  }
  await symlink(root, join(folder, 'node_modules/terraform-provider-appliance'), 'junction')
  await writeFile(
    join(folder, 'library.cts'),
    `import { App } from '${flavor}'\nexport const app = new App()\n`,
  )
  await writeFile(join(folder, 'main.cts'), typescript(flavor))
  await writeFile(join(folder, 'main.cjs'), javascript(flavor))
  const path = (name: string) => `terraform-provider-appliance/${flavor}${name}`
  const constructs = ['appliance-fleet', 'directory-team', 'existing-category', 'filtering-policy'].map(
    (name) => path(`/constructs/${name}`),
  )
  const sides = {
    checkingLibrary: new Side(() => typeCheck(folder, 'library.cts')),
    checking: new Side(() => typeCheck(folder, 'main.cts')),
    library: new Side(() => timeToEnd(process.execPath, ['-e', `require('${flavor}')`], { cwd: folder })),
    synth: new Side(() => timeToEnd(process.execPath, ['main.cjs'], { cwd: folder })),
    everything: new Side(() => timeToImport(folder, flavor, [path(''), ...constructs])),
    binding: new Side(() => timeToImport(folder, flavor, [path('/category')])),
    construct: new Side(() => timeToImport(folder, flavor, [path('/constructs/filtering-policy')])),
  }
  return { flavor, ...sides, sides: Object.values(sides) }
}

function typescript(flavor: Flavor): string {
  return `
import { App, TerraformStack } from '${flavor}'
import { Category } from 'terraform-provider-appliance/${flavor}/category'
import { ApplianceProvider } from 'terraform-provider-appliance/${flavor}/provider'
${app}`
}

function javascript(flavor: Flavor): string {
  return `
const { App, TerraformStack } = require('${flavor}')
const { Category } = require('terraform-provider-appliance/${flavor}/category')
const { ApplianceProvider } = require('terraform-provider-appliance/${flavor}/provider')
${app}`
}

const app = `
const app = new App()
const stack = new TerraformStack(app, 'stack')
new ApplianceProvider(stack, 'appliance', { baseUrl: 'https://appliance.example' })
for (let number = 0; number < 100; number++) {
  const sites = Array.from({ length: 10 }, (_, index) => \`site-\${index}.of-\${number}.example\`)
  new Category(stack, \`category-\${number}\`, { name: \`category \${number}\`, sites })
}
app.synth()
`

/** Milliseconds of a process that checks one file, as an app's own build does. */
function typeCheck(folder: string, file: string): Promise<number> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'node16']
  return timeToEnd(process.execPath, [compiler, ...options, file], { cwd: folder })
}

/** Milliseconds that the imports take after that of the library. Exports that an index loads late are loaded too. */
async function timeToImport(folder: string, flavor: Flavor, paths: readonly string[]): Promise<number> {
  const script = `
    require('${flavor}')
    const started = performance.now()
    for (const path of ${JSON.stringify(paths)}) Object.values(require(path))
    console.log(performance.now() - started)`
  const [, milliseconds] = await printed(
    start(process.execPath, ['-e', script], { cwd: folder }),
    /^([\d.]+)\n/,
  )
  return Number(milliseconds)
}
