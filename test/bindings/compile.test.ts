import { spawnSync } from 'node:child_process'
import { isAbsolute, join, resolve } from 'node:path'
import { bindingsFolder, flavors } from '../../scripts/bindings/flavor'

const root = resolve(__dirname, '../..')

it('the generated code and the code that uses it compile, for both flavors', () => {
  const printed = linesOfCompiler('--project', 'tsconfig.constructs.json', '--listFiles')
  const bindings = flavors.flatMap((flavor) =>
    ['index.ts', 'category/index.ts', 'data-appliance-site/index.ts', 'provider/index.ts'].map((path) =>
      join(bindingsFolder(flavor), path),
    ),
  )
  bindings.push(join(bindingsFolder('cdktn'), 'provider-functions/index.ts'))
  expect(printed).toEqual(expect.arrayContaining(bindings))
  expect(printed.filter((line) => !isAbsolute(line))).toEqual([])
})

function linesOfCompiler(...options: readonly string[]): readonly string[] {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [compiler, ...options], { cwd: root, encoding: 'utf8' })
  return stdout.split('\n').filter((line) => line !== '')
}
