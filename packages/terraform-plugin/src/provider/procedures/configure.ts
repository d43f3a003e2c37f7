import type { RequestOf, ResponseOf } from '../../protocol/service'
import type { Attributes } from '../../schema/attribute'
import type { Path } from '../../values/path'
import { containsUnknown } from '../../values/unknown'
import { validateValues } from '../checks/validate-values'
import type { ProviderDefinition } from '../definition'
import { Diagnostics } from '../diagnostics'
import { readObject } from '../dynamic-value'
import { raiseThrown } from '../failures'
import type { Session } from '../session'
import { fillFromEnvironment, variableBehind } from './environment'

type Request = RequestOf<'ConfigureProvider'>
type Response = ResponseOf<'ConfigureProvider'>

/** Makes the provider ready for one run. Values that are absent come from the environment where the schema says so. */
export async function configureProvider<ProviderData extends object>(
  provider: ProviderDefinition<Attributes, ProviderData>,
  request: Request,
  session: Session<ProviderData>,
): Promise<Response> {
  const diagnostics = new Diagnostics()
  try {
    const written = await readObject(provider.attributes, request.config)
    const config = await fillFromEnvironment(provider.attributes, written, process.env)
    if (containsUnknown(config)) {
      await session.begin('not known yet')
      return {}
    }
    const variableOf = (path: Path) => variableBehind(provider.attributes, written, path)
    await validateValues(provider.attributes, config, {
      diagnostics,
      writeOnlyAllowed: true,
      variableOf,
      isQuoted: true,
    })
    if (!diagnostics.hasErrors) {
      const { terraformVersion } = request
      await session.begin(
        await provider.configure({ config, variableOf, diagnostics, log: session.log, terraformVersion }),
      )
    }
  } catch (error) {
    raiseThrown(
      error,
      { doing: `Could not configure the provider "${provider.name}"`, where: provider.name },
      diagnostics,
    )
  }
  return { diagnostics: diagnostics.toWire() }
}
