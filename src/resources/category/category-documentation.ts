import { categoryReleases } from '../../documentation'
import type { ResourceDocumentation } from '../../terraform/provider/definition'

/** How a refresh finds out what is missing: the same for every list of sites. */
export const verificationDocumentation =
  'Each plan asks the appliance for the managed sites, one by one, as it cannot list them; what is missing is planned to be ' +
  'added again. Up to 5,000 sites all are asked for. Of a longer list `verify = "auto"` asks for 2,000, those of the last ' +
  'change first and the others by chance, and compares the number of sites, where the appliance tells it: a number below what ' +
  'is managed, by all lists that share the category, leads to questions for all. `verification` says what was asked. So a sample may miss a drift that leaves the ' +
  'number as it is or where none is told. Of a list of 1,000,000 sites of which 1,000 are missing one plan notices with a ' +
  'chance of 86 %, of 100 missing with 18 %, of 10 missing with 2 %; of 100,000 sites with 100 missing the chance is 87 %. ' +
  'Every night is another sample. `verify = "full"` misses nothing, and takes as many questions as there are sites.'

/** What a destroy cannot do with the older routes. */
export const uncompiledRemovalDocumentation =
  'Where the appliance has the older routes alone and no managed site is left, nothing can compile the removal: it ' +
  'waits for the next compile, and a warning says so.'

/** What the page of `appliance_category` says besides its schema. */
export const categoryDocumentation: ResourceDocumentation = {
  subcategory: 'Categories',

  release:
    `${categoryReleases} With the older routes alone everything works, but only adding compiles. With the autonomous ` +
    'service alone a category must exist already, sites can be added but not taken out, and `on_conflict` must be `keep`. ' +
    'A plan that would take sites out is refused there, also where somebody took them out by hand, as nobody can tell; `on_remove = "keep"` lets go of them.',

  destroy:
    'The appliance cannot delete a category: it stays, and the plan warns of it. With `on_destroy = "remove"` the managed ' +
    'sites are taken out and the category is compiled; sites of others stay. With `on_destroy = "keep"` nothing is sent, ' +
    `and the sites stay active.\n\n${uncompiledRemovalDocumentation}`,

  drift:
    verificationDocumentation +
    '\n\nA category is the same only where number and name fit, as the appliance gives freed numbers to new categories; if it is gone, ' +
    'it is planned to be created again.\n\n' +
    'Sites that others added are not found, since the appliance cannot list them; only `item_count` tells of them, where ' +
    'the appliance tells it. With the autonomous service alone no single site can be asked for: fewer sites than are ' +
    'managed, by all lists that share the category, is drift, and all of them are then added again.',

  import:
    'By the number or by the name of the category. The import brings no sites, as the appliance cannot list them: the next ' +
    'apply asks which of the declared sites are there, adds the others, and manages all of them from then on.',
}
