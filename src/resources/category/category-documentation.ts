import type { ResourceDocumentation } from '../../terraform/provider/definition'

/** What the page of `appliance_category` says besides its schema. */
export const categoryDocumentation: ResourceDocumentation = {
  subcategory: 'Categories',

  release:
    'The older category routes came with release 4.50 Service Pack 5, and with 4.50 Service Pack 4 by hotfix ' +
    '20250605-13; the autonomous service exists from major version 4 on. With the older routes alone everything works, ' +
    'but only adding compiles. With the autonomous service alone a category must exist already, sites can be added but ' +
    'not taken out, and `on_conflict` must be `keep`. A plan that would take sites out is refused there, also where somebody ' +
    'took them out by hand, as nobody can tell; `on_remove = "keep"` lets go of them.',

  destroy:
    'The appliance cannot delete a category: it stays, and the plan warns of it. With `on_destroy = "remove"` the managed ' +
    'sites are taken out and the category is compiled; sites of others stay. With `on_destroy = "keep"` nothing is sent, ' +
    'and the sites stay active.\n\n' +
    'Where the appliance has the older routes alone and no managed site is left, nothing can compile the removal: it ' +
    'waits for the next compile, and a warning says so.',

  drift:
    'Each plan asks the appliance for every managed site. One that is missing is planned to be added again. A category ' +
    'is the same only where number and name fit, as the appliance gives freed numbers to new categories; if it is gone, ' +
    'it is planned to be created again.\n\n' +
    'Sites that others added are not found, since the appliance cannot list them; only `item_count` tells of them, where ' +
    'the appliance tells it. With the autonomous service alone no single site can be asked for: fewer sites than are ' +
    'managed is drift, and all of them are then added again.',

  import:
    'By the number or by the name of the category. The import brings no sites, as the appliance cannot list them: the next ' +
    'apply asks which of the declared sites are there, adds the others, and manages all of them from then on.',
}
