export {
  coveredExceptions,
  type ExceptedList,
  exceptedList,
  publicSuffixesIn,
  sitesAgainst,
  withoutEffect,
  withoutExceptions,
} from './exceptions'
export { notAPath } from './files/given-path'
export { type FileAttribute, type FileNames, ListError } from './files/list-error'
export { pathOfList, placeOfList, readListText, relativePathOfList, unpacked } from './files/list-text'
export { NotRegular, readRegularFile, shared, TooLarge } from './files/regular-file'
export {
  attributeOfFiles,
  attributeOfList,
  filesNamed,
  haveSameFiles,
  joinedTexts,
  type ListFiles,
  namesOfFiles,
  noFiles,
  openList,
} from './files/several-files'
export {
  type FileContent,
  type OpenedList,
  readingOf,
  readingParts,
  type SiteFile,
  SiteFiles,
  type TakenSites,
} from './files/site-files'
export {
  longestArchive,
  longestList,
  longestPackedList,
  longestUnpackedList,
  manySites,
  mostUnpackedSites,
} from './list-size'
export { type AddressCounts, type Answer, mostCommonRedirect } from './published/answers'
export {
  countText,
  entriesLeftOut,
  hasFewerSites,
  type ListCount,
} from './published/list-count'
export type {
  LeftOut,
  LeftOutKind,
} from './published/list-line'
export { ListLines } from './published/list-lines'
export {
  apparentFormat,
  beginList,
  type ExceptionLines,
  type InvalidLines,
  isMostlyInvalid,
  type ReadList,
  readList,
  refuseNoList,
  refuseOtherFormats,
  tooLarge,
  UnreadableList,
} from './published/read-list'
export {
  cutByAutonomousService,
  haveSameSites,
  isCutByAutonomousService,
  numberOfAddress,
  withoutDeleted,
} from './spelling'
export { digestOf, PackedListError, packSites, unpackSites } from './table/packed-sites'
export { RecentTables, type Unpack } from './table/recent-tables'
export {
  chosenFrom,
  countDistinct,
  FewSites,
  firstBeside,
  firstOf,
  firstOfAlphabet,
  sitesInBoth,
  sitesInEither,
  sitesWith,
  sitesWithout,
} from './table/site-set'
export {
  asTable,
  common,
  emptyTable,
  gathered,
  minus,
  type SiteSet,
  SiteTable,
  tableOf,
  union,
  unionOf,
} from './table/site-table'
export { compareFromEnd } from './table/spans'
export {
  mostAskedInFull,
  sampleOf,
  sampleSize,
  type VerificationMode,
  type Verify,
  verificationMode,
  verifyModes,
  verifyOf,
} from './verification'
export { doWork, ListThreads } from './worker/list-threads'
