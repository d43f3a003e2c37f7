import { Token } from 'cdktf'
import type { Construct } from 'constructs'

/** An id for a construct, and what is wrong with the key that it comes from. */
export interface ConstructId {
  readonly id: string
  /** Goes on after the name of what has the key. */
  readonly problems: readonly string[]
}

/**
 * The id that a key gives to a construct. For some keys, the library throws an error that does not say what to do, and that hides all
 * other problems. Such a key gets an id that is free, and a synth reports it. A key that is taken stays an error of the library, because
 * there is nothing that its construct could be.
 */
export function constructId(scope: Construct, key: string): ConstructId {
  const problem = problemOfKey(key)
  if (problem === undefined) return { id: key, problems: [] }
  const taken = new Set(scope.node.children.map(({ node }) => node.id))
  const free = (number: number): string =>
    taken.has(`rejected-${number}`) ? free(number + 1) : `rejected-${number}`
  return { id: free(1), problems: [problem] }
}

function problemOfKey(key: string): string | undefined {
  if (key === '') return 'has an empty key. Choose a key.'
  if (Token.isUnresolved(key)) return 'has a reference as its key. Write the key as a text.'
  // The library keeps constructs in an object, which has these by itself.
  return key in {}
    ? 'has a key that every object in JavaScript has, so it cannot be an ID. Choose another key.'
    : undefined
}
