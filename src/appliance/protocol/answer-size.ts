/**
 * How much an answer of a route may be, several times what an appliance in good order sends. The interface document shows no limits
 * (section 8); without any, whoever answers in its place decides how much memory a plan takes.
 */
export interface AnswerSize {
  readonly bytes: number
  /** Of its JSON: texts, numbers, lists and objects. Each takes many times its bytes once it is read. */
  readonly values: number
}

const MiB = 2 ** 20

/** An envelope with some fields; a page of HTML in its place, such as one that quotes all of a request of half a megabyte. */
export const envelopeSize: AnswerSize = { bytes: 2 * MiB, values: 20_000 }

/** A list of what an administrator has made or ordered: categories by the thousand, record databases, interfaces. */
export const listSize: AnswerSize = { bytes: 4 * MiB, values: 100_000 }

/** Groups with their members: accounts by the hundred thousand. */
export const groupsSize: AnswerSize = { bytes: 8 * MiB, values: 250_000 }
