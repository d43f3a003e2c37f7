import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { guideEntries } from '../../src/tools/explain-code/guide'
import { page, section } from './page'

const introduction =
  'Each error and warning of the provider ends with a code, such as `[appliance:name-taken]`. This page lists all codes with the first line of ' +
  'their message. Each code leads to its causes, and to what you can do. `appliance explain-code CODE` prints the same on a terminal, without a ' +
  'network. A code keeps its meaning in every release, but the wording may change, so match the code in scripts.'

/**
 * The index of the pages of codes.
 * @param folder of the guides, which has those pages
 */
export function codesPage(folder: string): string {
  const names = readdirSync(folder).filter((name) => name.startsWith('codes-'))
  return page(
    { title: 'Codes', pageTitle: 'All codes', subcategory: 'Codes', description: introduction },
    names.sort().map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      const title = /^# (.*)$/m.exec(text)?.[1] ?? name
      const lines = [...guideEntries(text).values()].map(
        ({ code, severity, summary }) => `| [\`${code}\`](${name}#${code}) | ${severity}: ${summary} |`,
      )
      return section(`[${title}](${name})`, ['| Code | Message |', '|---|---|', ...lines.sort()].join('\n'))
    }),
  )
}
