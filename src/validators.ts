import {
  addressProblem,
  areaProblem,
  areaUrlProblem,
  blankProblem,
  categoryNumberProblem,
  choiceProblem,
  countryProblem,
  digitsProblem,
  durationProblem,
  fingerprintProblem,
  hardwareAddressProblem,
  ipv4Problem,
  loginProblem,
  mailProblem,
  pathPartProblem,
  qualifiedNameProblem,
  rangeProblem,
  removalLimitProblem,
  serverNameProblem,
  sshFileProblem,
  websiteProblem,
} from '@webfilter/appliance-names'
import { check, type StandardSchema } from '@webfilter/terraform-plugin'

// The values that configurations may hold, beyond their types, which the framework checks before. What each accepts stands in
// packages/names/src/value-problems.ts, from where the constructs take it too.

export const addressOf = check(addressProblem)
export const areaUrl = check(areaUrlProblem)
export const sshFile = check(sshFileProblem)
export const serverName = check(serverNameProblem)
export const hardwareAddress = check(hardwareAddressProblem)
export const fingerprint = check(fingerprintProblem)
export const oneOfAreas = check(areaProblem)
export const notBlank = check(blankProblem)
export const removalLimit = check(removalLimitProblem)
export const ipv4 = check(ipv4Problem)
export const digitsOnly = check(digitsProblem)
export const categoryNumber = check(categoryNumberProblem)
export const fullyQualified = check(qualifiedNameProblem)
export const websiteAddress = check(websiteProblem)
export const countryCode = check(countryProblem)
export const loginName = check(loginProblem)
export const mailAddress = check(mailProblem)
export const duration = check(durationProblem)

/** Accepts texts that can stand in the path of a route: one of dots alone, or with a slash, would lead to another path. */
export const inPath = check(blankProblem, pathPartProblem)

/** Accepts numbers from a least to a greatest one. */
export function between(least: number, most: number): StandardSchema {
  return check(rangeProblem(least, most))
}

/** Accepts the named numbers only. */
export function among(...choices: readonly number[]): StandardSchema {
  return check(choiceProblem(...choices))
}
