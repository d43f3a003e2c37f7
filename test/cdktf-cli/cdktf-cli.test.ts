import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import packageJson from '../../package.json'
import { asKept, constraintOn } from '../../scripts/bindings/bindings'
import { bindingsFolder, type Files, type Flavor, filesIn, flavors } from '../../scripts/bindings/flavor'

import { projectFilesOfGuide } from '../bindings/project-file'
import { CommandLine } from './command-line'

const root = resolve(__dirname, '../..')

describe.each(flavors)('the command line of %s', (flavor) => {
  // A test that is skipped has not passed: the report counts it as skipped.
  const there = flavor === 'cdktf' || nodeIsAtLeast(22, 19)
  if (!there) {
    it.skip(`needs Node.js 22.19 or newer, and this is ${process.version}`, () => {})
    return
  }

  let commandLine: CommandLine
  beforeAll(async () => {
    commandLine = await CommandLine.install(flavor)
  })
  afterAll(() => commandLine?.remove())

  it('generates bindings/ from the cdktf.json of this project', async () => {
    const project = commandLine.project(readFileSync(join(root, 'cdktf.json'), 'utf8'))
    project.run('get')
    await expectBindings(flavor, join(project.folder, 'cdktf.out/constructs'))
  })

  it('generates bindings/ from the cdktf.json that the guide shows for TypeScript', async () => {
    const project = commandLine.project(fileOfGuide('typescript'))
    project.run('get')
    await expectBindings(flavor, join(project.folder, '.gen'))
  })

  it('adds the provider to the cdktf.json of an app, as the guide says', async () => {
    const [app = ''] = projectFilesOfGuide()
    const project = commandLine.project(app)
    const { source, version } = constraintOn(packageJson.version)
    const words = ['provider', 'add', '--force-local', `${source}@${version}`]
    expect(readFileSync(join(root, 'docs/guides/cdktf.md'), 'utf8')).toContain(
      `cdktn ${words.slice(0, -1).join(' ')} '${words.at(-1)}'`,
    )
    project.run(...words)
    expect(JSON.parse(readFileSync(join(project.folder, 'cdktf.json'), 'utf8'))).toEqual({
      ...JSON.parse(app),
      terraformProviders: [`${source}@${version}`],
    })
    await expectBindings(flavor, join(project.folder, '.gen'))
  })

  it('generates Python in which every file parses, with a class for each binding', async () => {
    const project = commandLine.project(fileOfGuide('python'))
    project.run('get')
    const folder = join(project.folder, 'imports/appliance')
    expect(await classesOfPython(folder)).toEqual(expect.arrayContaining(await classNames(flavor)))
  })

  it.each([
    ['java', 'src/main/java/imports/appliance', '.java'],
    ['csharp', 'imports/appliance', '.cs'],
  ])('generates a class for each binding in %s', async (language, folder, extension) => {
    const project = commandLine.project(fileOfGuide(language))
    project.run('get')
    const sources = [...(await filesIn(join(project.folder, folder)))]
      .filter(([path]) => path.endsWith(extension))
      .map(([, content]) => content)
    // A class of C# cannot have the name of a property of its own, so the generator calls one `Hostname_`.
    const isDeclared = (name: string) =>
      sources.some((source) => new RegExp(`^ *public class ${name}_? `, 'm').test(source))
    expect((await classNames(flavor)).filter((name) => !isDeclared(name))).toEqual([])
  })
})

function fileOfGuide(language: string): string {
  const isWanted = (text: string) => {
    const file = JSON.parse(text)
    return file.language === language && file.terraformProviders !== undefined
  }
  const text = projectFilesOfGuide().find(isWanted)
  if (text === undefined) throw new Error(`The guide shows no cdktf.json for ${language}.`)
  return text
}

/**
 * Expects what was generated to be `bindings/`, except for the version: bindings require compatible releases and link to the newest pages,
 * and the command line takes the version that it found for both.
 */
async function expectBindings(flavor: Flavor, output: string): Promise<void> {
  const generated = await filesIn(join(output, 'providers/appliance'))
  const { version } = packageJson
  const pinned = `        providerVersion: '${version}',\n`
  const comparable: Files = new Map(
    [...asKept(generated)].map(([path, content]) => [
      path,
      content
        .replaceAll(`/webfilter/appliance/${version}/docs`, '/webfilter/appliance/latest/docs')
        .replace(pinned, ''),
    ]),
  )
  expect(generated.get('provider/index.ts')).toContain(pinned)
  expect(comparable).toEqual(await filesIn(bindingsFolder(flavor)))
}

/** The class of each resource and data source, and of the provider. */
async function classNames(flavor: Flavor): Promise<readonly string[]> {
  const contents = [...(await filesIn(bindingsFolder(flavor))).values()]
  const names = contents.flatMap((content) =>
    [
      ...content.matchAll(/^export class (\w+) extends \w+\.Terraform(?:Resource|DataSource|Provider) /gm),
    ].map(([, name = '']) => name),
  )
  expect(names.length).toBeGreaterThan(20)
  return names
}

/** @throws for a file that Python cannot parse */
async function classesOfPython(folder: string): Promise<readonly string[]> {
  const files = [...(await filesIn(folder)).keys()].filter((path) => path.endsWith('.py'))
  expect(files.length).toBeGreaterThan(20)
  const script = `
import ast, pathlib, sys
for path in sys.argv[1:]:
    for node in ast.parse(pathlib.Path(path).read_text(encoding='utf-8'), path).body:
        if isinstance(node, ast.ClassDef):
            print(node.name)`
  const { error, status, stdout, stderr } = spawnSync('python3', ['-c', script, ...files], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (error) throw new Error(`python3 could not be started: ${error.message}. Install it.`)
  if (status !== 0) throw new Error(`A generated file does not parse: ${stderr}`)
  return stdout.split('\n')
}

function nodeIsAtLeast(major: number, minor: number): boolean {
  const [ours = 0, minorOfOurs = 0] = process.versions.node.split('.').map(Number)
  return ours > major || (ours === major && minorOfOurs >= minor)
}
