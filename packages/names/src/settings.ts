// What values settings and attributes may have: as data, and as the functions that read them.

export { parseDuration } from './duration'
export { canonicalFingerprint, canonicalHardwareAddress } from './machine-identity'
export { type InheritedLimit, isNearLimit, limitOf, mostRemovals } from './removal-limit'
export { parseSshAddress, type SshAddress } from './ssh-address'
export { type CheckOfTexts, isOfTexts, problemOf, type ValueCheck } from './value-checks'
