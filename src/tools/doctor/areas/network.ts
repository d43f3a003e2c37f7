import type { Network } from '../../../appliance/network/network'
import { interfacesRoute } from '../../../appliance/network/network-routes'
import { counted } from '../../../diagnostics/counted'
import { judgeAccess, judgeReading, read } from '../reading'
import type { AreaExamination } from './area-examination'

/** Asks for the network interfaces, which is all that the area tells. */
export async function examineNetwork(
  network: Network,
  hasToken: boolean,
  signal: AbortSignal,
): Promise<AreaExamination> {
  const interfaces = await read(interfacesRoute, () => network.interfaces(signal))
  const route = judgeReading(interfaces, (value) => `${counted(value.length, 'network interface')}.`)
  const access = judgeAccess([interfaces], hasToken)
  return { checks: access ? [access, route] : [route], verdicts: [] }
}
