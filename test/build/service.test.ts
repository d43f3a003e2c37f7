import { resolve } from 'node:path'
import { runInThisContext } from 'node:vm'
import { providerAttributes } from '@webfilter/appliance-declarations/provider-settings'
import { Interruption, Status } from '@webfilter/terraform-plugin/testing'
import { pack, silentLogger } from '../../packages/terraform-plugin/test/provider/pretend-terraform'
import { builtLoader, filesIn } from '../../src/load-built'
import { category } from '../../src/resources/category/category'
import { complete } from '../model/resource-types'

const built = builtLoader(filesIn(resolve(__dirname, '../../dist/provider/late')))

test('the built provider recognizes an interruption from a separately built server', async () => {
  const { createService } = built('service.cjs') as typeof import('../../src/service')
  const service = createService({ logger: silentLogger, signal: new AbortController().signal })
  const settings = complete(providerAttributes, { base_url: 'http://127.0.0.1:1' })
  const call = { signal: new AbortController().signal, whenAnswered() {} }
  await service.ConfigureProvider(
    { config: pack(providerAttributes, settings), terraformVersion: '1.11.4', clientCapabilities: undefined },
    call,
  )
  const state = pack(category.attributes, complete(category.attributes, { name: 'ads' }))
  const reason = new Interruption(Status.deadlineExceeded, 'The deadline has passed.', 'Make the call again.')
  const { diagnostics } = await service.ApplyResourceChange(
    {
      typeName: 'appliance_category',
      priorState: pack(category.attributes, null),
      plannedState: state,
      config: state,
      plannedPrivate: Buffer.alloc(0),
      plannedIdentity: undefined,
      providerMeta: undefined,
    },
    { ...call, signal: AbortSignal.abort(reason) },
  )
  expect(diagnostics?.map(({ detail }) => detail)).toEqual([
    'Could not create appliance_category: The deadline has passed.\n\nMake the call again.\n\n[appliance:call-interrupted]',
  ])
})

test('no rules of languages are loaded with the provider: that takes about as long as the rest of it', () => {
  // What was built runs outside of the context that a test has for itself.
  const asked = jest.spyOn(runInThisContext('Number.prototype') as typeof Number.prototype, 'toLocaleString')
  builtLoader(filesIn(resolve(__dirname, '../../dist/provider/late')))('service.cjs')
  expect(asked).not.toHaveBeenCalled()
})
