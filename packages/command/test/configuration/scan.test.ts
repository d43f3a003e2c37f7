import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isInitialized, scanConfiguration, textsOfConfigurations } from '../../src/configuration/scan'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'configuration-'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

const ads = 'resource "appliance_category" "ads" {}\n'

it('reads the files of the root module, and of the modules of the repository that it calls', async () => {
  write('infra/main.tf', 'module "a" {\n  source = "../modules/a"\n}\nmodule "x" {\n  source = "x/y/z"\n}\n')
  write('infra/ads.tofu', ads)
  write('infra/more.tf.json', '{"resource": {"appliance_category": {"more": {}}}}')
  write('infra/a_override.tf', ads)
  write('infra/.hidden.tf', ads)
  write('infra/notes.txt', ads)
  write('infra/sub/other.tf', ads)
  write('modules/a/main.tf', 'module "b" {\n  source = "./b/"\n}\n')
  write('modules/a/b/main.tf', `module "again" {\n  source = "../"\n}\n${ads}`)
  const { folder, files, blocks } = await scanConfiguration(root, join(root, 'infra'))
  expect(folder).toBe('infra')
  expect(files).toEqual([
    'infra/ads.tofu',
    'infra/main.tf',
    'infra/more.tf.json',
    'infra/a_override.tf',
    'modules/a/main.tf',
    'modules/a/b/main.tf',
  ])
  expect(blocks.map(({ file, line, labels }) => [file, line, labels.at(-1)])).toEqual([
    ['infra/ads.tofu', 1, 'ads'],
    ['infra/main.tf', 1, 'a'],
    ['infra/main.tf', 4, 'x'],
    ['infra/more.tf.json', undefined, 'more'],
    ['infra/a_override.tf', 1, 'ads'],
    ['modules/a/main.tf', 1, 'b'],
    ['modules/a/b/main.tf', 1, 'again'],
    ['modules/a/b/main.tf', 4, 'ads'],
  ])
})

it('follows no links, and nothing out of the repository', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'outside-'))
  try {
    writeFileSync(join(outside, 'main.tf'), ads)
    symlinkSync(join(outside, 'main.tf'), join(root, 'linked.tf'))
    symlinkSync(outside, join(root, 'linked'))
    write('main.tf', 'module "a" {\n  source = "./linked"\n}\nmodule "b" {\n  source = "../"\n}\n')
    expect((await scanConfiguration(root, root)).files).toEqual(['main.tf'])
    const all = await textsOfConfigurations(root)
    expect(all.texts.map(({ file }) => file)).toEqual(['main.tf'])
    expect(all.unread).toEqual([{ file: 'linked.tf', why: 'is a link' }])
    expect((await scanConfiguration(join(root, 'infra'), root)).files).toEqual([])
  } finally {
    rmSync(outside, { recursive: true, force: true })
  }
})

it('reads through a root that is a link itself', async () => {
  write('here/main.tf', ads)
  symlinkSync(join(root, 'here'), join(root, 'there'))
  const { files } = await scanConfiguration(join(root, 'there'), join(root, 'there'))
  expect(files).toEqual(['main.tf'])
})

it('leaves out what is too large, or is not JSON', async () => {
  write('broken.tf.json', '{"resource":')
  write('large.tf', `# ${'x'.repeat(16 * 2 ** 20)}\n${ads}`)
  write('main.tf', ads)
  const { files, blocks } = await scanConfiguration(root, root)
  expect(files).toEqual(['broken.tf.json', 'main.tf'])
  expect(blocks).toHaveLength(1)
  expect((await textsOfConfigurations(root)).unread).toEqual([{ file: 'large.tf', why: 'is too large' }])
})

it('has no blocks for a folder that does not exist', async () => {
  expect(await scanConfiguration(root, join(root, 'missing'))).toEqual({
    folder: 'missing',
    files: [],
    blocks: [],
  })
})

it('reads all configurations below a root, but none in hidden folders and installed packages', async () => {
  for (const folder of ['a', 'b/c', 'a/.terraform/modules/x', '.git', 'node_modules/x'])
    write(`${folder}/main.tf`, ads)
  const { texts } = await textsOfConfigurations(root)
  expect(texts.map(({ file }) => file)).toEqual(['a/main.tf', 'b/c/main.tf'])
})

it.each([
  ['a/oslo', true],
  ['b', true],
  ['a', false],
  ['empty', false],
])('knows whether an engine has been initialized in a configuration: %s', async (folder, expected) => {
  write('a/main.tf', ads)
  write('a/oslo/main.tf', ads)
  write('a/oslo/.terraform/environment', 'default')
  write('b/main.tf', ads)
  write('b/.terraform.lock.hcl', '')
  write('empty/.terraform.lock.hcl', '')
  expect(await isInitialized(join(root, folder))).toBe(expected)
})
