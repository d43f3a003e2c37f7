import { PlanError, readPlan } from '../../src/plan/plan'
import { categoryChange, changeOf, planText } from '../review/plans'
import { linesOf, reviewed } from '../review/review-of'

describe('a plan', () => {
  it('is read with its managed resources', () => {
    const data = changeOf('data.appliance_categories.all', null, {}, { mode: 'data' })
    const plan = readPlan(planText([categoryChange('ads', null, ['a.example']), data]))
    expect(plan.changes.map(({ address }) => address)).toEqual(['appliance_category.ads'])
  })

  it.each([
    ['nothing', ' \n', 'The plan is empty'],
    ['a plan that was cut off', planText([]).slice(0, -5), 'incomplete or damaged'],
    ['an empty state', '{"format_version": "1.0"}', 'An empty state looks like this'],
    [
      'a preview of Pulumi',
      '{"config": {}, "steps": [{"op": "create", "urn": "urn:pulumi:dev::a::b::c"}], "duration": 7, "changeSummary": {"create": 1}}',
      'This is a preview of Pulumi, not a plan',
    ],
    [
      'a plan that Pulumi saved',
      '{"manifest": {"time": "2026-11-24T10:00:00Z"}, "resourcePlans": {}}',
      'This is a preview of Pulumi, not a plan',
    ],
    ['the schemas of providers', '{"format_version": "1.0", "provider_schemas": {}}', 'schemas of providers'],
    [
      'a review',
      '{"format_version": "1.0", "outcome": "nothing", "verdict": "Nothing to do.", "changes": []}',
      'a report of this command',
    ],
    [
      'what `validate` prints',
      '{"format_version": "1.0", "valid": true}',
      'neither planned values nor changes',
    ],
    [
      'a plan without its content',
      '{"format_version": "1.2", "complete": true}',
      'neither planned values nor',
    ],
    ['one message', '{"@level":"info","type":"version"}', 'messages'],
    ['text', 'Terraform will perform', 'neither a saved plan nor JSON. Specify the file of `plan -out`'],
    ['another document', '{"a": 1}', 'has no format_version'],
    ['a list', '[1]', 'has no format_version'],
    ['a format to come', '{"format_version": "2.0"}', 'format 1'],
    ['a state', '{"format_version": "1.0", "values": {"root_module": {}}}', 'a state'],
    ['messages', '{"@level":"info"}\n{"@level":"info"}', 'messages'],
    [
      'a change without an address',
      '{"format_version": "1.2", "resource_changes": [{}]}',
      'resource_changes.0',
    ],
    ['a plan that failed', planText([], { errored: true }), 'The plan failed'],
  ])('is not %s', (_, text, said) => {
    expect(() => readPlan(text)).toThrow(PlanError)
    expect(() => readPlan(text)).toThrow(said)
  })

  it('may stand behind what OpenTofu prints of its own settings', () => {
    const warning = '\nWarning: Unable to open CLI configuration file\n\nThe file "/x" does not exist.\n'
    expect(readPlan(`${warning}${planText([])}\n`).changes).toEqual([])
    expect(() => readPlan(warning)).toThrow('neither a saved plan nor JSON')
  })

  it('may have no resource at all, and may have been cut down to its changes', () => {
    expect(readPlan('{"format_version": "1.2", "planned_values": {}}')).toMatchObject({
      changes: [],
      drift: [],
    })
    expect(readPlan('{"format_version": "1.2", "resource_changes": []}')).toMatchObject({ changes: [] })
  })

  it('may be nested deeper than people write, and is refused if nothing writes it so', () => {
    const nested = (modules: number) =>
      `{"format_version":"1.2","resource_changes":[],"configuration":{"root_module":${'{"module_calls":{"[":{"module":'.repeat(modules)}{}${'}}}'.repeat(modules)}}}`
    expect(readPlan(nested(150)).changes).toEqual([])
    const sentence =
      'The JSON of the plan is nested more than 500 levels deep, which neither Terraform nor OpenTofu writes.'
    expect(() => readPlan(nested(20_000))).toThrow(sentence)
    const values = `{"format_version":"1.2","resource_changes":[],"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    expect(() => readPlan(values)).toThrow(sentence)
  })

  it('is refused without a word of what stands in it', () => {
    const changes = [{ address: 'a', change: { actions: [], before: { password: 'hunter2' } } }]
    const text = JSON.stringify({ format_version: '1.2', resource_changes: changes })
    expect(() => readPlan(text)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    )
  })
})

describe('an action that this release does not know', () => {
  const unknown = (address: string, further: object = {}) =>
    changeOf(address, { name: 'ads' }, { name: 'ads' }, { change: { actions: ['archive'] }, ...further })

  it.each(['resource_changes', 'resource_drift'])('is no plan to review in %s', (property) => {
    const text = planText([], { [property]: [unknown('appliance_category.ads')] })
    expect(() => readPlan(text)).toThrow(PlanError)
    expect(() => readPlan(text)).toThrow(
      'The plan contains the action "archive" for "appliance_category.ads", which this release of the command does not support. Use a newer release',
    )
  })

  it('counts as a change where it is of another provider', async () => {
    const other = unknown('null_resource.x', { provider_name: 'registry.terraform.io/hashicorp/null' })
    const review = await reviewed([other])
    expect(review.outcome).toBe('changes')
    expect(linesOf(review)).toEqual(['~ other providers: 1 resource: null_resource.x'])
  })

  it('is nothing of the review where it only reads, and an error in a mode that is not known', () => {
    const opened = unknown('ephemeral.appliance_token.t', { mode: 'ephemeral', type: 'appliance_token' })
    expect(readPlan(planText([opened])).changes).toEqual([])
    const listed = unknown('list.appliance_category.all', { mode: 'list', type: 'appliance_category' })
    expect(() => readPlan(planText([listed]))).toThrow('a resource of the mode "list"')
  })

  it('shows what it is called as text on one line', () => {
    const text = planText([unknown('appliance_category.a\n\u001b[31m')])
    expect(() => readPlan(text)).toThrow('appliance_category.a\\u{a}\\u{1b}[31m')
  })
})
