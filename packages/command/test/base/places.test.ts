import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { placesIn } from '../../src/base/places'

let root: string

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'places-')))
  mkdirSync(join(root, 'infra/deep'), { recursive: true })
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('the root of a repository', () => {
  it('is the folder above with .git, which is a file in a work tree', async () => {
    writeFileSync(join(root, '.git'), 'gitdir: elsewhere\n')
    expect(await placesIn(join(root, 'infra/deep'), undefined)).toMatchObject({
      configuration: { folder: 'infra/deep' },
    })
  })

  it('is the one that was chosen', async () => {
    mkdirSync(join(root, '.git'))
    expect(await placesIn(join(root, 'infra/deep'), join(root, 'infra'))).toMatchObject({
      configuration: { folder: 'deep' },
    })
  })

  it('must contain the configuration', async () => {
    await expect(placesIn(join(root, 'infra'), join(root, 'infra/deep'))).rejects.toThrow(
      /is not below the root/,
    )
    await expect(placesIn(join(root, 'infra'), join(root, 'missing'))).rejects.toThrow(/is not a folder/)
  })
})

describe('the file that stands in for a place', () => {
  const standInOf = async (...files: string[]) => {
    mkdirSync(join(root, '.git'))
    for (const file of files) writeFileSync(join(root, 'infra', file), '')
    return (await placesIn(join(root, 'infra'), undefined)).standIn
  }

  it('is main.tf', async () => {
    expect(await standInOf('a.tf', 'main.tf')).toEqual({ file: 'infra/main.tf' })
  })

  it('is another file of the folder', async () => {
    expect(await standInOf('b.tf', 'c.tofu')).toEqual({ file: 'infra/b.tf' })
  })

  it('is the file with the settings if there is no configuration', async () => {
    expect(await standInOf('notes.txt')).toEqual({ file: '.appliance-review.json' })
  })

  it('is cdktf.json for what CDKTF wrote', async () => {
    writeFileSync(join(root, 'cdktf.json'), '{}')
    expect(await standInOf('cdk.tf.json')).toEqual({ file: 'cdktf.json' })
  })
})
