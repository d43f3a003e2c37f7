import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { shortNames, stackArguments } from '../../src/base/stack-arguments'

describe('the stacks that a command line names', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'appliance-stacks-'))
  })

  afterEach(async () => {
    await rm(folder, { recursive: true })
  })

  it('are folders and plans, under short names', async () => {
    const [berlin, oslo, rome] = [
      join(folder, 'berlin'),
      join(folder, 'plans/oslo.tfplan'),
      join(folder, 'rome.json'),
    ]
    await mkdir(berlin)
    expect(await stackArguments([berlin, oslo, rome])).toEqual([
      { name: 'berlin', path: berlin, isFolder: true },
      { name: 'oslo', path: oslo, isFolder: false },
      { name: 'rome', path: rome, isFolder: false },
    ])
  })

  it('have the endings of their files if they differ in nothing else', async () => {
    const files = ['plan.json', 'plan.tfplan'].map((name) => join(folder, name))
    const stacks = await stackArguments(files)
    expect(new Set(stacks.map(({ name }) => name)).size).toBe(2)
  })

  it('are those of the manifest in a folder that CDKTF has synthesized, in its order, and not what else is there', async () => {
    await manifest('cdktf.out', ['headquarters', 'branches-oslo', 'branches-berlin'])
    await mkdir(join(folder, 'cdktf.out/stacks/branches-gone'), { recursive: true })
    const stacks = await stackArguments([join(folder, 'cdktf.out')])
    expect(stacks.map(({ name }) => name)).toEqual(['headquarters', 'branches-oslo', 'branches-berlin'])
    expect(stacks[1]).toEqual({
      name: 'branches-oslo',
      path: join(folder, 'cdktf.out/stacks/branches-oslo'),
      isFolder: true,
    })
  })

  it('have longer names if two apps have stacks of the same name', async () => {
    await manifest('one/cdktf.out', ['headquarters', 'berlin'])
    await manifest('two/cdktf.out', ['headquarters'])
    const stacks = await stackArguments(['one', 'two'].map((app) => join(folder, app, 'cdktf.out')))
    expect(stacks.map(({ name }) => name)).toEqual([
      'one/cdktf.out/headquarters',
      'berlin',
      'two/cdktf.out/headquarters',
    ])
  })

  it('are the folder itself if its manifest.json belongs to another tool', async () => {
    for (const content of [
      '{"name": "an extension", "manifest_version": 3}',
      '{"stacks": []}',
      'no JSON',
      '',
    ]) {
      await writeFile(join(folder, 'manifest.json'), content)
      expect(await stackArguments([folder])).toMatchObject([{ path: folder, isFolder: true }])
    }
  })

  it.each([
    ['no stack', '{"stacks": {}}', 'names no stack'],
    [
      'a stack without a folder',
      '{"stacks": {"oslo": {"name": "oslo"}}}',
      'is not a manifest that this release can read',
    ],
  ])('cannot be found in a manifest with %s', async (_, content, said) => {
    await writeFile(join(folder, 'manifest.json'), content)
    await expect(stackArguments([folder])).rejects.toThrow(said)
  })

  it.each(['../elsewhere', 'stacks/../../elsewhere', '..', '/etc', '..\\elsewhere'])(
    'cannot be in another folder than that of the manifest: %s',
    async (workingDirectory) => {
      await writeFile(
        join(folder, 'manifest.json'),
        JSON.stringify({ stacks: { oslo: { name: 'oslo', workingDirectory } } }),
      )
      await expect(stackArguments([folder])).rejects.toThrow(
        /manifest\.json" names the folder ".*" for the stack "oslo", which is not in the folder of the manifest\. Synthesize the app again\.$/,
      )
    },
  )

  it('cannot be in another folder to which a link leads, and may be in one of the same app', async () => {
    await manifest('cdktf.out', ['oslo'])
    await mkdir(join(folder, 'elsewhere/oslo'), { recursive: true })
    await symlink(join(folder, 'elsewhere'), join(folder, 'cdktf.out/stacks'))
    await expect(stackArguments([join(folder, 'cdktf.out')])).rejects.toThrow(
      /names the folder "stacks\/oslo" for the stack "oslo", which is not in the folder of the manifest/,
    )
    await rm(join(folder, 'cdktf.out/stacks'))
    await mkdir(join(folder, 'cdktf.out/made/oslo'), { recursive: true })
    await symlink('made', join(folder, 'cdktf.out/stacks'))
    await symlink('cdktf.out', join(folder, 'current'))
    expect(await stackArguments([join(folder, 'current')])).toMatchObject([{ name: 'oslo' }])
  })

  it('cannot lead elsewhere by their names, which stand in the paths of options', async () => {
    await manifest('cdktf.out', ['oslo'])
    const stacks = { '../../elsewhere': { workingDirectory: 'stacks/oslo' } }
    await writeFile(join(folder, 'cdktf.out/manifest.json'), JSON.stringify({ stacks }))
    await expect(stackArguments([join(folder, 'cdktf.out')])).rejects.toThrow(
      'names a stack "../../elsewhere", whose name would lead to another folder. Synthesize the app again.',
    )
  })

  it('may be in a folder whose name begins with full stops, or in that of the manifest itself', async () => {
    for (const workingDirectory of ['..stacks/oslo', 'stacks/..oslo', 'stacks/../oslo', '.']) {
      await writeFile(
        join(folder, 'manifest.json'),
        JSON.stringify({ stacks: { oslo: { name: 'oslo', workingDirectory } } }),
      )
      expect(await stackArguments([folder])).toMatchObject([{ path: join(folder, workingDirectory) }])
    }
  })

  it('are named once each', async () => {
    await manifest('cdktf.out', ['oslo'])
    const paths = [join(folder, 'cdktf.out'), `${folder}/cdktf.out/stacks/../stacks/oslo`]
    await mkdir(join(folder, 'cdktf.out/stacks/oslo'), { recursive: true })
    await expect(stackArguments(paths)).rejects.toThrow('is named twice')
  })

  async function manifest(out: string, stacks: readonly string[]): Promise<void> {
    const path = join(folder, out, 'manifest.json')
    const entries = stacks.map((name) => [
      name,
      { name, workingDirectory: `stacks/${name}`, dependencies: [] },
    ])
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, JSON.stringify({ version: '0.21.0', stacks: Object.fromEntries(entries) }))
  }
})

const named = (...paths: readonly string[]) => shortNames(paths.map((path) => path.split('/')))

describe('the short name of a path', () => {
  it.each([
    ['its last part', ['home/infra/berlin', 'home/infra/oslo'], ['berlin', 'oslo']],
    ['without an end that all have', ['home/berlin/change', 'home/oslo/change'], ['berlin', 'oslo']],
    ['without several of them', ['a/stacks/change', 'b/stacks/change'], ['a', 'b']],
    ['longer where another ends alike', ['a/prod', 'b/prod', 'c/test'], ['a/prod', 'b/prod', 'test']],
    ['its last part if it is the only one', ['home/infra/berlin'], ['berlin']],
    ['all of it if another path ends like that', ['prod', 'a/prod', 'test'], ['prod', 'a/prod', 'test']],
  ])('is %s', (_, paths, names) => {
    expect(named(...paths)).toEqual(names)
  })

  it('is unlike any other', () => {
    const path = fc.array(fc.constantFrom('a', 'b', 'c', 'a/b'), { minLength: 1, maxLength: 4 })
    const paths = fc.uniqueArray(path, { selector: (parts) => JSON.stringify(parts), maxLength: 12 })
    fc.assert(
      fc.property(paths, (all) => {
        fc.pre(new Set(all.map((parts) => parts.join('/'))).size === all.length)
        expect(new Set(shortNames(all)).size).toBe(all.length)
      }),
    )
  })
})
