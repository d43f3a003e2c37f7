export { simplifyName, tableNameOf } from './category-name'
export { isDeletedByCompileIn, isNeverActive } from './compiled-names'
export { canonicalUid, greatestGid, mayRefuseLogin, sameName } from './directory-name'
export { parseDuration } from './duration'
export { hostNameProblem } from './host-name'
export { parsedJson, parsedUrl } from './parsed'
export { isPublicSuffix, registrableDomainOf } from './public-suffix'
export { type InheritedLimit, isNearLimit, limitOf, mostRemovals, removalLimitProblem } from './removal-limit'
export { isSite, parseSite, type Site } from './site'
export { type Duplicate, type InvalidEntry, readSites, type SiteList } from './site-list'
export {
  addressProblem,
  areaUrlProblem,
  blankProblem,
  categoryNumberProblem,
  choiceProblem,
  countryProblem,
  digitsProblem,
  durationProblem,
  ipv4Problem,
  loginProblem,
  mailProblem,
  oneAfterAnother,
  pathPartProblem,
  qualifiedNameProblem,
  rangeProblem,
  serverNameProblem,
  type ValueProblem,
  websiteProblem,
  wholeNumberProblem,
} from './value-problems'
