export { parseDuration } from './duration'
export { canonicalFingerprint, canonicalHardwareAddress } from './machine-identity'
export {
  canonicalUid,
  greatestGid,
  hostNameProblem,
  isSameTable,
  mayRefuseLogin,
  sameName,
  simplifyName,
  storedName,
  tableNameOf,
} from './names'
export { deepestJson, isNestedTooDeep, parsedJson, parsedNumber, parsedUrl } from './parsed'
export { type InheritedLimit, isNearLimit, limitOf, mostRemovals } from './removal-limit'
export {
  type Duplicate,
  deletedEverywhere,
  deletedFromTable,
  type InvalidEntry,
  isDeletedByCompileIn,
  isNeverActive,
  isPublicSuffix,
  isSite,
  parseSite,
  readSites,
  registrableDomainOf,
  type Site,
  type SiteList,
  tablesOfDeleted,
} from './site'
export { parseSshAddress, type SshAddress } from './ssh-address'
export { type CheckOfTexts, isOfTexts, problemOf, type ValueCheck } from './value-checks'
