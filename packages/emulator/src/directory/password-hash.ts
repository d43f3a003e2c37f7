import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'

/** Kept low, so that thousands of members can be created on a slow machine; a directory of real people would ask for more. */
const cost = { N: 4096 }
const saltLength = 16
const hashLength = 32

/** Hashes a password with a salt of its own, as `salt:hash` in hexadecimal digits. */
export function hashPassword(password: string): string {
  const salt = randomBytes(saltLength)
  return `${salt.toString('hex')}:${scryptSync(password, salt, hashLength, cost).toString('hex')}`
}

/** Whether a password is the one of a stored hash, in a time that does not depend on where they differ. */
export function fitsPassword(password: string, stored: string): boolean {
  const [salt = '', hash = ''] = stored.split(':')
  const expected = Buffer.from(hash, 'hex')
  const given = scryptSync(password, Buffer.from(salt, 'hex'), hashLength, cost)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
