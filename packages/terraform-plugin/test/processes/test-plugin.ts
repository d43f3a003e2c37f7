import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { PluginOptions } from '../../src/plugin/plugin-options'
import { servePlugin } from '../../src/plugin/serve-plugin'
import type { ProviderService, ResponseOf } from '../../src/protocol/service'
import { providerService } from '../../src/protocol/tfplugin6'

/** A provider with one resource, `test_echo`, whose values go through unchanged: what the plugin room needs. */
const echoProvider: PluginOptions['provider'] = ({ logger, signal }) => {
  logger.info('The provider is made.')
  signal.addEventListener('abort', () => logger.info('The provider is told to stop.'))
  const service: Partial<ProviderService> = {
    GetProviderSchema: () => ({
      provider: { block: {} },
      resourceSchemas: {
        test_echo: {
          block: { attributes: [{ name: 'value', type: Buffer.from('"string"'), required: true }] },
        },
      },
      serverCapabilities: { planDestroy: true, getProviderSchemaOptional: true },
    }),
    UpgradeResourceState: ({ rawState }) => ({ upgradedState: { json: rawState?.json } }),
    ReadResource: ({ currentState, private: privateData }) => ({
      newState: currentState,
      private: privateData,
    }),
    PlanResourceChange: ({ proposedNewState }) => ({ plannedState: proposedNewState }),
    ApplyResourceChange: ({ plannedState }) => ({ newState: plannedState }),
    /** Its behavior is chosen by the type's name. */
    async ReadDataSource({ typeName }, call) {
      if (typeName === 'test_wait_for_abort') {
        logger.info('waiting')
        await once(call.signal, 'abort').catch(() => {})
        // It takes a while to come to its end, for which the process has to wait.
        await delay(50)
        logger.info('The work has come to an end.')
        const { message, advice } = call.signal.reason
        return { diagnostics: [{ severity: 'error', summary: String(message), detail: String(advice) }] }
      }
      if (typeName === 'test_open') {
        logger.info('waiting')
        await open(process.env.TEST_FILE ?? '')
      }
      if (typeName === 'test_never_end') {
        logger.info('waiting')
        await new Promise(() => {})
      }
      if (typeName === 'test_print') console.log('printed by a library\nin two lines')
      if (typeName === 'test_crash')
        setImmediate(() => Promise.reject(new Error('a mistake that nobody catches')))
      if (typeName === 'test_throw') throw new Error('a mistake in a handler')
      return {}
    },
    async *InvokeAction({ actionType }): AsyncIterable<ResponseOf<'InvokeAction'>> {
      yield { type: { case: 'progress', value: { message: `doing ${actionType}` } } }
      yield { type: { case: 'completed', value: {} } }
    },
  }
  const others = Object.fromEntries(Object.keys(providerService).map((name) => [name, () => ({})]))
  return { ...others, ...service } as ProviderService
}

void servePlugin({ name: 'test', address: 'registry.terraform.io/webfilter/test', provider: echoProvider })
