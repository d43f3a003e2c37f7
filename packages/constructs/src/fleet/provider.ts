import type { TerraformStack } from 'cdktf'
import { ApplianceProvider } from '../../bindings/cdktf/provider'
import { isKnownMap } from '../known-values'
import type { FleetApplianceConfig } from './declared'

/** The provider of a stack, with headers by their own names: its class makes `x_api_key` of `X-Api-Key`, an override does not. */
export function providerIn(
  stack: TerraformStack,
  config: FleetApplianceConfig['provider'],
): ApplianceProvider {
  const { headers, ...settings } = config
  if (!isKnownMap(headers)) return new ApplianceProvider(stack, 'appliance', config)
  const provider = new ApplianceProvider(stack, 'appliance', settings)
  provider.addOverride('headers', headers)
  return provider
}
