import { Accounts } from './accounts'
import { Claims } from './claims'
import { ReplacementJournal } from './replacement-journal'

/** What a resource of the user directory is about. */
export type DirectoryThing = 'member' | 'group' | 'membership' | 'service'

/**
 * What the resources of one run say of the user directory. Terraform plans each of them once, so a thing that is claimed
 * twice is declared twice. A resource that is renamed in the configuration is briefly two resources for one thing: what one
 * of them declares, the other must not remove.
 */
export class DirectoryThings {
  /** What is known about members, apart from who claims them. */
  readonly accounts = new Accounts()
  readonly #claims = new Claims()
  readonly #declared = new Set<string>()
  #serviceIsManaged = false
  #hasTold = false

  /** @param journal where replacements that are under way are written down */
  constructor(readonly journal = new ReplacementJournal()) {}

  /** Claims a thing by its key. False where another resource of this run has claimed it already. */
  claim(thing: DirectoryThing, key: string): boolean {
    return this.#claims.claim(nameOf(thing, key))
  }

  /** Says, before anything is sent, that a thing will exist when the apply of a resource is done. */
  declare(thing: DirectoryThing, key: string): void {
    this.#declared.add(nameOf(thing, key))
  }

  /** Whether this run created a resource that declares the thing. */
  isDeclared(thing: DirectoryThing, key: string): boolean {
    return this.#declared.has(nameOf(thing, key))
  }

  /** Says that this run will make the service run. */
  manageService(): void {
    this.#serviceIsManaged = true
  }

  get serviceIsManaged(): boolean {
    return this.#serviceIsManaged
  }

  /** True for the first caller that has something to report about the service in this run. */
  firstToTell(): boolean {
    const first = !this.#hasTold
    this.#hasTold = true
    return first
  }
}

function nameOf(thing: DirectoryThing, key: string): string {
  return `${thing} ${key.toLowerCase()}`
}
