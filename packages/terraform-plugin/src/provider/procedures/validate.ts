import { typeDeprecated } from '../../diagnostics/entries'
import type { PartialMessage } from '../../protobuf/message'
import type { Diagnostic, DynamicValue } from '../../protocol/tfplugin6'
import type { Attributes } from '../../schema/attribute'
import type { ValidateArguments } from '../arguments'
import { type Validation, validateValues } from '../checks/validate-values'
import { Diagnostics } from '../diagnostics'
import { readObject } from '../dynamic-value'
import { raiseThrown } from '../failures'

interface Validated {
  readonly attributes: Attributes
  readonly deprecated?: string
  validate?(args: ValidateArguments<Attributes>): Promise<void> | void
}

/**
 * Checks a configuration: each attribute by its own rules, then the whole by the author's.
 * @param where what is validated, for messages: `appliance_category`
 * @param how what the host can do, and whether messages quote values
 */
export async function validateConfig(
  definition: Validated,
  where: string,
  config: PartialMessage<DynamicValue> | undefined,
  how: Pick<Validation, 'writeOnlyAllowed' | 'isQuoted'>,
): Promise<{ readonly diagnostics: PartialMessage<Diagnostic>[] }> {
  const diagnostics = new Diagnostics()
  try {
    const values = await readObject(definition.attributes, config)
    if (definition.deprecated) {
      diagnostics.raise(typeDeprecated({ type: where, instead: definition.deprecated }))
    }
    if (values) {
      const shape = await validateValues(definition.attributes, values, { diagnostics, ...how })
      if (shape === 'sound') await definition.validate?.({ config: values, diagnostics })
    }
  } catch (error) {
    raiseThrown(error, { doing: `Could not validate ${where}`, where: where }, diagnostics)
  }
  return { diagnostics: diagnostics.toWire() }
}
