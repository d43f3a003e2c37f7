import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeToMirror } from '../../../src/tools/install/install'
import {
  archiveHash,
  executableName,
  type Platform,
  type ProviderPackage,
  packageHash,
  writeArchive,
} from '../../../src/tools/install/provider-package'
import { writeNetworkMirror } from '../../../src/tools/mirror/mirror'
import { writeOciLayout } from '../../../src/tools/mirror/oci-layout'

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

describe('an OCI image layout', () => {
  it('leads from a tag to the archive of each platform, by the types that OpenTofu asks for', () => {
    const [amd, arm] = [one('1.2.3', 'linux_amd64'), one('1.2.3', 'darwin_arm64')]
    expect(writeOciLayout(folder, [amd, arm])).toEqual(['1.2.3'])
    expect(file('oci-layout')).toEqual({ imageLayoutVersion: '1.0.0' })
    expect(installed('1.2.3', 'linux', 'amd64')).toEqual(amd.bytes)
    expect(installed('1.2.3', 'darwin', 'arm64')).toEqual(arm.bytes)
    expect(installed('1.2.3', 'windows', 'amd64')).toBeUndefined()
  })

  it('keeps other tags and other platforms of the same version, and replaces what is written again', () => {
    writeOciLayout(folder, [one('1.2.2', 'linux_amd64'), one('1.2.3', 'linux_amd64')])
    const foreign = { ...file('index.json'), annotations: { by: 'somebody' } }
    writeFileSync(join(folder, 'index.json'), JSON.stringify(foreign))
    const replaced = { ...one('1.2.3', 'linux_amd64'), bytes: archive('another build') }
    writeOciLayout(folder, [replaced, one('1.2.3', 'darwin_arm64')])
    expect(file('index.json')).toMatchObject({ annotations: { by: 'somebody' } })
    expect(installed('1.2.2', 'linux', 'amd64')).toEqual(one('1.2.2', 'linux_amd64').bytes)
    expect(installed('1.2.3', 'linux', 'amd64')).toEqual(replaced.bytes)
    writeOciLayout(folder, [one('1.2.3', 'windows_amd64')])
    expect(installed('1.2.3', 'linux', 'amd64')).toEqual(replaced.bytes)
    expect(installed('1.2.3', 'darwin', 'arm64')).toEqual(one('1.2.3', 'darwin_arm64').bytes)
  })

  it('is the same for the same archives, in any order and written twice', () => {
    const archives = [one('1.2.3', 'linux_amd64'), one('1.2.3', 'darwin_arm64')]
    writeOciLayout(folder, archives)
    const before = readFileSync(join(folder, 'index.json'))
    writeOciLayout(folder, archives.toReversed())
    expect(readFileSync(join(folder, 'index.json')).equals(before)).toBe(true)
    expect(readdirSync(folder).sort()).toEqual(['blobs', 'index.json', 'oci-layout'])
  })

  it('has a tag without the plus sign, which OpenTofu reads as one', () => {
    const { bytes } = one('1.2.3+local', 'linux_amd64')
    expect(writeOciLayout(folder, [one('1.2.3+local', 'linux_amd64')])).toEqual(['1.2.3_local'])
    expect(installed('1.2.3_local', 'linux', 'amd64')).toEqual(bytes)
  })

  it('writes a damaged archive again, and refuses to build on a damaged index', () => {
    const archives = [one('1.2.3', 'linux_amd64')]
    writeOciLayout(folder, archives)
    writeFileSync(blobPath(digestOf(archives[0]?.bytes)), 'half')
    writeOciLayout(folder, archives)
    expect(installed('1.2.3', 'linux', 'amd64')).toEqual(archives[0]?.bytes)
    const [{ digest = '' } = {}] = file('index.json').manifests
    writeFileSync(blobPath(digest), '{}')
    expect(() => writeOciLayout(folder, archives)).toThrow(
      /is missing or damaged\. Write the layout to an empty/,
    )
  })

  it('is not written over files of something else', () => {
    writeFileSync(join(folder, 'index.json'), '{"pages":[]}')
    expect(() => writeOciLayout(folder, [one('1.2.3', 'linux_amd64')])).toThrow(
      /index\.json is not a file of an OCI image layout\. Move it, or choose another folder\./,
    )
    expect(readdirSync(folder)).toEqual(['index.json'])
  })

  /** The archive for a platform, by the way and the rules of OpenTofu 1.12: undefined if the platform is not offered. */
  function installed(tag: string, os: string, architecture: string): Buffer | undefined {
    const found = file('index.json').manifests.find(
      (each) => each.annotations?.['org.opencontainers.image.ref.name'] === tag,
    )
    if (!found) throw new Error(`there is no tag ${tag}`)
    expect(found.mediaType).toBe('application/vnd.oci.image.index.v1+json')
    const index = JSON.parse(String(blob(found)))
    expect(index).toMatchObject({
      schemaVersion: 2,
      mediaType: found.mediaType,
      artifactType: 'application/vnd.opentofu.provider',
    })
    const target = index.manifests.find(
      ({ artifactType, platform }: Descriptor) =>
        artifactType === 'application/vnd.opentofu.provider-target' &&
        platform?.os === os &&
        platform.architecture === architecture,
    )
    if (!target) return undefined
    expect(target.mediaType).toBe('application/vnd.oci.image.manifest.v1+json')
    const manifest = JSON.parse(String(blob(target)))
    expect(manifest).toMatchObject({
      mediaType: target.mediaType,
      artifactType: 'application/vnd.opentofu.provider-target',
      config: { mediaType: 'application/vnd.oci.empty.v1+json' },
    })
    expect(String(blob(manifest.config))).toBe('{}')
    expect(manifest.layers.map(({ mediaType }: Descriptor) => mediaType)).toEqual(['archive/zip'])
    return blob(manifest.layers[0])
  }

  interface Descriptor {
    readonly mediaType: string
    readonly digest: string
    readonly size: number
    readonly artifactType?: string
    readonly annotations?: Readonly<Record<string, string>>
    readonly platform?: { readonly os: string; readonly architecture: string }
  }

  /** A blob, which has the size and the digest that its descriptor says. */
  function blob({ digest, size }: Descriptor): Buffer {
    const content = readFileSync(blobPath(digest))
    expect([content.length, digestOf(content)]).toEqual([size, digest])
    return content
  }

  function blobPath(digest: string): string {
    return join(folder, 'blobs', digest.replace(':', '/'))
  }

  function digestOf(bytes: Uint8Array = new Uint8Array()): string {
    return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  }

  function file(name: string): { readonly manifests: readonly Descriptor[] } {
    return JSON.parse(readFileSync(join(folder, name), 'utf8'))
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
