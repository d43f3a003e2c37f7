import type { Site } from '@webfilter/appliance-names'
import type { Phrase } from '../review/phrase'
import type { Declarations } from './declared/declarations'
import type { ManagedLists } from './managed-lists'

/** All that an answer rests on. */
export interface Evidence {
  /** Full path of the folder below which lists were searched. */
  readonly root: string
  readonly lists: Declarations
  readonly state: StateEvidence
  readonly appliance: ApplianceEvidence
}

/** What the state of a folder says. */
export type StateEvidence = ReadState | NotAsked

export interface ReadState extends ManagedLists {
  readonly kind: 'read'
  /** Full path of the root module. */
  readonly folder: string
}

/** What an appliance says. */
export type ApplianceEvidence = ApplianceAnswers | NotAsked

export interface ApplianceAnswers {
  readonly kind: 'asked'
  /** The categories that contain each site that was asked for, as far as there is an answer that can be believed. */
  readonly holders: ReadonlyMap<Site, readonly Holder[]>
  /** Why there are not all answers: a sentence of what happened and one of what to do. */
  readonly failure?: Phrase
}

/** A category of the appliance that contains a site, whether it is active there or not. */
export interface Holder {
  readonly id: number
  readonly name: string
}

export interface NotAsked {
  readonly kind: 'not-asked'
  /** A sentence of why, and one of what to do. */
  readonly says: Phrase
  /** It should have been asked, and that did not work. */
  readonly isFailure: boolean
}
