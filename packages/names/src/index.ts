// Names and sites: how they are read and compared.

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
  readStoredSites,
  registrableDomainOf,
  type Site,
  type SiteList,
  storedSite,
  tablesOfDeleted,
} from './site'
