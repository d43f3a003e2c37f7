import { Decimal } from '../../values/numbers'
import { DynamicValue, isUnknown, type ObjectValue, typeToJson } from '../../values/value'

/** A state as it stands in a state's file. */
export function stateJson(state: ObjectValue): string {
  return JSON.stringify(state, (_, value: unknown) => {
    if (isUnknown(value)) return null
    if (value instanceof DynamicValue) return { value: value.value, type: typeToJson(value.type) }
    return typeof value === 'bigint' || value instanceof Decimal ? String(value) : value
  })
}
