import type { AnalysisOptions } from './analysis'
import type { SitesElsewhere } from './categories/older'
import type { SigningRequests } from './certificates'
import type { DirectoryOptions } from './directory/directory'
import type { TlsMaterial } from './http/server'
import type { JournalEntry } from './journal'
import type { NetworkInterface } from './network'
import type { AbsenceAnswer } from './protocol'
import type { RecordAnswers } from './records/record-routes'

/** What kind of appliance an emulator is, and where it listens. */
export interface EmulatorOptions extends AnalysisOptions {
  /**
   * Ports to listen on; 0, the default, is any free one. `base` is that of certificates and network, `legacy` that of the
   * older one-site route. The control listener exists only if it is given a port.
   */
  readonly ports?: {
    readonly categories?: number
    readonly legacy?: number
    readonly base?: number
    readonly records?: number
    readonly control?: number
  }
  /** Address to listen on, 127.0.0.1 by default. The control listener is on 127.0.0.1 whatever this says. */
  readonly host?: string
  /** Names by which it may be reached, besides addresses, `localhost` and `host`: a web page could send requests to others. */
  readonly allowedHosts?: readonly string[]
  /** Path of the user directory's unix-domain socket. Nobody can ask the user directory without it. */
  readonly socket?: string
  /** What kind of user directory it has. */
  readonly directory?: DirectoryOptions
  /**
   * The key that every request over the network must carry, in `ArticaKey` on 9000, else in `X-Auth-Token` or `X-Api-Key`;
   * none is asked for by default, and never on the socket.
   */
  readonly token?: string
  /** The only source addresses that are answered over the network, but for port 9000; all by default. */
  readonly allowedAddresses?: readonly string[]
  /** Which category routes exist, `both` by default; those of the other generation are unknown routes. */
  readonly generation?: 'older' | 'autonomous' | 'both'
  /** Whose list (and backup) route is served where both exist, `older` by default. */
  readonly list?: 'older' | 'autonomous'
  /** What the older routes do with a site that another category holds: `accepted` by default. */
  readonly sitesElsewhere?: SitesElsewhere
  /** How it says that a site is in no category: as it is documented (docs/appliance, "Find the categories of a site") by default. */
  readonly absence?: AbsenceAnswer
  /** How it says which addresses a record database lists: in a `collection` by default, or in one of several wordings and forms. */
  readonly recordAnswers?: RecordAnswers
  /** Whether a signing request may be ordered again for a certificate that has one, `repeatable` by default. */
  readonly signingRequests?: SigningRequests
  /** The network interfaces at the moment of asking; those of the machine by default. */
  readonly interfaces?: () => readonly NetworkInterface[]
  /** Serves all ports but the control listener's over TLS. */
  readonly tls?: TlsMaterial
  /** A file that keeps all changes, so that they outlive the process. In memory only by default. */
  readonly data?: string
  /** Called with each request once it has ended. */
  readonly onEnded?: (entry: JournalEntry) => void
}
