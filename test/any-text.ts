import fc from 'fast-check'

/**
 * Any character, and letters that are written as a letter and an accent. For the units `grapheme` and `binary`, fast-check makes a table of
 * all characters in each file of tests, which takes longer than the tests.
 */
const character = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 0x20, max: 0x7e }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 0x24ff }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 0xd7ff }) },
  { weight: 2, arbitrary: fc.integer({ min: 0xe000, max: 0x10ffff }) },
)
const unit = fc.tuple(character, fc.boolean()).map(([point, isDecomposed]) => {
  const letter = String.fromCodePoint(point)
  return isDecomposed ? letter.normalize('NFD') : letter
})

/** Any text without half characters (surrogates that stand alone). Lengths count characters. */
export function anyText(constraints: Omit<fc.StringConstraints, 'unit'> = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit })
}
