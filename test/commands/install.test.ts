import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import {
  executableName,
  type Platform,
  packageHash,
  platformOf,
  scriptPackage,
  writeArchive,
} from '@webfilter/appliance-command/install/provider-package'
import packageJson from '../../package.json'

const { version } = packageJson
const command = resolve(__dirname, 'appliance.cjs')
/** Where Linux says ENOENT to who makes a folder, though the folder above is there. */
const unmakeable = '/proc/mirror'
const here = platformOf(process.platform, process.arch)

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'home-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

describe('appliance install', () => {
  it('prints the block alone on its standard output', () => {
    const { status, stdout, stderr } = run('install')
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: `terraform {
  required_providers {
    appliance = {
      source  = "webfilter/appliance"
      version = "${version}"
    }
  }
}
`,
    })
    expect(stderr).toContain(`The provider ${version} for ${here} is installed:`)
    expect(stderr).not.toContain('provider_installation')
  })

  it('installs the very files of the release for systems where it is a script', async () => {
    run('install', '--dir', join(home, 'mirror'))
    const place = join(home, 'mirror/registry.terraform.io/webfilter/appliance', version, here)
    const release = await scriptPackage(resolve(__dirname, '../../dist/provider'), version)
    expect(packageHash(await scriptPackage(place, version))).toBe(packageHash(release))
    expect(existsSync(join(place, executableName(version, here)))).toBe(true)
  })

  it('says what a chosen folder needs', () => {
    const { stderr } = run('install', '--dir', join(home, 'mirror'))
    expect(stderr).toContain('Specify the folder in the CLI configuration')
    expect(stderr).toContain(`path    = "${join(home, 'mirror')}"`)
  })

  it('leaves a CLI configuration alone that hides the folder, and says so', () => {
    const file = join(home, '.terraformrc')
    writeFileSync(file, 'provider_installation {\n  direct {}\n}\n')
    const { status, stderr } = run('install')
    expect(status).toBe(0)
    expect(stderr).toContain(
      `Terraform and OpenTofu do not find it yet: ${file} has a provider_installation block`,
    )
    expect(readFileSync(file, 'utf8')).toBe('provider_installation {\n  direct {}\n}\n')
  })

  it('takes an archive in place of the script', () => {
    const file = archive(here, provider(here))
    expect(run('install', file, '--dir', join(home, 'mirror')).status).toBe(0)
    const place = join(home, 'mirror/registry.terraform.io/webfilter/appliance', version, here)
    expect(readdirSync(place)).toEqual([executableName(version, here)])
  })

  it.each([
    ['install', '--dir', ''],
    ['mirror', ' '],
  ])('refuses an empty name of a folder: %s', (...words) => {
    const { status, stdout, stderr } = run(...words)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain('Specify a folder, or write . for the current one.')
  })

  it('refuses a folder that the system makes no folders in', () => {
    const { status, stdout, stderr } = run('install', '--dir', unmakeable)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/cannot be written: .*\. Choose another folder with --dir\./)
  })

  it.each([
    [
      'is for another system',
      () => archive('plan9_mips', provider('plan9_mips')),
      `is for plan9_mips, but this machine is ${here}.`,
    ],
    [
      'holds no provider',
      () => archive(here, new Map()),
      `does not contain provider ${version}. Download it again.`,
    ],
    ['is no archive', () => broken(), 'cannot be unpacked'],
    ['has another name', () => join(home, 'provider.zip'), 'Give it the name that it has in the release.'],
    ['is not there', () => join(home, `terraform-provider-appliance_1.0.0_${here}.zip`), 'cannot be read'],
  ])('refuses an archive that %s', (_, make, reason) => {
    const { status, stdout, stderr } = run('install', make())
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain(reason)
  })
})

describe('appliance mirror', () => {
  it('writes the script for all systems that run it', () => {
    const { status, stdout } = run('mirror', join(home, 'mirror'))
    expect(status).toBe(0)
    for (const platform of ['darwin_amd64', 'darwin_arm64', 'linux_amd64', 'linux_arm64']) {
      expect(stdout).toContain(`  ${platform}, version ${version}\n`)
    }
    const place = join(home, 'mirror/registry.terraform.io/webfilter/appliance')
    const { archives } = JSON.parse(readFileSync(join(place, `${version}.json`), 'utf8'))
    expect(Object.keys(archives)).toEqual(['darwin_amd64', 'darwin_arm64', 'linux_amd64', 'linux_arm64'])
  })

  it('names the archive that cannot be unpacked, and the folder that cannot be written', () => {
    const damaged = run('mirror', join(home, 'mirror'), broken())
    expect([damaged.status, damaged.stderr]).toEqual([
      1,
      expect.stringContaining(`_${here}.zip cannot be unpacked`),
    ])
    writeFileSync(join(home, 'file'), '')
    for (const folder of [join(home, 'file', 'mirror'), unmakeable]) {
      const { status, stderr } = run('mirror', folder)
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/cannot be written: .* Choose another folder\./),
      ])
    }
  })

  it('says where its help is to who gives what it does not take', () => {
    for (const command of ['install', 'mirror', 'review', 'emulator']) {
      expect(run(command, '--wrong').stderr).toContain('Run it with --help')
    }
  })

  it('refuses a file that is no archive of a release', () => {
    writeFileSync(join(home, 'a.zip'), '')
    const { status, stderr } = run('mirror', join(home, 'mirror'), join(home, 'a.zip'))
    expect(status).toBe(1)
    expect(stderr).toContain('Give it the name that it has in the release.')
  })
})

function run(...words: readonly string[]) {
  return spawnSync(process.execPath, [command, ...words], {
    cwd: home,
    env: { HOME: home, PATH: process.env.PATH },
    encoding: 'utf8',
    // Less than that of the test, so that a command that hangs is told as one that did not end well.
    timeout: 20_000,
  })
}

function provider(platform: Platform): Parameters<typeof writeArchive>[0] {
  const content = Buffer.from('another one')
  return new Map([[executableName(version, platform), { content, executable: true }]])
}

function archive(platform: string, files: Parameters<typeof writeArchive>[0]): string {
  const file = join(home, `terraform-provider-appliance_${version}_${platform}.zip`)
  writeFileSync(file, writeArchive(files))
  return file
}

function broken(): string {
  const file = join(home, `terraform-provider-appliance_${version}_${here}.zip`)
  writeFileSync(file, 'no zip')
  return file
}
