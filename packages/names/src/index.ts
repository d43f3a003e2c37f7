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
export { type InheritedLimit, isNearLimit, limitOf, mostRemovals, removalLimitProblem } from './removal-limit'
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
export {
  addressProblem,
  areaProblem,
  areaUrlProblem,
  blankProblem,
  categoryNumberProblem,
  choiceProblem,
  countryProblem,
  digitsProblem,
  durationProblem,
  fingerprintProblem,
  hardwareAddressProblem,
  ipv4Problem,
  loginProblem,
  mailProblem,
  oneAfterAnother,
  pathPartProblem,
  qualifiedNameProblem,
  rangeProblem,
  serverNameProblem,
  sshFileProblem,
  type ValueProblem,
  websiteProblem,
  wholeNumberProblem,
} from './value-problems'
