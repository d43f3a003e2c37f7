import { stumblesInCode } from '../../scripts/words/code-words'
import { stumblesIn } from '../../scripts/words/lint'

describe('the list of phrases', () => {
  it.each([
    'Where a category of this name is there already, it is adopted: a plan says so.',
    'The request was answered with "…", which means that it failed.',
    'Nobody looked which of 32245 sites other categories hold.',
    'It could not be sent, since no connection came about: connect ECONNREFUSED.',
    'What the configuration says goes first, attribute by attribute.',
    'The provider alone tells its value.',
    'Who may open one that runs may read that token.',
  ])('has something to say to: %s', async (sentence) => {
    expect(await stumblesIn(sentence, '.md')).not.toEqual([])
    expect(await stumblesIn(`export const text = ${JSON.stringify(sentence)}`, '.ts')).not.toEqual([])
  })

  it.each([
    'If a category with this name exists, the resource adopts it, and the plan warns you.',
    'The appliance rejected the request: CERTIFICATE_EXISTS.',
    'Conflicts were not checked for 32,245 sites.',
    'Could not connect: ECONNREFUSED.',
    'Configuration overrides environment variables, per attribute.',
    'This attribute is read-only.',
    'Anyone who can open a pull request that triggers this job can read the token.',
    'What does a plan show? Where is the state?',
  ])('has nothing to say to: %s', async (sentence) => {
    expect(await stumblesIn(sentence, '.md')).toEqual([])
    expect(await stumblesIn(`export const text = ${JSON.stringify(sentence)}`, '.ts')).toEqual([])
  })
})

describe('in code', () => {
  it('reads strings, templates, and what is joined of them', async () => {
    const value = '$' + '{one}'
    const code = [
      "const one = 'the appliance ' +",
      "  'tells it'",
      `const two = \`the name ${value} is there \` + 'already'`,
      `const three = \`${value} is there ${value} already\``,
    ].join('\n')
    const found = await stumblesIn(code, '.ts')
    expect(found.map(({ line, column }) => [line, column])).toEqual([
      [2, 4],
      [3, 30],
    ])
  })

  it('does not read comments, names and imports', async () => {
    const code = [
      "import { told } from './tells'",
      '// What it tells is there already.',
      'export const tell = told.tells',
    ].join('\n')
    expect(await stumblesIn(code, '.ts')).toEqual([])
  })
})

it('a page is read with its tables and headings, but without its code', async () => {
  const page = '# It tells\n\n| a | It tells |\n|---|---|\n| b | `tells` |\n\n```\ntells\n```\n'
  const found = await stumblesIn(page, '.md')
  expect(found.map(({ line, column }) => [line, column])).toEqual([
    [1, 6],
    [3, 10],
  ])
})

describe('a sentence of a page', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')
  const found = async (page: string) =>
    (await stumblesIn(page, '.md', true)).map(({ line, column }) => [line, column])

  it.each([
    ['with more than 35 words', `Short.\n\nA ${words(35)}.`, [3, 1]],
    ['that stands behind another one', `A short one. A ${words(20)}\n${words(15)}.`, [1, 14]],
    ['in a list', `- One.\n- A ${words(20)}: ${words(15)}.`, [2, 3]],
    ['with code and a link', `A \`b c d\` [${words(17)}](https://example.org) **${words(18)}**.`, [1, 1]],
  ])('is reported: %s', async (_, page, place) => {
    expect(await found(page)).toEqual([place])
  })

  it.each([
    ['of 35 words', `A ${words(34)}.`],
    ['of which code is one word', `A ${words(33)} \`${words(20)}\`.`],
    ['that ends at a colon before a capital letter', `A ${words(20)}: A ${words(20)}.`],
    [
      'before code, a quotation or a parenthesis',
      `A ${words(30)}. \`B\` is. "C" is. (D ${words(30)}.) A ${words(34)}.`,
    ],
    ['in a table and in a block', `| a |\n|---|\n| A ${words(40)} |\n\n\`\`\`\nA ${words(40)}\n\`\`\``],
  ])('is not reported: %s', async (_, page) => {
    expect(await found(page)).toEqual([])
  })

  it('has no limit in code, and only if a limit is asked for', async () => {
    expect(await stumblesIn(`A ${words(40)}.`, '.md')).toEqual([])
  })
})

describe('words of the code', () => {
  it('are found in comments and in what is declared, and not in texts, imports and uses', () => {
    const code = [
      "import { soundsSecret } from './secrets'",
      '// It is areNone.',
      "export const text = 'soundsSecret // areNone'",
      'const areNone = soundsSecret(text)',
      'function one(/** Whether it soundsSecret. */ two: string) {',
      '  // soundsSecret',
      '}',
    ].join('\n')
    expect(stumblesInCode(code).map(({ line, column }) => [line, column])).toEqual([
      [2, 10],
      [4, 7],
      [5, 29],
      [6, 6],
    ])
  })
})
