import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { nullElement, runStopped, typeDeprecated } from '../../../src/diagnostics/entries'
import type { ProviderService, RequestOf } from '../../../src/protocol/service'
import { definitionsFor, type InvokeArguments, late } from '../../../src/provider/definition'

import { ProviderError } from '../../../src/provider/diagnostics'

import { schemaAnswer } from '../../../src/provider/schemas'
import { check, string } from '../../../src/schema/builders'

import {
  invokeAsHost,
  planAsHost,
  problemsOfActionSchemas,
  validateWithoutBlockAsHost,
} from '../../../src/testing/host'
import { unknown } from '../../../src/values/value'
import { configured, messages, pack, serve, type TestContext } from '../pretend-terraform'
import { type ServedProvider, servedProvider } from '../served-provider'

const { action } = definitionsFor<TestContext>()

const attributes = {
  target: string({
    required: true,
    description: 'What is saved.',
    validate: check((value) => (value === 'nothing' ? 'Must be something.' : null)),
  }),
  note: string({ optional: true, description: 'Said in between.' }),
}
type Arguments = InvokeArguments<typeof attributes, TestContext>

let served: ServedProvider | undefined
let service: ProviderService
let stop: () => void

afterEach(async () => {
  await served?.close()
  served = undefined
})

/** A provider with one action, as a host reaches it. */
async function backup(
  invoke: (args: Arguments) => Promise<void>,
  more: Partial<Parameters<typeof action<typeof attributes>>[1]> = {},
): Promise<ServedProvider['client']> {
  const definition = action('backup', { description: 'Saves.', attributes, invoke, ...more })
  const provider = serve({}, { actions: [late('backup', async () => definition)] })
  service = provider.service
  stop = provider.stop
  await configured(service)
  served = await servedProvider(service)
  return served.client
}

function asking(config: { target: string | typeof unknown | null; note: string | null } | null) {
  return { actionType: 'test_backup', config: pack(attributes, config).msgpack }
}

const disk = asking({ target: 'disk', note: null })

describe('an action', () => {
  it('is in the schema and in the metadata of its provider, by the rules of hosts', async () => {
    const definition = action('backup', { description: 'Saves.', attributes, invoke: async () => {} })
    const provider = {
      name: 'test',
      description: 'A provider.',
      attributes: {},
      resources: [],
      dataSources: [],
      actions: [definition],
      configure: () => ({ shelf: new Map() }),
    }
    const answer = await schemaAnswer(provider)
    expect(Object.keys(answer.actionSchemas ?? {})).toEqual(['test_backup'])
    expect(problemsOfActionSchemas(answer)).toEqual([])
    await backup(async () => {})
    const none = {} as RequestOf<'GetMetadata'>
    const call = { signal: new AbortController().signal, whenAnswered: setImmediate }
    expect((await service.GetMetadata(none, call)).actions).toEqual([{ typeName: 'test_backup' }])
  })

  it('is done with its configuration, and tells how it goes, each sentence on one line', async () => {
    const client = await backup(async ({ config, shelf, progress }) => {
      progress(`saving ${config.target}\n\u001b[2J twice`)
      await new Promise(setImmediate)
      progress('saved')
      shelf.set(config.target, config.note)
    })
    expect(await invokeAsHost(client, disk)).toEqual({
      progress: ['saving disk [2J twice', 'saved'],
      diagnostics: [],
    })
  })

  it('gets nulls where there is no block config', async () => {
    const seen: unknown[] = []
    const optional = { note: attributes.note }
    const definition = action('backup', {
      description: 'Saves.',
      attributes: optional,
      invoke: async ({ config }) => void seen.push(config),
    })
    const provider = serve({}, { actions: [definition] })
    await configured(provider.service)
    served = await servedProvider(provider.service)
    const withoutBlock = { actionType: 'test_backup', config: Uint8Array.of(0xc0) }
    expect(await planAsHost(served.client, withoutBlock)).toEqual([])
    expect((await invokeAsHost(served.client, withoutBlock)).diagnostics).toEqual([])
    expect(seen).toEqual([{ note: null }])
  })

  it.each([
    [
      'what a person can act on',
      () => new ProviderError(nullElement({ attribute: 'a' }), { path: ['target'] }),
      /An element of a list, set or map is null\nCould not run test_backup: a is null/,
    ],
    [
      'a bug',
      () => new TypeError('x is not a function'),
      /Bug in the provider\nIn test_backup: .*x is not a function/,
    ],
    ['something that is no error', () => undefined, /Bug in the provider/],
  ])('that throws %s ends once, with one diagnostic', async (_, thrown, says) => {
    const client = await backup(async ({ progress }) => {
      progress('half way')
      throw thrown()
    })
    const { progress, diagnostics } = await invokeAsHost(client, disk)
    expect(progress).toEqual(['half way'])
    expect(messages({ diagnostics })).toEqual([expect.stringMatching(says)])
  })

  it('keeps what it warned of, whether it ends well or not', async () => {
    const warned = typeDeprecated({ type: 'test_backup', instead: 'Another.' })
    const well = await backup(async ({ diagnostics }) => diagnostics.raise(warned))
    expect((await invokeAsHost(well, disk)).diagnostics.map(({ severity }) => severity)).toEqual(['warning'])
    await served?.close()
    const badly = await backup(async ({ diagnostics }) => {
      diagnostics.raise(warned)
      throw new ProviderError(runStopped())
    })
    expect((await invokeAsHost(badly, disk)).diagnostics.map(({ severity }) => severity)).toEqual([
      'warning',
      'error',
    ])
  })

  it('that no provider has, or that cannot be loaded, ends with a diagnostic and not with a failure of the call', async () => {
    const client = await backup(async () => {})
    const stranger = { ...disk, actionType: 'test_stranger' }
    expect(messages(await invokeAsHost(client, stranger))).toEqual([
      expect.stringMatching(/does not have test_stranger/),
    ])
    expect(await planAsHost(client, stranger)).toHaveLength(1)
    const validated = await client.provider('ValidateActionConfig', { typeName: 'test_stranger' })
    expect(validated.diagnostics).toHaveLength(1)
  })

  it('whose configuration cannot be read ends with a diagnostic', async () => {
    const client = await backup(async () => {})
    const unreadable = { ...disk, config: Buffer.from('not msgpack') }
    expect((await invokeAsHost(client, unreadable)).diagnostics).toHaveLength(1)
  })

  it('of a provider that is not configured ends with a diagnostic', async () => {
    const definition = action('backup', { description: 'Saves.', attributes, invoke: async () => {} })
    const provider = serve({}, { actions: [definition] })
    served = await servedProvider(provider.service)
    expect(messages(await invokeAsHost(served.client, disk))).toEqual([
      expect.stringContaining('[test:configuration-needed]'),
    ])
  })

  it('is checked when its configuration is validated, and again when values have become known', async () => {
    const invoke = jest.fn(async () => {})
    const client = await backup(invoke)
    const config = asking({ target: 'nothing', note: null })
    const { diagnostics } = await client.provider('ValidateActionConfig', {
      typeName: 'test_backup',
      config: { msgpack: config.config },
    })
    const told = [expect.stringMatching(/target: Must be something/)]
    expect(messages({ diagnostics })).toEqual(told)
    expect(messages({ diagnostics: await planAsHost(client, config) })).toEqual(told)
    expect(messages(await invokeAsHost(client, config))).toEqual(told)
    expect(invoke).not.toHaveBeenCalled()
  })

  it('says nothing of a configuration without values before its plan: Terraform 1.14 and 1.15 would crash without a block', async () => {
    const client = await backup(async () => {}, {
      validate({ diagnostics }) {
        diagnostics.raise(nullElement({ attribute: 'note' }), ['note'])
      },
    })
    const empty = asking({ target: null, note: null })
    await validateWithoutBlockAsHost(client, empty)
    expect(await planAsHost(client, empty)).toHaveLength(1)
    expect((await invokeAsHost(client, empty)).diagnostics).toHaveLength(1)
    const withoutBlock = { ...empty, config: Uint8Array.of(0xc0) }
    expect((await invokeAsHost(client, withoutBlock)).diagnostics).toHaveLength(1)
  })
})

describe('the plan of an action', () => {
  it('refuses what cannot be done, with values that may be unknown', async () => {
    const client = await backup(async () => {}, {
      plan({ config, diagnostics }) {
        if (config.target === unknown) diagnostics.raise(nullElement({ attribute: 'b' }), ['target'])
      },
    })
    expect(await planAsHost(client, disk)).toEqual([])
    const [told] = await planAsHost(client, asking({ target: unknown, note: null }))
    expect(told?.attribute?.steps).toHaveLength(1)
  })

  it('says nothing where there is no block that it could be about: Terraform 1.16 would crash', async () => {
    const plan = jest.fn(() => Promise.reject(new Error('a bug')))
    const client = await backup(async () => {}, { plan })
    expect(await planAsHost(client, { ...disk, config: Uint8Array.of(0xc0) })).toEqual([])
    expect(await planAsHost(client, disk)).toHaveLength(1)
  })

  it('is never deferred, also while the provider is not configured', async () => {
    const seen: unknown[] = []
    const definition = action('backup', {
      description: 'Saves.',
      attributes,
      plan: ({ shelf }) => void seen.push(shelf),
      invoke: async () => {},
    })
    const provider = serve({}, { actions: [definition] })
    served = await servedProvider(provider.service)
    expect(await planAsHost(served.client, disk)).toEqual([])
    expect(seen).toEqual([undefined])
  })
})

describe('an action that is canceled', () => {
  /** Works until it is told to stop, and throws why. */
  const untilStopped = async ({ progress, signal }: Arguments) => {
    progress('waiting')
    await once(signal, 'abort').catch(() => {})
    throw signal.reason
  }

  it('by StopProvider ends once, with one diagnostic', async () => {
    const client = await backup(async (args) => {
      setImmediate(stop)
      await untilStopped(args)
    })
    const { progress, diagnostics } = await invokeAsHost(client, disk)
    expect(progress).toEqual(['waiting'])
    expect(messages({ diagnostics })).toEqual([expect.stringContaining('[test:run-stopped]')])
  })

  it('before it begins does nothing', async () => {
    const invoke = jest.fn(async () => {})
    const client = await backup(invoke)
    stop()
    expect(messages(await invokeAsHost(client, disk))).toEqual([
      expect.stringContaining('[test:run-stopped]'),
    ])
    expect(invoke).not.toHaveBeenCalled()
  })

  it('by the host that hangs up is told so, and its call is under way until it has come to its end', async () => {
    const steps: string[] = []
    const client = await backup(async (args) => {
      try {
        await untilStopped(args)
      } catch (error) {
        // A server that did not wait for it would be closed by then.
        for (let turns = 0; turns < 1_000; turns += 1) await turn()
        steps.push(`ended: ${String(error instanceof Error && error.message)}`)
        throw error
      }
    })
    const events = client.events('InvokeAction', {
      actionType: 'test_backup',
      config: { msgpack: disk.config },
    })
    await events.next()
    await events.return()
    await served?.close()
    steps.push('idle')
    served = undefined
    expect(steps).toEqual(['ended: The client has canceled the call.', 'idle'])
  })
})
