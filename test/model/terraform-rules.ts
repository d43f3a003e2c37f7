import { containsUnknown, isUnknown, type ObjectValue, providerBug } from '@webfilter/terraform-plugin'
import type { Value } from '@webfilter/terraform-plugin/testing'
import { codeIn } from '../../src/diagnostics/catalogue'

/** The provider did what Terraform refuses, whatever the appliance did. */
export class RuleBroken extends Error {
  override readonly name = 'RuleBroken'
}

/** The provider reports its own mistakes by this code; no state of an appliance excuses one. */
export function checkNoBug(diagnostic: string): void {
  if (codeIn(diagnostic) === providerBug.code) throw new RuleBroken(diagnostic)
}

/** Whether an attribute may be configured, and whether the provider may choose its value: the flags of the wire's schema. */
export interface AttributeFlags {
  readonly computed: boolean
}

/** What Terraform proposes: the configuration, and the prior value where the provider may choose and nothing is configured. */
export function proposedNewState(
  schema: ReadonlyMap<string, AttributeFlags>,
  prior: ObjectValue | null,
  config: ObjectValue,
): ObjectValue {
  return Object.fromEntries(
    [...schema].map(([name, { computed }]) => [
      name,
      config[name] ?? (computed ? (prior?.[name] ?? null) : null),
    ]),
  )
}

/** A plan has what the configuration has, or what was there before; only computed attributes have more. */
export function checkPlanValid(
  schema: ReadonlyMap<string, AttributeFlags>,
  { prior, config, planned }: { prior: ObjectValue | null; config: ObjectValue; planned: ObjectValue },
): void {
  for (const [name, { computed }] of schema) {
    const [wanted, found] = [config[name] ?? null, planned[name] ?? null]
    if (wanted === null ? computed || found === null : isSame(found, wanted)) continue
    if (wanted !== null && prior && isSame(found, prior[name] ?? null)) continue
    throw new RuleBroken(`the plan of ${name} is ${show(found)}, which is not configured (${show(wanted)})`)
  }
}

/** What was known when it was planned is what came of it. `stage` says what came of it, for the message. */
export function checkCompatible(stage: string, planned: ObjectValue, actual: ObjectValue): void {
  const difference = incompatibility(planned, actual)
  if (difference) throw new RuleBroken(`${stage}: ${difference}`)
}

/** The first value that was known when it was planned and is another one now, in words. */
export function incompatibility(planned: ObjectValue, actual: ObjectValue): string | undefined {
  for (const [name, value] of Object.entries(planned)) {
    const came = actual[name] ?? null
    if (!isCompatible(value, came)) return `${name} was planned as ${show(value)}, and is ${show(came)}`
  }
  return undefined
}

export function checkKnown(stage: string, state: ObjectValue): void {
  for (const [name, value] of Object.entries(state)) {
    if (containsUnknown(value)) throw new RuleBroken(`${stage} leaves ${name} unknown`)
  }
}

export function isSame(one: Value, other: Value): boolean {
  return show(one) === show(other)
}

function isCompatible(planned: Value, actual: Value): boolean {
  if (isUnknown(planned)) return true
  if (!containsUnknown(planned)) return isSame(planned, actual)
  if (typeof planned !== 'object' || planned === null || typeof actual !== 'object' || actual === null)
    return false
  const [before, after] = [Object.entries(planned), new Map<string, Value>(Object.entries(actual))]
  return (
    before.length === after.size &&
    before.every(([key, value]) => after.has(key) && isCompatible(value, after.get(key) ?? null))
  )
}

function show(value: Value): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part) || isUnknown(part)) return part
    return Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
  })
}
