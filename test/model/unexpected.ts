/** A run did not do what it has to do. */
export class Unexpected extends Error {
  override readonly name = 'Unexpected'
}
