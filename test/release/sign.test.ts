import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { releaseFiles } from '../../scripts/release/release-files'
import { describeWith, isOnPath } from '../lanes/installed'

const script = resolve(__dirname, '../../scripts/release/sign.sh')
const signed = 'terraform-provider-appliance_1.2.3_SHA256SUMS'

let folder: string
let home: string
let key: Readonly<Record<'GPG_PRIVATE_KEY' | 'GPG_FINGERPRINT', string>>

const describeWithGpg = describeWith(
  isOnPath('gpg'),
  'APPLIANCE_REQUIRE_GPG',
  'No gpg is installed: the tests of signatures are skipped.',
)

describeWithGpg('the signing of a release', () => {
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'gpg-'))
    gpg('--passphrase', '', '--quick-generate-key', 'release@example.org', 'rsa2048', 'sign', 'never')
    const [, fingerprint = ''] = /^fpr:+([0-9A-F]+):/m.exec(gpg('--list-keys', '--with-colons')) ?? []
    key = { GPG_PRIVATE_KEY: gpg('--armor', '--export-secret-keys'), GPG_FINGERPRINT: fingerprint }
  })
  afterAll(() => {
    execFileSync('gpgconf', ['--kill', 'all'], { env: { ...process.env, GNUPGHOME: home } })
    rmSync(home, { recursive: true, force: true })
  })

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'release-'))
    mkdirSync(join(folder, 'release'))
    mkdirSync(join(folder, 'temporary'))
    const provider = { content: Buffer.from('x'), executable: true }
    const packages = new Map([
      ['linux_arm64' as const, new Map([['terraform-provider-appliance_v1.2.3', provider]])],
    ])
    for (const { name, content } of releaseFiles('1.2.3', packages)) writeFileSync(file(name), content)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('makes a signature that gpg verifies until a checksum changes, and stores the key nowhere', () => {
    expect(sign(key)).toEqual({ status: 0, errors: expect.stringContaining('Good signature') })
    const verify = () => gpg('--verify', file(`${signed}.sig`), file(signed))
    verify()
    expect(readdirSync(join(folder, 'temporary'))).toEqual([])
    appendFileSync(file(signed), '\n')
    expect(verify).toThrow()
  })

  it.each(['GPG_PRIVATE_KEY', 'GPG_FINGERPRINT'])('fails if %s is empty, as a missing secret is', (name) => {
    expectRefusal(sign({ ...key, [name]: '' }), `${name} is empty.`)
  })

  it('fails if the key does not match the fingerprint or is no key', () => {
    const other = { ...key, GPG_FINGERPRINT: 'A'.repeat(40) }
    expectRefusal(sign(other), 'holds another key than that of GPG_FINGERPRINT')
    expectRefusal(sign({ ...key, GPG_PRIVATE_KEY: 'no key' }), 'gpg did not take GPG_PRIVATE_KEY.')
  })

  it.each(['ed25519', 'nistp256'])('fails with a key that registries do not take: %s', (kind) => {
    gpg('--passphrase', '', '--quick-generate-key', `${kind}@example.org`, kind, 'sign', 'never')
    const listed = gpg('--list-keys', '--with-colons', `${kind}@example.org`)
    const [, fingerprint = ''] = /^fpr:+([0-9A-F]+):/m.exec(listed) ?? []
    const exported = gpg('--armor', '--export-secret-keys', fingerprint)
    expectRefusal(
      sign({ GPG_PRIVATE_KEY: exported, GPG_FINGERPRINT: fingerprint }),
      "neither RSA nor DSA, and Terraform's registries take no other kind. Sign with an RSA key.",
    )
  })

  it('fails without the whole fingerprint', () => {
    const short = { ...key, GPG_FINGERPRINT: key.GPG_FINGERPRINT.slice(-16) }
    expectRefusal(sign(short), 'GPG_FINGERPRINT is not a whole fingerprint.')
  })

  it('fails if a file differs from the build, or was not built', () => {
    appendFileSync(file('terraform-provider-appliance_1.2.3_linux_arm64.zip'), 'more')
    expectRefusal(sign(key), 'computed checksum did NOT match')
    rmSync(file('terraform-provider-appliance_1.2.3_linux_arm64.zip'))
    writeFileSync(file('other.zip'), '')
    expectRefusal(sign(key), 'other.zip is not covered by the checksums.')
  })
})

function sign(environment: Readonly<Record<string, string>>) {
  const { status, stderr } = spawnSync(script, [join(folder, 'release')], {
    env: { ...process.env, TMPDIR: join(folder, 'temporary'), ...environment },
    encoding: 'utf8',
  })
  return { status, errors: stderr }
}

function expectRefusal({ status, errors }: ReturnType<typeof sign>, message: string): void {
  expect(errors).toContain(message)
  expect(status).toBe(1)
  expect(existsSync(file(`${signed}.sig`))).toBe(false)
}

function file(name: string): string {
  return join(folder, 'release', name)
}

function gpg(...words: readonly string[]): string {
  const env = { ...process.env, GNUPGHOME: home }
  return execFileSync('gpg', ['--batch', ...words], { env, encoding: 'utf8', stdio: 'pipe' })
}
