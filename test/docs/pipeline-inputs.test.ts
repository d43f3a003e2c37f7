import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { pipelineInputsPage } from '../../scripts/docs/pipeline-inputs'

const root = resolve(__dirname, '../..')

describe('the page of the inputs of the pipelines', () => {
  const [ofGithub = '', ofGitlab = ''] = pipelineInputsPage().split('## GitLab CI')
  /** Whether a row has an input or an output of an action or a component. */
  const hasRow = (text: string, name: string, of: string) =>
    text
      .split('\n')
      .some((row) => row.startsWith(`| \`${name}\` |`) && row.split(' | ')[1]?.includes(`\`${of}\``))

  it.each(['apply', 'apply/changes', 'drift', 'drift/issues', 'lint', 'lists', 'review', 'review/comment'])(
    'has every input and output of the action %s',
    async (name) => {
      const { inputs = {}, outputs = {} } = parse(
        await readFile(join(root, 'actions', name, 'action.yml'), 'utf8'),
      )
      const all = [...Object.keys(inputs), ...Object.keys(outputs)]
      expect(all.length).toBeGreaterThan(0)
      expect(all.filter((each) => !hasRow(ofGithub, each, name))).toEqual([])
      expect(ofGithub).toMatch(new RegExp(`^\\| \`${name}\` \\| (contents: read|none)`, 'm'))
    },
  )

  it.each(['apply', 'drift', 'lint', 'lists', 'review'])(
    'has every input of the component %s',
    async (name) => {
      const [first] = parseAllDocuments(await readFile(join(root, 'templates', `${name}.yml`), 'utf8'))
      const inputs = Object.keys(first?.toJS().spec.inputs)
      expect(inputs.length).toBeGreaterThan(0)
      expect(inputs.filter((each) => !hasRow(ofGitlab, each, name))).toEqual([])
    },
  )
})
