import { impliedMirror } from '../../../src/tools/install/cli-configuration'

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
