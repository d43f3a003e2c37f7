import type { Site } from '@webfilter/appliance-names'
import type { Area, CategoryApi, WrittenSetting } from './settings'

/**
 * What has happened to a request, and what is known of it. The client has facts alone: the words and the advice for a
 * person are its user's. No fact holds a secret.
 */
export type Incident = { readonly [Name in IncidentName]: IncidentOf<Name> }[IncidentName]

/** Programs tell incidents apart by their names. */
export type IncidentName = keyof Incidents

/** An incident of one name, with its facts beside the name. */
export type IncidentOf<Name extends IncidentName> = { readonly is: Name } & Incidents[Name]

/** The facts of each incident. */
export interface Incidents {
  // Settings that leave nothing to send to, or that cannot be used.
  readonly 'address-missing': { readonly area: Area }
  readonly 'address-unusable': { readonly setting: WrittenSetting; readonly problem: AddressProblem }
  readonly 'socket-path-unusable': {
    readonly setting: WrittenSetting
    /** `not whole` if it does not begin at the root; otherwise its length in bytes, and the longest that the system allows. */
    readonly problem: 'not whole' | { readonly bytes: number; readonly most: number }
  }
  readonly 'server-name-unusable': {
    readonly setting: WrittenSetting
    /** The rest of a sentence that begins with the name: `has 254 characters`. */
    readonly problem: string
  }
  readonly 'header-name-unusable': { readonly setting: WrittenSetting; readonly header: string }
  readonly 'header-value-unusable': { readonly setting: WrittenSetting; readonly header: string }
  readonly 'proxy-unusable': {
    /** The environment variable. */
    readonly variable: string
    readonly value: string
  }
  readonly 'pem-unreadable': {
    readonly setting: WrittenSetting
    readonly holds: 'certificate' | 'private key'
    /** The code of OpenSSL, or `no PEM`. */
    readonly reason: string
  }
  readonly 'client-certificate-unusable': {
    readonly certificate: WrittenSetting
    readonly key: WrittenSetting
    readonly problem: 'one is missing' | 'do not belong together'
  }
  readonly 'path-value-unusable': {
    readonly route: string
    /** As the table of routes names it (docs/appliance, "Routes"). */
    readonly parameter: string
    readonly value: string
  }

  // Whose the appliance is.
  readonly 'appliance-not-expected': {
    /** Of the listener that was asked. */
    readonly address: string
    readonly different?: readonly InterfaceDifference[]
    /** SHA-256 fingerprints; `found` is undefined if the server has shown none. */
    readonly certificate?: { readonly expected: readonly string[]; readonly found: string | undefined }
  }
  /** The run goes on without the check. */
  readonly 'appliance-not-identified': { readonly failure: Incident }
  /** The same, and the settings want the check. */
  readonly 'identification-required': { readonly failure: Incident }
  /** Another attempt would not help. */
  readonly 'appliance-not-identifiable': { readonly failure: Incident }
  readonly 'area-not-checkable': {
    readonly area: Area
    readonly address: string
    /** Of a network area at another host, its address. */
    readonly because: 'no TLS' | { readonly networkAt: string }
  }

  // Connections.
  readonly 'appliance-unreachable': Unsent & {
    readonly area: Area
    readonly cause: 'name' | 'listener' | 'unknown'
  }
  readonly 'no-connection-in-time': Omit<Unsent, 'reason'> & TimedOut & { readonly area: Area }
  readonly 'socket-unreachable': Unsent & {
    readonly cause: 'missing' | 'forbidden' | 'not served' | 'not a socket' | 'unknown'
  }
  readonly 'tls-certificate-not-trusted': Omit<Unsent, 'address'> & { readonly cause: 'authority' | 'time' }
  readonly 'tls-certificate-of-another-name': Omit<Unsent, 'address'>
  readonly 'tls-failed': Unsent
  readonly 'connection-broken': Omit<Unsent, 'address'> & {
    /** With TLS 1.3, a server that requires a client certificate closes the connection only after the request was sent. */
    readonly isSecure: boolean
  }
  readonly 'no-answer-in-time': Pick<Unsent, 'request'> & TimedOut
  readonly 'request-cancelled-midway': NoFacts
  readonly 'request-not-sent': {
    /** The request, as a sentence begins with it. */
    readonly what: string
  }
  readonly 'ssh-program-missing': OverSsh
  readonly 'ssh-host-unknown': OverSsh
  readonly 'ssh-host-key-changed': OverSsh
  readonly 'ssh-permission-denied': OverSsh
  readonly 'ssh-forward-refused': OverSsh
  readonly 'ssh-failed': OverSsh
  readonly 'ssh-ended': OverSsh

  // Answers that refuse, or that cannot be read.
  readonly 'caller-refused': Answered & {
    /** The address if the answer names it, and either of the two if it says no more than that the caller is refused. Else most likely the token. */
    readonly cause: 'address' | 'either' | 'token'
    readonly area: Area
    /** As a person writes it. */
    readonly listener: string
    /** The setting of the token, and the headers that carry it; undefined if no token is set. */
    readonly token: { readonly setting: WrittenSetting; readonly headers: readonly string[] } | undefined
  }
  readonly 'proxy-refused': Answered
  readonly 'route-missing': Answered & {
    /** As the table of routes names it: `GET /categories/list`. */
    readonly route: string
    /** That it came with. */
    readonly release: string
    /** A sentence of what to do. */
    readonly withoutIt: string
    /** The path that the address puts before every route. */
    readonly prefix?: { readonly path: string; readonly address: WrittenSetting } | undefined
  }
  readonly 'route-of-older-service': {
    readonly route: string
    readonly release: string
    readonly withoutIt: string
    /** The setting that excludes the older routes, or the answer that shows that they are missing. Undefined if an earlier incident of the run contains it. */
    readonly evidence: 'category_api' | Answered | undefined
  }
  /** The route answered before, and answers now as if it did not exist. */
  readonly 'route-vanished': Answered
  readonly 'answered-elsewhere': Answered & {
    /** What shows that the route exists. */
    readonly evidence: 'comparison' | 'other routes'
  }
  readonly 'request-redirected': Answered & { readonly area: Area }
  readonly 'request-refused': Answered & { readonly area: Area }
  readonly 'appliance-overloaded': AnsweredBusy
  readonly 'access-check-failed': AnsweredBusy
  readonly 'server-error': Answered
  readonly 'answer-cut-short': Answered
  readonly 'failure-reported': Answered
  readonly 'failure-without-status': Answered
  readonly 'service-disabled': Answered
  readonly 'answer-unreadable': Pick<Answered, 'request' | 'words'> & {
    /** A clause such as `which has no list of categories`. */
    readonly problem: string
  }
  readonly 'answer-not-json': Pick<Answered, 'request' | 'words'>
  readonly 'answer-too-large': Pick<Answered, 'request'> & {
    readonly area: Area
    /** Limit for answers of the route, such as `4 MiB`. */
    readonly most: string
  }
  readonly 'answer-misencoded': {
    /** As in the middle of a sentence: `the name of category 250`. */
    readonly what: string
    /** What could be read of it. */
    readonly shown: string
    /** What it is compared with. */
    readonly wanted: string
    /** A clause such as `most likely ISO-8859-1`. */
    readonly encoding: string
  }
  readonly 'texts-illegible': {
    /** What could be read of the first ones. */
    readonly shown: readonly string[]
    /** How many they are. */
    readonly count: number
    /** A clause such as `most likely ISO-8859-1`. */
    readonly encoding: string
  }
  readonly 'answer-unrelated': Answered
  /** The other entries of the list are used. */
  readonly 'entries-unreadable': {
    /** What the list contains: `categories`, or `groups of the organization "acme"`. */
    readonly list: string
    readonly count: number
    /** The first of them, without secrets. */
    readonly quoted: readonly string[]
  }

  // Whether something is there.
  readonly 'absence-unproven': AbsentThing
  readonly 'absence-undetermined': Pick<AbsentThing, 'thing'> & {
    /** The answers for things that cannot exist. */
    readonly answers: readonly Answered[]
    /** Request of a route that cannot exist, if it had the same answer; undefined if the answers differ. */
    readonly route: string | undefined
  }
  readonly 'absence-not-believed': AbsentThing & {
    /** Names that were found earlier and are no longer found; empty if the absent one is found now. */
    readonly lost: readonly string[]
    /** Whether the appliance lists groups of the absent one. */
    readonly groups: boolean
  }
  readonly 'category-list-not-believed': {
    /** A category that is managed, and that the list lacks. */
    readonly category: string
    /** What the list is. */
    readonly list: DoubtfulList
    readonly because:
      | { readonly is: 'no query route' }
      | { readonly is: 'no site to ask for' }
      | { readonly is: 'site not answered'; readonly site: Site }
      | { readonly is: 'site held'; readonly site: Site; readonly holder: number }
      | { readonly is: 'site shown'; readonly site: Site }
  }
  readonly 'group-list-not-believed': GroupName & {
    readonly list: DoubtfulList
    /** A member that the appliance reports to be in the group; undefined if no other route shows whether the group exists. */
    readonly member?: string
  }

  // Categories and their sites.
  readonly 'categories-not-listed': {
    readonly request: string
    /** Title of the HTML page, and the last line of a traceback. */
    readonly words: string
  }
  readonly 'category-list-null': { readonly request: string }
  readonly 'table-impossible': {
    /** Of the category. */
    readonly name: string
  }
  readonly 'category-ambiguous': {
    readonly name: string
    readonly found: readonly { readonly id: number; readonly name: string }[]
    /** How many are not named. */
    readonly more: number
  }
  readonly 'category-number-ambiguous': { readonly id: number; readonly names: readonly string[] }
  readonly 'group-number-ambiguous': { readonly gid: number; readonly names: readonly string[] }
  readonly 'category-number-impossible': { readonly id: number; readonly name: string }
  /** A creation was accepted, or may have been, and no category of this name is listed: nothing is created under the name again. */
  readonly 'category-not-listed': Unlisted & { readonly name: string }
  readonly 'site-of-another-category': {
    readonly site: Site
    /** Number of the category that the site was to be added to. */
    readonly id: number
    /** Name of the other one. */
    readonly other: string
    readonly failure: Incident
  }
  readonly 'sites-not-moved': {
    /** Number of the category. */
    readonly id: number
    /** Sites that are where they were. */
    readonly stayed: readonly Site[]
    /** Sites of which it is not known where they are. */
    readonly unsure: readonly Site[]
  }
  readonly 'placeholder-still-there': {
    /** Number of the category. */
    readonly id: number
    readonly placeholder: Site
  }
  readonly 'site-removal-unsupported': { readonly id: number; readonly api: CategoryApi }
  readonly 'compile-needs-site': {
    readonly id: number
    /** The one that compiles. */
    readonly route: string
  }
  readonly 'site-stored-as-another': { readonly id: number; readonly site: Site }
  readonly 'sites-miscounted': {
    readonly request: string
    /** What the appliance answered. */
    readonly answer: string
    readonly sent: number
    readonly added: number
  }

  // The user directory.
  readonly 'directory-not-running': {
    readonly state: 'stopped' | 'not installed' | 'being installed'
    /** What failed because of it, or the request whose answer said that nothing exists. */
    readonly failed: Incident | { readonly emptyAnswerTo: string }
  }
  readonly 'directory-wait-interrupted': { readonly work: ServiceWork }
  readonly 'directory-wait-too-long': {
    readonly work: ServiceWork
    readonly wanted: ServiceState
    readonly seconds: number
    /** The last answer of the appliance. */
    readonly last: Incident | ServiceState
  }
  readonly 'member-creation-refused': {
    readonly failure: Incident
    /** Whether some releases may reject the login. */
    readonly hasOddLogin: boolean
    readonly hasPassword: boolean
  }
  readonly 'organization-missing': {
    readonly organization: string
    /** What failed because of it. */
    readonly failure: Incident
    /** Some of the names in the directory, without secrets. */
    readonly known: string
  }
  readonly 'group-not-listed': GroupName & Unlisted
  readonly 'membership-impossible': Link & { readonly missing: 'member' | 'group' }
  readonly 'membership-not-listed': Link

  // Certificates, and record databases.
  readonly 'certificate-order-refused': { readonly failure: Incident; readonly order: CertificateOrder }
  readonly 'record-database-missing': {
    readonly database: string
    /** What failed because of it. */
    readonly failure: Incident
    /** Some of the indexes that the appliance has. */
    readonly known: readonly string[]
  }
  readonly 'record-answer-unclear': Answered & {
    readonly doubt: RecordDoubt
    /** The addresses that it is compared with. */
    readonly neverListed: string
    readonly alwaysListed: string
  }
  readonly 'record-network-listed': {
    readonly request: string
    readonly address: string
    /** As the answer writes it. */
    readonly network: string
  }
}

/** Nothing is known but the name. */
type NoFacts = Readonly<Record<never, never>>

/** An answer that refuses a request, or that cannot be read. */
export interface Answered {
  /** Method and full URL. */
  readonly request: string
  /** The HTTP status. */
  readonly status: number
  /** The message in the answer, without secrets; empty if it has none. */
  readonly words: string
}

/** An answer that may ask to try again later. */
export interface AnsweredBusy extends Answered {
  /** Milliseconds (`Retry-After`). */
  readonly retryAfter?: number | undefined
}

/** A request for which no connection was made. */
export interface Unsent {
  /** Method and full URL. */
  readonly request: string
  /** The system's words, with its code: `connect ECONNREFUSED 192.0.2.1:9503`. */
  readonly reason: string
  /** What the address comes from. */
  readonly address: WrittenSetting
}

/** An attempt that took too long. */
interface TimedOut {
  /** That one attempt may take. */
  readonly seconds: number
  /** Counts from 1, so that a message can explain why the wait was so much longer than `seconds`. */
  readonly attempt: number
}

/** A request to the user directory that did not go through ssh. */
export interface OverSsh {
  /** Method and full URL. */
  readonly request: string
  /** What ssh printed, on one line and without a full stop at its end. */
  readonly said: string
  /** What the address comes from. */
  readonly address: WrittenSetting
  /** The command that was run. */
  readonly program: string
  readonly host: string
  readonly port: number | undefined
  readonly user: string | undefined
}

/** Why an address cannot be used. */
export type AddressProblem =
  | { readonly is: 'not http' | 'not ssh' | 'more than an address' | 'port 0' }
  /** The rest of a sentence that begins with the host: `has 254 characters`. */
  | { readonly is: 'host that cannot be found'; readonly why: string }

/** An expected interface that the appliance does not have. */
export interface InterfaceDifference {
  readonly name: string
  /** Hardware address. */
  readonly expected: string
  /** Hardware address of the interface of this name, empty if it has none; undefined if no interface has the name. */
  readonly found: string | undefined
  /** Another interface that has the expected address, such as one that was renamed. */
  readonly owner: string | undefined
}

/** What a search asked for. */
export interface AbsentThing {
  readonly thing: SoughtThing
  /** The site, or the login. */
  readonly name: string
}

/** What may be absent, of the things that no route lists: a site, from all categories; a member of the directory. */
export type SoughtThing = 'site' | 'member'

/** A list that shows of nothing that it is gone: it is empty, has entries that cannot be read, or lacks what is seen elsewhere. */
export type DoubtfulList = 'empty' | 'partly unreadable' | 'incomplete'

/** What became of a creation whose name is not listed. */
export interface Unlisted {
  /** What the list has since: one of these may be what was created, under another name. Null if that is not known. */
  readonly news: readonly ListedThing[] | null
  /** Why no list could be read after the creation, if none could. */
  readonly unread?: Incident | undefined
  /** Whether an earlier apply has sent the creation. */
  readonly isEarlier: boolean
}

/** A category or a group, by its number and its name. */
export interface ListedThing {
  readonly number: number
  readonly name: string
}

interface GroupName {
  readonly name: string
  readonly organization: string
}

interface Link {
  readonly uid: string
  readonly gid: number
}

/** What the directory service was asked to do. */
export type ServiceWork = 'installation' | 'restart' | 'removal'

/** Of the directory service, as the appliance reports it. */
export type ServiceState = 'running' | 'stopped' | 'not installed'

/** What was ordered of the certificate center. */
export type CertificateOrder =
  | { readonly kind: 'signing_request'; readonly commonName: string }
  | { readonly kind: 'self_signed' }
  | { readonly kind: 'server'; readonly certificateId: number }

/** Why the answer of a record database does not show what it lists. */
export type RecordDoubt =
  | { readonly kind: 'control declared' | 'control changed'; readonly control: string }
  | { readonly kind: 'controls alike' }
  | { readonly kind: 'like neither'; readonly address: string }
  /** What it lists instead, quoted. */
  | { readonly kind: 'about others'; readonly entry: string }
