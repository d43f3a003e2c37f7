import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
  it('holds the provider under the names of both registries', () => {
    const places = writeToMirror(folder, {
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

  it('holds nothing of what was there of the same version and platform, and all else that was there', () => {
    const other = writeToMirror(folder, { version: '1.2.2', platform: 'linux_amd64', files: provider('old') })
    const [place = ''] = writeToMirror(folder, {
      version: '1.2.3',
      platform: 'linux_amd64',
      files: provider('one'),
    })
    writeFileSync(join(place, 'left-behind'), '')
    writeToMirror(folder, { version: '1.2.3', platform: 'linux_amd64', files: provider('two') })
    expect(readdirSync(place)).toEqual(['terraform-provider-appliance_v1.2.3'])
    expect(readdirSync(join(place, '..'))).toEqual(['linux_amd64'])
    for (const older of other) expect(existsSync(older)).toBe(true)
  })

  it('that cannot be written is an error that says what to do', () => {
    writeFileSync(join(folder, 'file'), '')
    const placed = { version: '1.2.3', platform: 'linux_amd64', files: provider('one') } as const
    expect(() => writeToMirror(join(folder, 'file'), placed)).toThrow(
      /cannot be written: .*\. Choose another folder with --dir\./,
    )
  })
})

describe('a network mirror', () => {
  const place = () => join(folder, 'registry.opentofu.org/webfilter/appliance')

  it('tells versions, archives and their checksums', () => {
    const bytes = archive('one')
    writeNetworkMirror(folder, [{ version: '1.2.3', platform: 'linux_amd64', bytes }])
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

  it('keeps other versions and platforms, also those that something else has written', () => {
    writeNetworkMirror(folder, [one('1.2.2', 'linux_amd64'), one('1.2.3', 'linux_amd64')])
    writeFileSync(
      join(place(), '1.2.3.json'),
      '{"archives":{"linux_amd64":{"url":"https://elsewhere.example/a.zip"}}}',
    )
    writeNetworkMirror(folder, [one('1.2.3', 'darwin_arm64')])
    expect(json('index.json')).toEqual({ versions: { '1.2.2': {}, '1.2.3': {} } })
    expect(json('1.2.3.json')).toEqual({
      archives: {
        darwin_arm64: expect.objectContaining({ url: 'terraform-provider-appliance_1.2.3_darwin_arm64.zip' }),
        linux_amd64: { url: 'https://elsewhere.example/a.zip' },
      },
    })
  })

  it('is not written over files of something else', () => {
    writeNetworkMirror(folder, [one('1.2.3', 'linux_amd64')])
    writeFileSync(join(place(), 'index.json'), '{"pages":[]}')
    expect(() => writeNetworkMirror(folder, [one('1.2.4', 'linux_amd64')])).toThrow(
      /index\.json is not a file of a network mirror\. Move it, or choose another folder\./,
    )
  })

  function json(name: string): unknown {
    return JSON.parse(readFileSync(join(place(), name), 'utf8'))
  }
})

function one(version: string, platform: Platform) {
  return { version, platform, bytes: archive(`${version} ${platform}`) }
}

function archive(content: string): Buffer {
  return Buffer.from(writeArchive(provider(content)))
}

function provider(content: string): ProviderPackage {
  return new Map([
    [executableName('1.2.3', 'linux_amd64'), { content: Buffer.from(content), executable: true }],
  ])
}
