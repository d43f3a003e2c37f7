import type { Emulator } from '../emulator/emulator'
import type { EmulatorCommandOptions } from './emulator'

/** What a started emulator prints: where it listens, and how to point the provider at it. Never the token. */
export function greeting({ urls, store }: Emulator, options: EmulatorCommandOptions): string {
  const lines = [
    'An appliance to try things on is listening:',
    `  categories   ${urls.categories}   ${routes(options)}`,
    `  older add    ${urls.legacy}   ${options.generation === 'autonomous' ? 'no route' : 'GET /categories/[ID]/[sitename]'}`,
    ...(urls.control === undefined ? [] : [`  control      ${urls.control}   faults, journal, state`]),
    `  token        ${options.token ? 'required (not shown)' : 'none is asked for'}`,
    `  data         ${data(options, store.categories().length)}`,
    '',
    'For Terraform:',
    '  provider "appliance" {',
    '    endpoints = {',
    `      categories        = { url = "${urls.categories}" }`,
    `      categories_legacy = { url = "${urls.legacy}" }`,
    '    }',
    '  }',
    '',
    'Or for the environment:',
    `  export APPLIANCE_CATEGORIES_URL=${urls.categories}`,
    `  export APPLIANCE_CATEGORIES_LEGACY_URL=${urls.legacy}`,
    ...(options.token ? ['  export APPLIANCE_TOKEN=…   # the token that you gave the emulator'] : []),
    '',
    'Stop with Ctrl-C.',
  ]
  return `${lines.join('\n')}\n`
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
