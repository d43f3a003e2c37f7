import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'

/** The libraries that the example can use. */
export const flavors = ['cdktf', 'cdktn'] as const
export type Flavor = (typeof flavors)[number]

const root = resolve(__dirname, '..')
const example = join(root, 'examples/cdktf')

/**
 * Copies a project, examples/cdktf unless told otherwise, into a folder, as a user of one of the libraries would have it. Of the
 * imports, only the name of the library changes. Nothing is installed: the packages are links to those of this project and to its
 * build.
 */
export async function layOutProject(flavor: Flavor, folder: string, project = example): Promise<void> {
  await cp(project, folder, { recursive: true, filter: (path) => isSource(relative(project, path)) })
  for (const path of await readdir(folder, { recursive: true })) {
    if (path.endsWith('.ts')) await translate(join(folder, path), flavor)
  }
  const [installed, packages] = [join(root, 'node_modules'), join(folder, 'node_modules')]
  const commands = join(packages, '.bin')
  await mkdir(commands, { recursive: true })
  for (const name of ['@swc', '@types', 'constructs', 'jest', 'typescript', flavor]) {
    await symlink(join(installed, name), join(packages, name))
  }
  for (const name of ['jest', 'tsc']) await symlink(join(installed, '.bin', name), join(commands, name))
  await symlink(root, join(packages, 'terraform-provider-appliance'))
  for (const name of ['appliance', 'terraform-provider-appliance'])
    await symlink(join(root, 'dist/cli/appliance.cjs'), join(commands, name))
}

/** Whether a file belongs to the project. Running the project in its own folder leaves others there. */
function isSource(path: string): boolean {
  return !/^(cdktf\.out|dist|node_modules|states)$/.test(path)
}

async function translate(file: string, flavor: Flavor): Promise<void> {
  await writeFile(file, translated(await readFile(file, 'utf8'), flavor))
}

/** A program for one of the libraries as a user of the other one would have it. */
export function translated(source: string, flavor: Flavor): string {
  return source.replaceAll(/(?<=')(terraform-provider-appliance\/)?cdkt[fn](?=['/])/g, `$1${flavor}`)
}
