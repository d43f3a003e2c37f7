import type { Plan } from './plan'

/**
 * The names of things with numbers, such as the categories of `appliance_categories`, from the data sources that the plan has read. What a
 * data source marks as sensitive is left out.
 *
 * @param types of data sources
 * @param key the attribute with the number, beside which `name` stands
 */
export function namesInData({ data }: Plan, types: RegExp, key: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const { type, values, sensitive_values } of data)
    if (types.test(type)) collect(values, sensitive_values)
  return names

  function collect(value: unknown, sensitive: unknown): void {
    if (typeof value !== 'object' || value === null || sensitive === true) return
    const marks = (attribute: string): unknown =>
      typeof sensitive === 'object' && sensitive !== null ? Reflect.get(sensitive, attribute) : undefined
    const [number, name]: readonly unknown[] = [Reflect.get(value, key), Reflect.get(value, 'name')]
    const isNumber = typeof number === 'string' || typeof number === 'number'
    if (isNumber && typeof name === 'string' && marks('name') !== true) names.set(String(number), name)
    for (const [attribute, each] of Object.entries(value)) collect(each, marks(attribute))
  }
}
