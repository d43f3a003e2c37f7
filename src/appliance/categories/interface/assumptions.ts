import type { Assumption } from '../../assumption'

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Answer of the create route, and when the new category is listed',
    assumed:
      'It is the older envelope; whatever it says, the category was made only if the list has it, within two seconds.',
    ifWrong:
      'The apply fails with an error that says that the category is not listed; the next one adopts it.',
  },
  {
    topic: 'Names of categories',
    assumed:
      'Accents and apostrophes are dropped, ß becomes b and ø becomes o. Names that differ only in these, in letter case or in repeated ' +
      'spaces name one category.',
    ifWrong: 'A plan adopts a category of a similar name, which its warning names.',
  },
  {
    topic: 'Tables of categories',
    assumed:
      'A table is named after the first 20 letters and digits of the name, so that two categories may share one, and their sites.',
    ifWrong: 'A plan warns of a table that is not shared, or does not warn of one that is.',
  },
  {
    topic: 'Answer of the autonomous service for a route that it does not have',
    assumed:
      'It is HTTP status 500 with a page of HTML, so that this answer to the first query means that the older routes are missing.',
    ifWrong:
      'An appliance that failed with that one request is treated as one without the older routes until the run ends.',
  },
  {
    topic: 'Numbers of categories',
    assumed: 'A freed number is given to a new category, so number and name together tell which one it is.',
    ifWrong: 'A category that was renamed in the console is planned to be created again under its old name.',
  },
  {
    topic: 'Answers of the batch, one-site, move, delete and compile routes',
    assumed:
      'They are an envelope with Status true once it is done. Where an answer says neither yes nor no, the sites are asked for; a compile ' +
      'that is answered so counts as begun.',
    ifWrong:
      'The apply warns of the answer and quotes it, or fails with it where the sites are not as they should be.',
  },
  {
    topic: 'Adding a site that is there, and deleting one that is not',
    assumed: 'Both succeed and change nothing, so they are repeated when an answer was lost.',
    ifWrong: 'The apply fails with the text of the appliance; the next plan shows what is there.',
  },
  {
    topic: 'Count in the answer of the autonomous add route',
    assumed:
      'It stands in the text alone, as "N sites added", and counts the lines that were accepted, present ones included.',
    ifWrong: 'Sites that the count does not confirm are asked for one by one, which takes longer.',
  },
  {
    topic: 'How the services write a site',
    assumed:
      'In lower case and in ASCII, without one "www." in front. The older routes change nothing else; the autonomous service drops ' +
      'all of a name up to the first "www.", and stores an address as a number with ".addr" behind.',
    ifWrong: 'The plan after an apply shows sites as missing and adds them again.',
  },
  {
    topic: 'What the older routes make of an address that the autonomous service has stored',
    assumed: 'They know it as it was written or as its number, so they are asked for both, and delete both.',
    ifWrong: 'The plan after an apply shows addresses as missing and adds them again.',
  },
  {
    topic: 'Names that a compile deletes, and names that it never makes active',
    assumed: 'They are the same on every release, so the first are refused, and a plan warns of the second.',
    ifWrong:
      'A site that the appliance would keep is refused, or one is missing in the plan after each apply.',
  },
  {
    topic: 'Answer of the query route for a site that no category holds',
    assumed:
      'It counts 0 categories as the interface document shows it, or it is the answer that random names get that no category can hold.',
    ifWrong: 'The plan fails with an error that quotes the answers; no site is taken for missing.',
  },
  {
    topic: 'When a compile is done',
    assumed:
      'The answer means that it was started; no route tells of its end, so `compiled` says that it was asked for.',
    ifWrong: 'A compile that fails on the appliance later shows nowhere in a plan.',
  },
  {
    topic: 'Compile by the older batch route',
    assumed:
      'It is skipped if the number of sites is what it was at the last compile, so each last compile follows one with another number. It ' +
      'is done when the answer comes, so a name that was added for it can be taken out again.',
    ifWrong:
      'The appliance compiles once more often than it has to; or a category that was emptied keeps its last sites active.',
  },
  {
    topic: 'Compile of an emptied category',
    assumed:
      'No generation compiles an empty category, so a random name below ".invalid" is in it while the last site goes.',
    ifWrong: 'A name that stands for no website was added and taken out for nothing.',
  },
  {
    topic: 'Codes of rpz_action',
    assumed: '0 default, 1 drop, 2 NXDOMAIN, 3 allow, 4 redirect; the number is shown as it is told.',
    ifWrong: 'The number means something else on this release.',
  },
  {
    topic: 'Answer of the backup route',
    assumed: 'It means that the export was started, and each request makes another archive.',
    ifWrong: 'An archive may be missing although the apply succeeded: look in the console.',
  },
]
