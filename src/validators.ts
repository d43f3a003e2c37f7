import * as problems from './names/value-problems'
import { removalLimitProblem } from './sites/removal-limit'
import type { StandardSchema } from './terraform/schema/validator'
import { check } from './terraform/schema/validators'

// The values that configurations may hold, beyond their types, which the framework checks before. What each accepts stands in
// names/value-problems.ts, from where the constructs take it too.

export const addressOf = check(problems.addressProblem)
export const areaUrl = check(problems.areaUrlProblem)
export const serverName = check(problems.serverNameProblem)
export const notBlank = check(problems.blankProblem)
export const removalLimit = check(removalLimitProblem)
export const ipv4 = check(problems.ipv4Problem)
export const digitsOnly = check(problems.digitsProblem)
export const categoryNumber = check(problems.categoryNumberProblem)
export const fullyQualified = check(problems.qualifiedNameProblem)
export const websiteAddress = check(problems.websiteProblem)
export const countryCode = check(problems.countryProblem)
export const loginName = check(problems.loginProblem)
export const mailAddress = check(problems.mailProblem)
export const duration = check(problems.durationProblem)

/** Accepts texts that can stand in the path of a route: one of dots alone, or with a slash, would lead to another path. */
export const inPath = check(problems.blankProblem, problems.pathPartProblem)

/** Accepts numbers from a least to a greatest one. */
export function between(least: number, most: number): StandardSchema {
  return check(problems.rangeProblem(least, most))
}

/** Accepts the named numbers only. */
export function among(...choices: readonly number[]): StandardSchema {
  return check(problems.choiceProblem(...choices))
}
