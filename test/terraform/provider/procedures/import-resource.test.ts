import { configured, messages, serve, unpack } from '../pretend-terraform'
import { attributes, state, thing } from '../thing'

async function imported(more: object) {
  const { service, call } = serve(attributes, { resources: [thing(attributes, more)] })
  await configured(service)
  const request = { typeName: 'test_thing', id: '7', clientCapabilities: undefined, identity: undefined }
  return await service.ImportResourceState(request, call)
}

describe('an import', () => {
  it('takes the state that the resource tells of an id', async () => {
    const importState = async ({ id }: { readonly id: string }) => ({ ...state, id })
    const { importedResources = [], diagnostics } = await imported({ importState })
    expect(diagnostics).toEqual([])
    expect(importedResources.map(({ typeName, state: of }) => [typeName, unpack(attributes, of)])).toEqual([
      ['test_thing', { ...state, id: '7' }],
    ])
  })

  it('is refused where there is nothing to read a state from', async () => {
    const response = await imported({ importState: undefined })
    expect(response.importedResources ?? []).toEqual([])
    expect(messages(response)).toEqual([
      expect.stringMatching(
        /^error: This resource cannot be imported\n.*test_thing.*\[appliance:not-importable\]$/s,
      ),
    ])
  })
})
