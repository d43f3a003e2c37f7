/** How thoroughly a read asks whether the managed sites are there. */
export const verifyModes = ['auto', 'full', 'sample', 'none'] as const
/** One of these ways. */
export type Verify = (typeof verifyModes)[number]
/** What a read makes of it. */
export type VerificationMode = Exclude<Verify, 'auto'>

/** Lists up to this size are asked for site by site by `auto`. */
export const mostAskedInFull = 5_000
/** Questions of a sample. */
export const sampleSize = 2_000

/** How a list of some size is asked for, as long as nothing is found to be missing: then all of it is. */
export function verificationMode(verify: Verify, size: number): VerificationMode {
  if (verify === 'none' || verify === 'full') return verify
  return size <= (verify === 'auto' ? mostAskedInFull : sampleSize) ? 'full' : 'sample'
}
