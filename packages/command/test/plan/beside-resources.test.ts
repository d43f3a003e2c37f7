import { changeOf } from '../review/plans'
import { linesOf, reviewed } from '../review/review-of'

const appliance = 'registry.terraform.io/webfilter/appliance'

/** As `action_invocations` of a plan has it (Terraform 1.16, jsonplan). */
function invocation(address: string, trigger: object, further: object = {}) {
  const [, type = '', name = ''] = address.split('.')
  return { address, type, name, provider_name: appliance, config_values: {}, ...trigger, ...further }
}

function triggered(resource: string, event: string) {
  return {
    lifecycle_action_trigger: {
      triggering_resource_address: resource,
      action_trigger_event: event,
      action_trigger_block_index: 0,
      actions_list_index: 0,
      on_failure: 'fail',
    },
  }
}

describe('actions that a plan invokes', () => {
  const category = changeOf(
    'appliance_category.ads',
    { name: 'ads', sites: ['a.example'] },
    { name: 'ads', sites: [] },
  )

  it.each([
    ['BeforeCreate', 'before appliance_category.ads is created'],
    ['AfterCreate', 'after appliance_category.ads is created'],
    ['BeforeUpdate', 'before appliance_category.ads is updated'],
    ['AfterUpdate', 'after appliance_category.ads is updated'],
    ['BeforeDestroy', 'before appliance_category.ads is destroyed'],
    ['AfterDestroy', 'after appliance_category.ads is destroyed'],
    ['AfterMidnight', 'by appliance_category.ads (AfterMidnight)'],
  ])('are shown with what triggers them: %s', async (event, said) => {
    const action_invocations = [
      invocation('action.appliance_backup.a', triggered('appliance_category.ads', event)),
    ]
    const review = await reviewed([category], { further: { action_invocations } })
    expect(linesOf(review)).toContain(`~ action action.appliance_backup.a: invoked ${said}`)
    expect(review.changes.find(({ action }) => action === 'invoke')?.addresses).toEqual([
      'action.appliance_backup.a',
      'appliance_category.ads',
    ])
  })

  it.each([
    ['appliance_compile_category', { name: 'news' }, 'compiles category news'],
    ['appliance_compile_category', { id: '250' }, 'compiles category ads'],
    ['appliance_compile_category', { id: '251' }, 'compiles category number 251'],
    ['appliance_compile_category', {}, 'compiles a category that is known after apply'],
    ['appliance_backup_categories', {}, 'archives all category data'],
    ['appliance_backup_directory', {}, 'backs up the user directory'],
    ['appliance_restart_directory', {}, 'restarts the directory service'],
  ])('are shown with their effect: %s %j', async (type, config_values, effect) => {
    const ads = { id: '250', name: 'ads', sites: ['a.example'] }
    const action_invocations = [
      invocation(`action.${type}.a`, { invoke_action_trigger: {} }, { config_values }),
    ]
    const review = await reviewed([changeOf('appliance_category.ads', ads, ads)], {
      further: { action_invocations },
    })
    expect(linesOf(review)).toEqual([`~ action action.${type}.a: invoked from the command line; ${effect}`])
  })

  it('show no sensitive name of a category', async () => {
    const action_invocations = [
      invocation(
        'action.appliance_compile_category.a',
        { invoke_action_trigger: {} },
        { config_values: { name: 'Canary' }, config_sensitive: { name: true } },
      ),
    ]
    const review = await reviewed([], { further: { action_invocations } })
    expect(linesOf(review)).toEqual([
      '~ action action.appliance_compile_category.a: invoked from the command line; compiles category (sensitive)',
    ])
  })

  it('are changes, also where nothing else is, as of a plan that invokes one', async () => {
    const action_invocations = [invocation('action.appliance_backup.a', { invoke_action_trigger: {} })]
    const review = await reviewed([], { further: { action_invocations } })
    expect(review.outcome).toBe('changes')
    expect(linesOf(review)).toEqual(['~ action action.appliance_backup.a: invoked from the command line'])
  })

  it('have one line for each action, however often it is invoked', async () => {
    const action_invocations = ['AfterCreate', 'AfterUpdate', 'AfterUpdate'].map((event) =>
      invocation('action.appliance_backup.a', triggered('appliance_category.ads', event)),
    )
    expect(linesOf(await reviewed([], { further: { action_invocations } }))).toEqual([
      '~ action action.appliance_backup.a: invoked after appliance_category.ads is created and after appliance_category.ads is updated',
    ])
  })

  it('are counted where they are of other providers', async () => {
    const provider_name = 'registry.terraform.io/hashicorp/aws'
    const action_invocations = ['b', 'a'].map((name) =>
      invocation(`action.aws_lambda_invoke.${name}`, { invoke_action_trigger: {} }, { provider_name }),
    )
    const review = await reviewed([], { further: { action_invocations } })
    expect(review.outcome).toBe('changes')
    expect(linesOf(review)).toEqual([
      '~ other providers: 2 invoked actions: action.aws_lambda_invoke.a, action.aws_lambda_invoke.b',
    ])
  })
})
