export { addressText } from './addresses'
export {
  type Analysis,
  analysisRoute,
  assumptions as analysisAssumptions,
  createAnalysis,
  type WebsiteAnalysis,
} from './analysis'
export { type Appliance, connect } from './appliance'
export { cancellationBeforeSending, cancelled, finishing, pause } from './cancellation'
export { type Categories, createCategories } from './categories/categories'
export {
  type Category,
  type CategoryAddress,
  type CategoryList,
  type CreatedCategory,
  type Generation,
  type HoldersOutcome,
  isNamed,
  lostNames,
} from './categories/category'
export type { CategoryChangeOutcome, ChangeUnderWay, Move } from './categories/change/change'
export { type BegunChange, SiteExchange, usualOpening } from './categories/change/site-exchange'
export type { FoundCategory, ManagedCategory } from './categories/managed-category'
export {
  assumptions as categoryAssumptions,
  categoryRoutes,
  firstPersonalCategory,
  olderRelease,
} from './categories/routes'
export {
  assumptions as certificateAssumptions,
  type CertificateSubject,
  type Certificates,
  formFields,
  mostAlternativeNames,
  requiredAlternativeNames,
  selfSignedForm,
  serverForm,
} from './certificates'
export { createDirectory, type Directory } from './directory/directory'
export {
  type Group,
  groupNamed,
  groupNumbered,
  isInOrganization,
  type ManagedGroup,
  type Member,
  type MemberText,
  memberTexts,
  type NewMember,
} from './directory/entries'
export type { GroupInOrganization } from './directory/groups'
export type { Members, SeenMember } from './directory/members'
export { assumptions as directoryAssumptions, directoryRelease, directoryRoutes } from './directory/routes'
export type { ServiceStatus } from './directory/status'
export { isIllegible, lostLetters, mayBeSame } from './encoding'
export { type Endpoint, resolveEndpoint } from './endpoints'
export { ApplianceError, mayHaveWorked } from './errors'
export { coverageProblem, createCheckedCaller, differences } from './expectation'
export { trustSystemAuthorities } from './http/authorities'
export { exchange } from './http/exchange'
export { proxySettingsFrom, usableProxyFor } from './http/proxy-choice'
export {
  brokenExchange,
  createTransport,
  sshForward,
  timedOutExchange,
} from './http/transport'
export { openTunnel, tunnelEndOf } from './http/tunnel'
export type {
  AbsentThing,
  Answered,
  Incident,
  IncidentName,
  IncidentOf,
  Incidents,
  InterfaceDifference,
  ListedThing,
  ServiceState,
  Unlisted,
} from './incidents'
export {
  assumptions as networkAssumptions,
  createNetwork,
  interfacesRoute,
  type Network,
  type NetworkInterface,
} from './network'
export { Notices } from './notices'
export { type Assumption, type Route, routeName } from './protocol/route'
export { createRouteCaller, type RouteCaller } from './protocol/route-caller'
export { quotable } from './quotation/quotation'
export { noSecrets } from './quotation/secrets'
export { assumptions as recordAssumptions, type ListedAddress, type RecordDatabase } from './records/answers'
export { createRecords, databasesRoute, type Records, recordsRoute } from './records/records'
export {
  type ApplianceExpectation,
  type ApplianceSettings,
  type Area,
  type CategoryApi,
  type EndpointSettings,
  type Log,
  type ProxySettings,
  type SshSettings,
  silentLog,
  type TlsSettings,
  usualSettings,
  type WrittenSetting,
} from './settings'
export { workOneByOne } from './work'
