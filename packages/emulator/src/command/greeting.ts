import type { Emulator } from '../emulator'
import type { EmulatorCommandOptions } from './options'

/** What a started emulator prints: where it listens, and how to point the provider at it. Never the token. */
export function greeting(emulator: Emulator, options: EmulatorCommandOptions): string {
  const endpoints = endpointsOf(emulator)
  const lines = [
    'The emulated appliance is listening:',
    ...table(listenersOf(emulator, options)),
    ...table([
      ['token', options.token ? 'required (not shown)' : 'not required'],
      ['data', data(options, emulator.store.categories().length)],
    ]),
    '',
    'For Terraform:',
    '  provider "appliance" {',
    '    endpoints = {',
    ...endpoints.map(([area, url]) => `      ${area.padEnd(17)} = { url = "${url}" }`),
    '    }',
    '  }',
    '',
    'Or for the environment:',
    ...endpoints.map(([area, url]) => `  export APPLIANCE_${area.toUpperCase()}_URL=${shellWord(url)}`),
    ...(options.token ? ['  export APPLIANCE_TOKEN=…   # the token that you gave the emulator'] : []),
    '',
    'Stop with Ctrl-C.',
  ]
  return `${lines.join('\n')}\n`
}

type Row = readonly [name: string, value: string, remark?: string]

function listenersOf(
  { urls, directory, records }: Emulator,
  options: EmulatorCommandOptions,
): readonly Row[] {
  const oneSite = options.generation === 'autonomous' ? 'no route' : 'GET /categories/[ID]/[sitename]'
  return [
    ['categories', urls.categories, `${routes(options)}; website analysis`],
    ['older add', urls.legacy, oneSite],
    ['base', urls.base, 'certificates and network'],
    [
      'records',
      urls.records,
      `record databases ${records
        .databases()
        .map(({ index }) => index)
        .join(', ')}`,
    ],
    ...(urls.directory
      ? [['directory', urls.directory, `user directory, ${directory.service.phase}`] as const]
      : []),
    ...(urls.control ? [['control', urls.control, 'faults, journal, state'] as const] : []),
  ]
}

function table(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([, value]) => value.length))
  return rows.map(
    ([name, value, remark]) =>
      `  ${name.padEnd(12)} ${remark === undefined ? value : `${value.padEnd(width)}   ${remark}`}`,
  )
}

/** The provider's name of each area, and where it is. */
function endpointsOf({ urls }: Emulator): readonly (readonly [area: string, url: string])[] {
  return [
    ['categories', urls.categories],
    ['categories_legacy', urls.legacy],
    ['certificates', urls.base],
    ['network', urls.base],
    ['analysis', urls.categories],
    ['records', urls.records],
    ...(urls.directory === undefined ? [] : [['directory', urls.directory] as const]),
  ]
}

/** A path may hold what a shell would read otherwise. */
function shellWord(text: string): string {
  return /^[\w./:@%+,=[\]-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

function routes({ generation, list }: EmulatorCommandOptions): string {
  if (generation !== 'both') return `${generation} routes`
  return `older and autonomous routes, ${list} list`
}

function data({ data: file }: EmulatorCommandOptions, categories: number): string {
  return file === undefined
    ? 'in memory only'
    : `${file} (${categories} ${categories === 1 ? 'category' : 'categories'})`
}
