import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engineEnvironment, mirror } from '../../engine/environment'

const foreign = {
  TF_LOG: 'TRACE',
  APPLIANCE_TOKEN: 'of another appliance',
  NODE_OPTIONS: '--no-warnings',
  npm_lifecycle_event: 'test',
  HTTPS_PROXY: 'http://proxy.example.org',
  no_proxy: '*',
}
const before = { ...process.env }
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'engine-'))
  Object.assign(process.env, foreign, { COLUMNS: '80' })
})

afterEach(() => {
  rmSync(folder, { recursive: true })
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
})

describe('the environment of the engine', () => {
  it('inherits everything except the settings that would control it', async () => {
    const environment = await engineEnvironment(folder)
    for (const name of Object.keys(foreign)) expect(environment).not.toHaveProperty(name)
    expect(environment).toMatchObject({ COLUMNS: '80', PATH: process.env.PATH })
  })

  it('contains the given variables, whatever they control', async () => {
    expect(await engineEnvironment(folder, { TF_LOG: 'INFO', HTTPS_PROXY: '' })).toMatchObject({
      TF_LOG: 'INFO',
      HTTPS_PROXY: '',
    })
  })

  it.each([
    ['the mirror of the build', undefined, `path = ${JSON.stringify(mirror)}`],
    ['what is given', 'direct {}', 'direct {}'],
  ])('leads to %s', async (_, installation, expected) => {
    const { TF_CLI_CONFIG_FILE: file = '' } = await engineEnvironment(folder, {}, installation)
    expect(readFileSync(file, 'utf8')).toContain(expected)
  })
})
