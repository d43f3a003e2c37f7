import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { containsUnknown, isObjectValue, isUnknown, unknown } from '@webfilter/terraform-plugin'
import type { Value } from '@webfilter/terraform-plugin/testing'
import { EngineOnly } from './engine-only'

/**
 * Calls a function of the language.
 * @param folder in which files are
 * @throws {EngineOnly} where the host does not have it
 */
export function call(name: string, values: readonly Value[], folder: string): Value {
  if (values.some(isUnknown)) return unknown
  const called = functions[name]
  if (!called) throw new EngineOnly(`the function ${name}`)
  return called(values, folder)
}

const functions: Readonly<Record<string, (values: readonly Value[], folder: string) => Value>> = {
  toset: ([list]) => [...new Set(listOf(list).map((each) => (isUnknown(each) ? each : String(each))))].sort(),
  tolist: ([list]) => listOf(list),
  tostring: ([value]) => String(value),
  concat: (lists) => lists.flatMap(listOf),
  length: ([value]) => (typeof value === 'string' ? [...value].length : Object.keys(value ?? {}).length),
  merge: (objects) => Object.assign({}, ...objects.filter(isObjectValue)),
  keys: ([object]) => Object.keys(object ?? {}).sort(),
  values: ([object]) =>
    isObjectValue(object)
      ? Object.keys(object)
          .sort()
          .map((key) => object[key] ?? null)
      : [],
  one: ([list]) => listOf(list)[0] ?? null,
  join: ([separator, list]) =>
    containsUnknown(list) ? unknown : listOf(list).map(String).join(String(separator)),
  split: ([separator, text]) => String(text).split(String(separator)),
  upper: ([text]) => String(text).toUpperCase(),
  lower: ([text]) => String(text).toLowerCase(),
  trimspace: ([text]) => String(text).trim(),
  replace: ([text, from, to]) => String(text).replaceAll(String(from), String(to)),
  sort: ([list]) => listOf(list).map(String).sort(),
  sensitive: ([value]) => value ?? null,
  nonsensitive: ([value]) => value ?? null,
  jsonencode: ([value]) => JSON.stringify(value),
  sha256: ([text]) => createHash('sha256').update(String(text)).digest('hex'),
  file: ([path], folder) => readFileSync(resolve(folder, String(path)), 'utf8').normalize('NFC'),
  range: ([end]) => Array.from({ length: Number(end) }, (_, index) => index),
  format: ([pattern, ...values]) => {
    const left = [...values]
    return String(pattern).replaceAll(/%[ds]/g, () => String(left.shift()))
  },
}

function listOf(value: Value | undefined): readonly Value[] {
  if (!Array.isArray(value)) throw new EngineOnly('a list that is none')
  return value
}
