import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromArchiveName, readArchive } from '@webfilter/appliance-command/install/provider-package'
import { releaseFiles } from '../../scripts/release/release-files'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const provider = { content: Buffer.from('x'), executable: true }
const files = [
  ...releaseFiles(
    '1.2.3',
    new Map([
      ['windows_amd64', new Map([['terraform-provider-appliance_v1.2.3.exe', provider]])],
      ['linux_arm64', new Map([['terraform-provider-appliance_v1.2.3', provider]])],
    ]),
    [{ name: 'terraform-provider-appliance_1.2.3_sbom.cdx.json', content: Buffer.from('{}') }],
  ),
]

describe('the files of a release', () => {
  it('have the names that registries require', () => {
    expect(files.map(({ name }) => name)).toEqual([
      'terraform-provider-appliance_1.2.3_linux_arm64.zip',
      'terraform-provider-appliance_1.2.3_windows_amd64.zip',
      'terraform-provider-appliance_1.2.3_manifest.json',
      'terraform-provider-appliance_1.2.3_sbom.cdx.json',
      'terraform-provider-appliance_1.2.3_SHA256SUMS',
    ])
    expect(fromArchiveName(files[0]?.name ?? '')).toEqual({ version: '1.2.3', platform: 'linux_arm64' })
  })

  it('say which protocol the provider speaks', () => {
    const manifest = files.find(({ name }) => name.endsWith('_manifest.json'))
    expect(JSON.parse(String(Buffer.from(manifest?.content ?? [])))).toEqual({
      version: 1,
      metadata: { protocol_versions: ['6.0'] },
    })
  })

  it('contain the provider of their platform', () => {
    expect([...readArchive(files[1]?.content ?? new Uint8Array())].map(([path]) => path)).toEqual([
      'terraform-provider-appliance_v1.2.3.exe',
    ])
  })

  it('are all covered by the checksums, except the file of checksums', () => {
    writeFiles()
    const output = execFileSync('sha256sum', ['--check', 'terraform-provider-appliance_1.2.3_SHA256SUMS'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(output.trim().split('\n')).toEqual(files.slice(0, -1).map(({ name }) => `${name}: OK`))
  })
})

function writeFiles(): void {
  for (const { name, content } of files) writeFileSync(join(folder, name), content)
}
