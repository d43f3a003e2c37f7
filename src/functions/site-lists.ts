import { counted } from '@webfilter/appliance-declarations/diagnostics/wording'
import type { Site } from '@webfilter/appliance-names'
import { apparentFormat, ListLines, refuseOtherFormats, UnreadableList } from '@webfilter/site-lists'
import { InvalidArgument, parameter, providerFunction, types } from '@webfilter/terraform-plugin'

import {
  mostInFunction,
  problemList,
  reasonAgainst,
  rejectedNames,
  siteOfEveryService,
  tooLongForFunction,
} from './accepted-sites'

/** Several lists of sites as one list. */
export const mergeSites = providerFunction('merge_sites', {
  summary: 'Several lists of sites as one list without duplicates',
  description:
    'Returns the sites of all lists in their normal form, sorted, each once. A site that several lists contain in different spellings ' +
    'is one site. The order of the lists and of their elements does not change the result.',
  documentation: {
    subcategory: 'Categories',
    meaning: [
      rejectedNames,
      {
        heading: 'Long lists',
        text: 'The lists can have 10,000 elements in total. Use `sites_file` for longer lists.',
      },
    ],
  },
  parameters: {},
  variadic: {
    name: 'lists',
    parameter: parameter(types.listOf(types.string), {
      description:
        'Lists of domains and IPv4 addresses, in any spelling. Without a list, the result is empty.',
    }),
  },
  returns: types.listOf(types.string),
  run(_, lists) {
    refuseLong(lists)
    const sites = new Set<Site>()
    for (const [index, list] of lists.entries()) for (const site of sitesIn(list, index)) sites.add(site)
    return [...sites].sort()
  },
})

function refuseLong(lists: readonly (readonly string[])[]): void {
  let count = 0
  for (const [index, { length }] of lists.entries()) {
    count += length
    if (count <= mostInFunction) continue
    const what = `${counted(count, 'element')}${index > 0 ? ' together with the lists before it' : ''}`
    throw new InvalidArgument(index, tooLongForFunction(what))
  }
}

/** @param argument index of the list among the arguments */
function sitesIn(list: readonly string[], argument: number): readonly Site[] {
  const read = list.map((text) => siteOfEveryService(text))
  const problems = read.flatMap((each, index) => (each.ok ? [] : [`[${index}]: ${each.reason}`]))
  if (problems.length > 0) throw new InvalidArgument(argument, problemList(problems))
  return read.flatMap((each) => (each.ok ? [each.site] : []))
}

/** The sites of a published list, as a list in the configuration. */
export const parseSites = providerFunction('parse_sites', {
  summary: 'Sites of a text in any of the formats of published lists',
  description:
    'Returns the sites of a text in their normal form, sorted, each once. The text can have any of the formats that `sites_file` reads: ' +
    'one site per line, hosts files, browser rules, dnsmasq, unbound and response policy zones. See ' +
    '[List files](../guides/lists.md#list-files).',
  documentation: {
    subcategory: 'Categories',
    meaning: [
      {
        heading: 'Invalid lines',
        text: [
          'By default, the function fails for each line with something that is not a site, such as an exception to a rule, and names the ' +
            'lines. With `"skip"`, it leaves such lines out without a message, and the names below.',
          'The function always fails for a text without any site, such as a failed download. If an empty text is intended, use a condition: ' +
            '`var.text == "" ? [] : provider::appliance::parse_sites(var.text)`.',
        ].join('\n\n'),
      },
      rejectedNames,
      {
        heading: 'Long lists',
        text: 'The text can have 10,000 lines, comments included, and 10,000 sites. Use `sites_file` for longer lists.',
      },
    ],
  },
  parameters: {
    text: parameter(types.string, {
      description: 'Text of the list, such as `file("ads.txt")` or the body of an HTTP response.',
    }),
  },
  variadic: {
    name: 'on_invalid_line',
    parameter: parameter(types.string, {
      description:
        'Optional, at most one argument: `fail` rejects a text with lines that are not sites, `skip` leaves these lines out. Defaults to ' +
        '`fail`.',
    }),
  },
  returns: types.listOf(types.string),
  run({ text }, choices) {
    const onInvalidLine = choiceOf(choices)
    const bytes = Buffer.from(text)
    const { sites, problems } = readText(bytes)
    if (problems.length > 0 && onInvalidLine === 'fail') {
      throw new InvalidArgument('text', `${appearance(bytes)}${problemList(problems, hint)}`)
    }
    if (sites.size === 0) {
      throw new InvalidArgument(
        'text',
        `${appearance(bytes)}it contains no site; check where the text comes from`,
      )
    }
    if (sites.size > mostInFunction) {
      throw new InvalidArgument('text', tooLongForFunction(counted(sites.size, 'site')))
    }
    return [...sites].sort()
  },
})

const hint = 'correct the text, or leave them out with "skip" as the second argument'

function choiceOf(choices: readonly string[]): 'fail' | 'skip' {
  const [choice = 'fail', ...others] = choices
  if (others.length > 0) throw new InvalidArgument(1, 'at most one is allowed; remove the others')
  if (choice === 'fail' || choice === 'skip') return choice
  throw new InvalidArgument(0, 'it must be "fail" or "skip"')
}

/** The sites of a text, and the lines that are not sites. @throws {InvalidArgument} if it is not a text of lines, or is too long */
function readText(bytes: Buffer): {
  readonly sites: ReadonlySet<Site>
  readonly problems: readonly string[]
} {
  refuseNoText(bytes)
  const sites = new Set<Site>()
  const problems: string[] = []
  const lines = new ListLines(bytes)
  while (lines.next()) {
    const { names, leftOut } = lines.names()
    const reasons = leftOut.map(({ reason }) => reason)
    for (const { site } of names) {
      const reason = reasonAgainst(site)
      if (reason === undefined) sites.add(site)
      else reasons.push(`"${site}" ${reason}`)
    }
    for (const reason of reasons) problems.push(`line ${lines.number}: ${reason}`)
  }
  return { sites, problems }
}

function refuseNoText(bytes: Buffer): void {
  try {
    refuseOtherFormats(bytes)
  } catch (error) {
    if (!(error instanceof UnreadableList)) throw error
    throw new InvalidArgument('text', `it ${error.message}; give a text with one site per line`)
  }
  const count = countOfLines(bytes)
  if (count > mostInFunction) throw new InvalidArgument('text', tooLongForFunction(counted(count, 'line')))
}

/** The number of lines. It is checked before the lines are read, because the text can have millions. */
function countOfLines(bytes: Buffer): number {
  const lines = new ListLines(bytes)
  while (lines.next());
  return lines.number
}

/** What the text looks like instead of a list: a failed download is most often an error page. */
function appearance(bytes: Uint8Array): string {
  const format = apparentFormat(bytes)
  return format === undefined ? '' : `it looks like ${format} instead of a list of sites; `
}
