import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  filesystemInstallation,
  impliedMirror,
  installationRules,
  whereConfigurationIs,
} from '../../src/install/cli-configuration'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'home-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const mirror = '/data/terraform/plugins'

describe('a CLI configuration', () => {
  it.each(['.terraformrc', '.tofurc', '.terraform.d/mine.tfrc', 'xdg/opentofu/tofurc'])(
    'that says in %s where providers come from hides all other folders',
    async (name) => {
      write(name, 'provider_installation {\n  direct {}\n}\n')
      expect(await rules({ XDG_CONFIG_HOME: join(home, 'xdg') })).toEqual([
        { file: join(home, name), namesFolder: false },
      ])
    },
  )

  it('in JSON hides them too', async () => {
    write('.terraform.d/mine.tfrc.json', '{ "provider_installation": { "direct": {} } }')
    expect(await rules()).toEqual([{ file: join(home, '.terraform.d/mine.tfrc.json'), namesFolder: false }])
  })

  it('that names the folder does not hide it', async () => {
    write('.terraformrc', filesystemInstallation(mirror))
    expect(await rules()).toEqual([{ file: join(home, '.terraformrc'), namesFolder: true }])
  })

  it.each([
    ['names a folder whose name begins alike', filesystemInstallation(`${mirror}-of-old`)],
    ['names the folder in a comment', `provider_installation {\n  direct {}\n}\n# path = "${mirror}"\n`],
  ])('that %s hides it', async (_, text) => {
    write('.terraformrc', text)
    expect(await rules()).toEqual([{ file: join(home, '.terraformrc'), namesFolder: false }])
  })

  it.each([
    ['only says something else', 'plugin_cache_dir = "/cache"\n'],
    [
      'has the block in a comment',
      '# provider_installation {\n// provider_installation {\n/*\nprovider_installation {\n*/\n',
    ],
  ])('that %s hides nothing', async (_, text) => {
    write('.terraformrc', text)
    expect(await rules()).toEqual([])
  })

  it('that the environment names is read alone', async () => {
    write('.terraformrc', 'provider_installation {\n}\n')
    write('other.rc', 'disable_checkpoint = true\n')
    expect(await rules({ TF_CLI_CONFIG_FILE: join(home, 'other.rc') })).toEqual([])
  })

  it.each([
    ['linux', {}, '~/.terraformrc (for OpenTofu ~/.tofurc) unless you chose another file'],
    ['darwin', {}, '~/.terraformrc (for OpenTofu ~/.tofurc) unless you chose another file'],
    ['win32', {}, '%APPDATA%\\terraform.rc (for OpenTofu %APPDATA%\\tofu.rc) unless you chose another file'],
    ['win32', { TF_CLI_CONFIG_FILE: 'C:\\ci\\terraform.rc' }, 'C:\\ci\\terraform.rc'],
  ] as const)('on %s with %j is %s', (system, environment, place) => {
    expect(whereConfigurationIs({ system, home, environment })).toBe(place)
  })

  it('need not be there', async () => {
    expect(await rules()).toEqual([])
  })
})

function write(name: string, text: string): void {
  const file = join(home, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function rules(environment: Readonly<Record<string, string>> = {}) {
  return installationRules({ system: 'linux', home, environment }, mirror)
}

describe('the folder in which engines look for providers', () => {
  it.each([
    ['linux', {}, '/home/ann/.local/share/terraform/plugins'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/terraform/plugins'],
    ['linux', { XDG_DATA_HOME: 'not/absolute' }, '/home/ann/.local/share/terraform/plugins'],
    ['linux', { XDG_DATA_HOME: '' }, '/home/ann/.local/share/terraform/plugins'],
    ['darwin', {}, '/home/ann/Library/Application Support/io.terraform/plugins'],
    ['win32', { APPDATA: 'D:\\Roaming' }, 'D:\\Roaming\\HashiCorp\\Terraform\\plugins'],
  ] as const)('on %s with %j is %s', (system, environment, folder) => {
    expect(impliedMirror({ system, home: '/home/ann', environment })).toBe(folder)
  })
})
