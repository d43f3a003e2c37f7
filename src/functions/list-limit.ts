import { numberText } from '../diagnostics/wording'

/**
 * How many sites a function takes, and how many lines. Engines print and compare the arguments and results of functions as values of
 * their own language: a list of a million sites costs them gigabytes.
 */
export const mostInFunction = 10_000

/** What to say of a list that is longer. @param what such as `12,000 lines` */
export function tooLongForFunction(what: string): string {
  return (
    `it has ${what}, but a function takes at most ${numberText(mostInFunction)}; write the list to a file and set the attribute ` +
    'sites_file of the resource to it, which reads files of millions of sites'
  )
}
