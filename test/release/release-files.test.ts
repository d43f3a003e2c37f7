import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { releaseFiles } from '../../scripts/release/release-files'
import { sign } from '../../scripts/release/signature'
import { readArchive } from '../../src/installation/archive'
import { fromArchiveName } from '../../src/installation/provider-address'

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
  ),
]

describe('the files of a release', () => {
  it('are called as registries ask for', () => {
    expect(files.map(({ name }) => name)).toEqual([
      'terraform-provider-appliance_1.2.3_linux_arm64.zip',
      'terraform-provider-appliance_1.2.3_windows_amd64.zip',
      'terraform-provider-appliance_1.2.3_manifest.json',
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

  it('hold the provider of their platform', () => {
    expect([...readArchive(files[1]?.content ?? new Uint8Array())].map(([path]) => path)).toEqual([
      'terraform-provider-appliance_v1.2.3.exe',
    ])
  })

  it('are all but the checksums themselves covered by these', () => {
    writeFiles()
    const output = execFileSync('sha256sum', ['--check', 'terraform-provider-appliance_1.2.3_SHA256SUMS'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(output.trim().split('\n')).toEqual(files.slice(0, -1).map(({ name }) => `${name}: OK`))
  })
})

describe('the signature', () => {
  it('is one that gpg verifies, until a checksum is another one', async () => {
    writeFiles()
    const environment = { ...process.env, GNUPGHOME: folder }
    const gpg = (...words: readonly string[]) =>
      execFileSync('gpg', ['--batch', ...words], {
        cwd: folder,
        env: environment,
        encoding: 'utf8',
        stdio: 'pipe',
      })
    gpg('--passphrase', '', '--quick-generate-key', 'release@example.org', 'rsa2048', 'sign', 'never')
    const [, fingerprint = ''] = /^fpr:+([0-9A-F]+):/m.exec(gpg('--list-keys', '--with-colons')) ?? []

    try {
      const signature = await sign(folder, '1.2.3', fingerprint, environment)
      expect(signature).toBe('terraform-provider-appliance_1.2.3_SHA256SUMS.sig')
      const signed = 'terraform-provider-appliance_1.2.3_SHA256SUMS'
      gpg('--verify', signature, signed)
      writeFileSync(join(folder, signed), 'another one')
      expect(() => gpg('--verify', signature, signed)).toThrow()
      await expect(sign(folder, '1.2.3', 'A'.repeat(40), environment)).rejects.toThrow(
        'Check GPG_FINGERPRINT',
      )
    } finally {
      execFileSync('gpgconf', ['--kill', 'all'], { env: environment })
    }
  })
})

function writeFiles(): void {
  for (const { name, content } of files) writeFileSync(join(folder, name), content)
}
