import type { Site } from '@webfilter/appliance-names'
import { InvalidArgument, parameter, providerFunction, types } from '@webfilter/terraform-plugin'
import { counted } from '../diagnostics/wording'

import { aboutForm } from './about-form'
import { mostInFunction, tooLongForFunction } from './list-limit'
import { listed } from './problems'
import { siteOfEveryService } from './site-of-every-service'

/** Lists of sites as one. */
export const mergeSites = providerFunction('merge_sites', {
  summary: 'Several lists of sites as one list without duplicates',
  description:
    'Returns the sites of all lists in their normal form, sorted, each once. A site that several lists contain in different spellings ' +
    'is one site. The order of the lists and of their elements does not change the result.',
  documentation: {
    subcategory: 'Categories',
    meaning: [
      aboutForm,
      {
        heading: 'Long lists',
        text:
          'The lists can have 10,000 elements in total. Use `sites_file` for longer lists: Terraform keeps the arguments and results of ' +
          'functions in memory, and compares and prints the elements of `sites` one by one.',
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

/** @param argument the place of the list among the arguments */
function sitesIn(list: readonly string[], argument: number): readonly Site[] {
  const read = list.map((text) => siteOfEveryService(text))
  const problems = read.flatMap((each, index) => (each.ok ? [] : [`[${index}]: ${each.reason}`]))
  if (problems.length > 0) throw new InvalidArgument(argument, listed(problems))
  return read.flatMap((each) => (each.ok ? [each.site] : []))
}
