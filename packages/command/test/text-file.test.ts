import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keptMessages, planOf } from '../src/base/plan-files'
import { scanConfiguration } from '../src/configuration/scan'
import { loginsIn } from '../src/export/run'
import { reviewSettings } from '../src/findings/settings'
import { readIgnored } from '../src/inventory/ignored'
import { stateTexts } from '../src/inventory/state-files'
import { heldBy, resourcesOf } from '../src/inventory/states'
import { lintLevels } from '../src/lint/rules'
import { readPlan } from '../src/plan/plan'
import { providerSettings } from '../src/provider-settings'
import { decodedText } from '../src/text-file'
import { categoryChange, planText } from './review/plans'

const utf16 = (text: string) => Buffer.from(text, 'utf16le')

/** As editors and shells of Windows write a text. */
const encodings: readonly (readonly [string, (text: string) => Buffer])[] = [
  ['UTF-8', (text) => Buffer.from(text)],
  ['UTF-8 with a byte order mark', (text) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16 of PowerShell', (text) => utf16(`\ufeff${text}`)],
  ['UTF-16 with the high bytes first', (text) => utf16(`\ufeff${text}`).swap16()],
  ['UTF-16 without a byte order mark', utf16],
  ['UTF-16 with the high bytes first, without a byte order mark', (text) => utf16(text).swap16()],
]

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'appliance-text-file-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

interface Reader {
  /** What the command line, or a folder, has it for. */
  readonly of: string
  readonly file?: string
  readonly content: string
  readonly read: (path: string) => Promise<unknown>
  readonly found: unknown
}

const category = { kind: 'category', id: 7, name: 'Größe' } as const
const diagnostic = { severity: 'warning', summary: 'Größe', detail: '', address: 'appliance_category.ads' }
const running = {
  timeout: 1,
  interrupts: { running: new Set<never>(), signal: new AbortController().signal },
}
const settings = '{"findings": {"partial-plan": "off"}, "lint": {"sinkhole": "off"}}'

const readers: readonly Reader[] = [
  {
    of: 'the plan of a review',
    content: planText([categoryChange('Größe', null, ['a.example'])]),
    async read(path) {
      return readPlan(await planOf(path, { engineTimeout: 1 }), {}).changes.map(({ name }) => name)
    },
    found: ['Größe'],
  },
  {
    of: '--messages',
    content: `${JSON.stringify({ '@level': 'warn', type: 'diagnostic', diagnostic })}\n`,
    read: async (path) => (await keptMessages(path))?.messages,
    found: [expect.objectContaining({ summary: 'Größe' })],
  },
  {
    of: '--config of reviews and drift',
    content: settings,
    read: async (path) => (await reviewSettings(path)).levels['partial-plan'],
    found: 'off',
  },
  {
    of: 'the settings in a folder',
    file: '.appliance-review.json',
    content: settings,
    read: async () => (await reviewSettings(undefined, [folder])).levels['partial-plan'],
    found: 'off',
  },
  {
    of: '--config of lint',
    content: settings,
    read: async (path) => (await lintLevels(path)).sinkhole,
    found: 'off',
  },
  {
    of: '--config of doctor, explain and export',
    content: '{"base_url": "https://proxy.example.org"}',
    read: providerSettings,
    found: expect.objectContaining({
      settings: expect.objectContaining({ baseUrl: 'https://proxy.example.org' }),
    }),
  },
  {
    of: '--ignore',
    content: '{"ignore": [{"kind": "category", "name": "Größe", "reason": "a lab", "until": "2027-06-30"}]}',
    read: async (path) => (await readIgnored(path)).map((entry) => entry.reason),
    found: ['a lab'],
  },
  {
    of: '--state',
    content: JSON.stringify({
      version: 4,
      resources: [{ mode: 'managed', type: 'appliance_category', instances: [{ attributes: category }] }],
    }),
    read: async (path) =>
      heldBy((await stateTexts([path], undefined, running)).flatMap(resourcesOf)).hasCategory(category),
    found: true,
  },
  {
    of: '--members',
    content: '# ours\r\njörg\r\n#ann\r\n #\r\n## theirs\r\n#----\r\n\t#\tann\r\n',
    read: loginsIn,
    found: ['jörg', '#ann'],
  },
  {
    of: 'a configuration in JSON',
    file: 'main.tf.json',
    content: '{"resource": {"appliance_category": {"größe": {}}}}',
    read: async () => (await scanConfiguration(folder, folder)).blocks.map(({ labels }) => labels),
    found: [['appliance_category', 'größe']],
  },
]

describe.each(encodings)('A file in %s', (_, encoded) => {
  it.each(readers)('is read as $of', async ({ file = 'file.json', content, read, found }) => {
    const path = join(folder, file)
    writeFileSync(path, encoded(content))
    expect(await read(path)).toEqual(found)
  })
})

describe('A decoded text', () => {
  it('is empty if nothing was written, or only a byte order mark', () => {
    for (const bytes of [[], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]])
      expect(decodedText(Uint8Array.from(bytes))).toBe('')
  })

  it('has replacement characters for what is invalid or was cut off', () => {
    expect(decodedText(Buffer.from('Gr\xf6\xdfe', 'latin1'))).toBe('Gr\ufffd\ufffde')
    expect(decodedText(utf16('\ufeff{}').subarray(0, 5))).toBe('{\ufffd')
  })

  it('keeps a byte order mark behind its begin', () => {
    expect(decodedText(Buffer.from('\ufeff{"a": "\ufeff"}'))).toBe('{"a": "\ufeff"}')
  })

  it('is that of a part of a buffer', () => {
    expect(decodedText(Buffer.from('xx\ufeff{}yy').subarray(2, 7))).toBe('{}')
  })
})
