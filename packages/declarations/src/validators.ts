import { type CheckOfTexts, problemOf, type ValueCheck } from '@webfilter/appliance-names/settings'
import { check, type StandardSchema } from '@webfilter/terraform-plugin'
import { numberText } from '@webfilter/text'

/**
 * What values an attribute may have, beyond its type, which the framework checks before. It is a function for the provider, and data for the
 * constructs: `npm run generate` writes `data` into their facts. What each check accepts is in `packages/names/src/value-checks.ts`.
 */
export interface Check extends StandardSchema {
  readonly data: ValueCheck
}

/** Numbers that a description names in a sentence. */
export interface CheckOfNumbers extends Check {
  readonly sentence: string
}

export const addressOf = ofTexts('addressOf')
export const areaUrl = ofTexts('areaUrl')
export const sshFile = ofTexts('sshFile')
export const serverName = ofTexts('serverName')
export const hardwareAddress = ofTexts('hardwareAddress')
export const fingerprint = ofTexts('fingerprint')
export const oneOfAreas = ofTexts('oneOfAreas')
export const notBlank = ofTexts('notBlank')
export const removalLimit = ofTexts('removalLimit')
export const ipv4 = ofTexts('ipv4')
export const digitsOnly = ofTexts('digitsOnly')
export const categoryNumber = ofTexts('categoryNumber')
export const fullyQualified = ofTexts('fullyQualified')
export const websiteAddress = ofTexts('websiteAddress')
export const countryCode = ofTexts('countryCode')
export const loginName = ofTexts('loginName')
export const mailAddress = ofTexts('mailAddress')
export const duration = ofTexts('duration')
export const inPath = ofTexts('inPath')

/** Accepts whole numbers from a least to a greatest one. */
export function range(least: number, most: number): CheckOfNumbers {
  const sentence = `Must be between ${numberText(least)} and ${numberText(most)}.`
  return { ...checkOf(['range', least, most]), sentence }
}

/** Accepts the named numbers only. */
export function choice(...choices: readonly [number, number, ...number[]]): CheckOfNumbers {
  const others = choices.slice(0, -1).map((each) => `\`${each}\``)
  const sentence = `Valid values are ${others.join(', ')} and \`${choices.at(-1)}\`.`
  return { ...checkOf(['choice', ...choices]), sentence }
}

function ofTexts(name: CheckOfTexts): Check {
  return checkOf([name])
}

function checkOf(data: ValueCheck): Check {
  return { ...check(problemOf(data)), data }
}
