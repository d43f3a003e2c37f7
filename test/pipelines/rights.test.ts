import { blocksOfYaml, excessiveRights } from '../../scripts/pipelines/rights'

/** A workflow of GitHub with one job. */
const workflow = (permissions: string, step: string, ofWorkflow = 'permissions: {}') =>
  `on: pull_request\n${ofWorkflow}\njobs:\n  plan:\n    ${permissions}\n    steps:\n      - ${step}\n`

const plan = 'run: terraform -chdir=infra/prod plan -out=plan.tfplan'
const review = 'uses: webfilter/terraform-provider-appliance/actions/review@v0.1.0'
const comment = 'uses: webfilter/terraform-provider-appliance/actions/review/comment@v0.1.0'

it.each([
  ['comments', workflow('permissions: { pull-requests: write }', plan), 'may write pull-requests'],
  [
    'comments, by the action',
    workflow('permissions: { pull-requests: write }', review),
    'may write pull-requests',
  ],
  ['may write all', workflow('permissions: write-all', plan), 'has the permissions write-all'],
  ['names no permissions', workflow('name: Plan', plan, 'name: Ours'), 'names no permissions'],
  [
    'has those of its workflow',
    workflow('name: Plan', plan, 'permissions: { contents: write }'),
    'may write contents',
  ],
  [
    'checks for drift',
    workflow('permissions: { issues: write }', 'run: npx --no appliance drift'),
    'may write issues',
  ],
  [
    'writes notes, on GitLab',
    'plan:\n  environment: reports\n  script:\n    - tofu plan\n',
    'has the environment reports',
  ],
  [
    'has the token for notes, on GitLab',
    'plan:\n  variables: { T: $GITLAB_TOKEN }\n  script: terraform plan\n',
    'has GITLAB_TOKEN',
  ],
])('refuse a job that plans and %s', (_, text, problem) => {
  expect(excessiveRights(text)).toEqual([expect.stringContaining(`The job plan plans, and ${problem}`)])
})

it.each([
  ['reads', workflow('permissions: { contents: read }', plan)],
  ['identifies itself to a backend', workflow('permissions: { contents: read, id-token: write }', review)],
  ['has no rights', workflow('name: Plan', plan)],
  ['comments, and plans nothing', workflow('permissions: { pull-requests: write }', comment)],
  ['has no token for notes, on GitLab', 'plan:\n  script: [env -u GITLAB_TOKEN npm ci, terraform plan]\n'],
  ['is no pipeline', '- a list\n'],
])('accept a job that %s', (_, text) => {
  expect(excessiveRights(text)).toEqual([])
})

it('finds the blocks of a page, also in a list', () => {
  expect(
    blocksOfYaml('```yaml\na: 1\n```\n\n- b\n\n  ```yaml\n  c:\n    d: 1\n  ```\n\n```sh\ne\n```\n'),
  ).toEqual(['a: 1\n', 'c:\n  d: 1\n'])
})
