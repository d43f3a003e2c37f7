import { schemaAnswer } from '@webfilter/terraform-plugin'
import { problemsOfActionSchemas } from '@webfilter/terraform-plugin/testing'
import { provider } from '../../src/provider'

test('the schemas of the actions keep the rules of hosts', async () => {
  const answer = await schemaAnswer(provider)
  expect(Object.keys(answer.actionSchemas ?? {})).toEqual([
    'appliance_backup_categories',
    'appliance_backup_directory',
    'appliance_compile_category',
    'appliance_restart_directory',
  ])
  expect(problemsOfActionSchemas(answer)).toEqual([])
})
