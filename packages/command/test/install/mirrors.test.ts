import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeToMirror } from '../../src/install/install'
import { writeNetworkMirror } from '../../src/install/mirror'
import {
  archiveHash,
  executableName,
  type Platform,
  type ProviderPackage,
  packageHash,
  writeArchive,
} from '../../src/install/provider-package'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mirror-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a filesystem mirror', () => {
  it('holds the provider under the names of both registries', async () => {
    const places = await writeToMirror(folder, {
      version: '1.2.3',
      platform: 'linux_amd64',
      files: provider('one'),
    })
    expect(places).toEqual(
      ['registry.terraform.io', 'registry.opentofu.org'].map((registry) =>
        join(folder, registry, 'webfilter/appliance/1.2.3/linux_amd64'),
      ),
    )
    for (const place of places) {
      expect(readFileSync(join(place, 'terraform-provider-appliance_v1.2.3'), 'utf8')).toBe('one')
    }
  })

  it('holds nothing of what was there of the same version and platform, and all else that was there', async () => {
    const other = await writeToMirror(folder, { ...placed('old'), version: '1.2.2' })
    const [place = ''] = await writeToMirror(folder, placed('one'))
    writeFileSync(join(place, 'left-behind'), '')
    await writeToMirror(folder, placed('two'))
    expect(readdirSync(place)).toEqual(['terraform-provider-appliance_v1.2.3'])
    expect(content(place)).toBe('two')
    for (const older of other) expect(existsSync(older)).toBe(true)
  })

  it('takes the place of a folder that something else has unpacked', async () => {
    const place = join(folder, 'registry.terraform.io/webfilter/appliance/1.2.3/linux_amd64')
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'terraform-provider-appliance_v1.2.3'), 'unpacked')
    await writeToMirror(folder, placed('one'))
    expect(content(place)).toBe('one')
  })

  it('leaves the same build alone', async () => {
    const [place = ''] = await writeToMirror(folder, placed('one'))
    const seen = changesIn(place)
    await writeToMirror(folder, placed('one'))
    expect(changesIn(place)).toEqual(seen)
  })

  it.each([
    ['a file that nobody may start', (file: string) => chmodSync(file, 0o644)],
    ['a file of the same size', (file: string) => writeFileSync(file, 'eno')],
    ['no file', (file: string) => rmSync(file)],
    ['a link', (file: string) => replaceByLink(file)],
  ])('repairs a build with %s in it', async (_, damage) => {
    const [place = ''] = await writeToMirror(folder, placed('one'))
    damage(join(place, 'terraform-provider-appliance_v1.2.3'))
    await writeToMirror(folder, placed('one'))
    expect(content(place)).toBe('one')
    const { mode } = lstatSync(join(place, 'terraform-provider-appliance_v1.2.3'))
    expect(mode & 0o170111).toBe(0o100111)
  })

  it('keeps a former build for an hour, and what a killed installation left behind', async () => {
    const [place = ''] = await writeToMirror(folder, placed('one'))
    const former = realpathSync(place)
    const abandoned = mkdtempSync(`${folder}/../.appliance-install-`)
    await writeToMirror(folder, placed('two'))
    expect([content(former), existsSync(abandoned)]).toEqual(['one', true])
    const past = new Date(Date.now() - 3_700_000)
    for (const path of [former, abandoned]) utimesSync(path, past, past)
    await writeToMirror(folder, placed('three'))
    expect([existsSync(former), existsSync(abandoned)]).toEqual([false, false])
    expect(content(place)).toBe('three')
  })

  it('that cannot be written is an error that says what to do', async () => {
    writeFileSync(join(folder, 'file'), '')
    await expect(writeToMirror(join(folder, 'file'), placed('one'))).rejects.toThrow(
      /cannot be written: .*\. Choose another folder with --dir\./,
    )
  })
})

describe('a network mirror', () => {
  const place = () => join(folder, 'registry.opentofu.org/webfilter/appliance')

  it('tells versions, archives and their checksums', async () => {
    const bytes = Buffer.from(writeArchive(provider('one')))
    await writeNetworkMirror(folder, [{ ...placed('one'), bytes }])
    expect(json('index.json')).toEqual({ versions: { '1.2.3': {} } })
    expect(json('1.2.3.json')).toEqual({
      archives: {
        linux_amd64: {
          url: 'terraform-provider-appliance_1.2.3_linux_amd64.zip',
          hashes: [packageHash(provider('one')), archiveHash(bytes)],
        },
      },
    })
    expect(
      readFileSync(join(place(), 'terraform-provider-appliance_1.2.3_linux_amd64.zip')).equals(bytes),
    ).toBe(true)
  })

  it('keeps other versions and platforms, also those that something else has written', async () => {
    await writeNetworkMirror(folder, [one('1.2.2', 'linux_amd64'), one('1.2.3', 'linux_amd64')])
    writeFileSync(
      join(place(), '1.2.3.json'),
      '{"archives":{"linux_amd64":{"url":"https://elsewhere.example/a.zip"}}}',
    )
    await writeNetworkMirror(folder, [one('1.2.3', 'darwin_arm64')])
    expect(json('index.json')).toEqual({ versions: { '1.2.2': {}, '1.2.3': {} } })
    expect(json('1.2.3.json')).toEqual({
      archives: {
        darwin_arm64: expect.objectContaining({ url: 'terraform-provider-appliance_1.2.3_darwin_arm64.zip' }),
        linux_amd64: { url: 'https://elsewhere.example/a.zip' },
      },
    })
  })

  it('is not written over files of something else', async () => {
    await writeNetworkMirror(folder, [one('1.2.3', 'linux_amd64')])
    writeFileSync(join(place(), 'index.json'), '{"pages":[]}')
    await expect(writeNetworkMirror(folder, [one('1.2.4', 'linux_amd64')])).rejects.toThrow(
      /index\.json is not a file of a network mirror\. Move it, or choose another folder\./,
    )
  })

  function json(name: string): unknown {
    return JSON.parse(readFileSync(join(place(), name), 'utf8'))
  }
})

function placed(text: string) {
  return { version: '1.2.3', platform: 'linux_amd64', files: provider(text) } as const
}

function content(place: string): string {
  return readFileSync(join(place, 'terraform-provider-appliance_v1.2.3'), 'utf8')
}

/** Which files a folder and the link to it are, and when they changed. */
function changesIn(place: string): readonly unknown[] {
  const paths = [place, ...readdirSync(place).map((name) => join(place, name))]
  return paths.map((path) => lstatSync(path)).map(({ ino, ctimeMs }) => [ino, ctimeMs])
}

function replaceByLink(file: string): void {
  renameSync(file, `${file}-elsewhere`)
  symlinkSync(`${file}-elsewhere`, file)
}

function one(version: string, platform: Platform) {
  const files = provider(`${version} ${platform}`)
  return { version, platform, files, bytes: writeArchive(files) }
}

function provider(content: string): ProviderPackage {
  return new Map([
    [executableName('1.2.3', 'linux_amd64'), { content: Buffer.from(content), executable: true }],
  ])
}
