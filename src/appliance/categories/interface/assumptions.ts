import type { Assumption } from '../../assumption'

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Answer of the create route, and when the new category is listed',
    assumed:
      'The answer is the envelope of the older routes. Regardless of what it reports, the category was created only if the category ' +
      'list contains it within two seconds.',
    ifWrong:
      'The apply fails with an error that the category is not listed. The next apply adopts the category.',
  },
  {
    topic: 'Names of categories',
    assumed:
      'The appliance drops accents and apostrophes, and turns ß into b and ø into o. Names that differ only in these, in letter case or ' +
      'in repeated spaces denote the same category.',
    ifWrong: 'The plan adopts a category with a similar name. Its warning shows that name.',
  },
  {
    topic: 'Tables of categories',
    assumed:
      'A table is named after the first 20 letters and digits of the category name, so two categories can share a table and its sites.',
    ifWrong: 'The plan warns about a table that is not shared, or does not warn about one that is.',
  },
  {
    topic: 'Answer of the autonomous service for a route that it does not have',
    assumed:
      'The answer is HTTP status 500 with an HTML page. If the first query gets this answer, the older routes do not exist.',
    ifWrong:
      'If only that one request failed, the provider treats the appliance as one without the older routes until the run ends.',
  },
  {
    topic: 'Numbers of categories',
    assumed:
      'The appliance gives a freed number to a new category, so only the number and the name together identify a category.',
    ifWrong: 'If a category is renamed in the console, the plan creates it again under its old name.',
  },
  {
    topic: 'Answers of the batch, one-site, move, delete and compile routes',
    assumed:
      'The answer is an envelope, whose Status is true if the request was done. If an answer reports neither success nor failure, the ' +
      'provider queries the sites. A compile with such an answer counts as started.',
    ifWrong:
      'The apply warns about the answer and quotes it, or fails and quotes it if the sites are not in the expected state.',
  },
  {
    topic: 'Adding a site that the category contains, and deleting one that it does not',
    assumed: 'Both succeed and change nothing, so the provider repeats them if an answer is lost.',
    ifWrong:
      "The apply fails with the appliance's error text. The next plan shows which sites the category contains.",
  },
  {
    topic: 'Count in the answer of the autonomous add route',
    assumed:
      'Only the text contains the count, as "N sites added". It counts the accepted lines, including sites that the category already ' +
      'contained.',
    ifWrong: 'The provider queries the sites that the count does not confirm one by one, which takes longer.',
  },
  {
    topic: 'How the services write a site',
    assumed:
      'Both write a site in lower case and in ASCII, and drop one leading "www.". The older routes change nothing else. The autonomous ' +
      'service drops everything up to and including the first "www." in a name, and stores an address as a number followed by ".addr".',
    ifWrong: 'The plan after an apply shows sites as missing and adds them again.',
  },
  {
    topic: 'Addresses that the autonomous service stored, in the older routes',
    assumed:
      'The older routes find such an address either as it was written or as its number, so the provider queries both and deletes both.',
    ifWrong: 'The plan after an apply shows addresses as missing and adds them again.',
  },
  {
    topic: 'Names that a compile deletes, and names that it never activates',
    assumed:
      'These names are the same on every release. The provider rejects those that a compile deletes, and the plan warns about those that ' +
      'are never active.',
    ifWrong:
      'The provider rejects a site that the appliance would keep, or the plan after each apply shows a site as missing.',
  },
  {
    topic: 'Answer of the query route for a site that no category contains',
    assumed:
      'The answer counts 0 categories as the interface document shows it, or it matches the answers for random names that no category ' +
      'can contain. Such a match counts only if a site was found in the same run, or if the category counts 0 sites, because queries ' +
      'that all fail match each other, too.',
    ifWrong: 'The plan fails with an error that quotes the answers. No site is treated as missing.',
  },
  {
    topic: 'When a compile is done',
    assumed:
      'The answer means that the compile was started. No route reports its end, so `compiled` says only that a compile was requested.',
    ifWrong: 'If a compile fails on the appliance later, no plan shows it.',
  },
  {
    topic: 'Compile that is skipped',
    assumed:
      'In both generations, the appliance skips a compile if the number of sites is the same as at the last compile of either. If the older ' +
      'routes exist, the provider sends its last compile only after one with a different number, by the older batch route. That compile ' +
      'is done when the answer arrives, so a placeholder name that was added for it can be removed again.',
    ifWrong:
      'The appliance compiles once more than necessary, or the last sites of an emptied category stay active.',
  },
  {
    topic: 'Compile by the autonomous service alone',
    assumed:
      'Without the older routes, the provider only adds sites, so the number of sites differs from that of the last compile unless someone ' +
      'removed as many in the console and did not compile.',
    ifWrong:
      'The appliance skips the compile, and the added sites become active with the next compile of a different number of sites. `compiled` ' +
      'is `true` nevertheless.',
  },
  {
    topic: 'Compile of an emptied category',
    assumed:
      'No generation compiles an empty category, so the category contains a placeholder name, a random name below ".invalid", while its ' +
      'last site is removed.',
    ifWrong: 'The provider adds and removes a placeholder name unnecessarily.',
  },
  {
    topic: 'Codes of rpz_action',
    assumed:
      '0 is default, 1 is drop, 2 is NXDOMAIN, 3 is allow, and 4 is redirect. The provider shows the number that the appliance returns.',
    ifWrong: 'The number means something else on this release.',
  },
  {
    topic: 'Answer of the backup route',
    assumed: 'The answer means that the export was started. Each request creates another archive.',
    ifWrong: 'An archive may be missing although the apply succeeded. Check the console of the appliance.',
  },
]
