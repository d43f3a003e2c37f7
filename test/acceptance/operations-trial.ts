import type { EmulatorOptions } from '@webfilter/appliance-emulator'
import { Trial } from './trial'

type Directory = NonNullable<EmulatorOptions['directory']>

/** An appliance whose directory service runs, for orders to it: each request is sent twice at the most. */
export function operationsTrial(
  list: 'older' | 'autonomous' = 'older',
  durations: Directory['durations'] = { restart: 50, import: 50, backup: 20 },
  host: 'open' | 'attached' = 'open',
): Promise<Trial> {
  return Trial[host]({ list, directory: { service: 'running', durations } }, { APPLIANCE_RETRIES: '1' })
}
