import { Agent, fetch } from 'undici'
import { z } from 'zod'
import { say } from './narration'
import { see } from './see'

const answer = z.object({ Status: z.boolean(), Data: z.optional(z.unknown()) })
const groups = z.record(z.string(), z.object({ cn: z.string() }))

/** An administrator who reads and changes the user directory by its socket, outside of Terraform. */
export class DirectoryAdministrator {
  readonly #socket: Agent

  /** @param url `unix:///path/of/the/socket` */
  constructor(url: string) {
    this.#socket = new Agent({ connect: { socketPath: new URL(url).pathname } })
  }

  /** Checks whether the directory has a member. */
  async seeMember(uid: string, expected: 'exists' | 'does not exist'): Promise<void> {
    const { Status } = await this.#ask('GET', `/openldap/members/${uid}`)
    see(`Member ${uid}`, [Status ? 'exists' : 'does not exist'], [expected])
  }

  /** Checks that a member is linked to exactly these groups, by their names. */
  async seeGroupsOf(uid: string, expected: readonly string[]): Promise<void> {
    const found = Object.values(await this.#groupsOf(uid)).map(({ cn }) => cn)
    see(`Groups of ${uid}`, found, expected)
  }

  async unlink(uid: string, group: string): Promise<void> {
    const [gid] = Object.entries(await this.#groupsOf(uid)).find(([, { cn }]) => cn === group) ?? []
    if (gid === undefined) throw new Error(`${uid} is not in the group ${group}.`)
    const { Status } = await this.#ask('DELETE', `/openldap/groups/${gid}/members/${uid}`)
    if (!Status) throw new Error(`${uid} could not be removed from the group ${group}.`)
  }

  async close(): Promise<void> {
    await this.#socket.close()
  }

  async #groupsOf(uid: string) {
    return groups.parse((await this.#ask('GET', `/openldap/members/${uid}/groups`)).Data)
  }

  async #ask(method: string, path: string) {
    say(`→ ${method} ${path}`)
    const response = await fetch(`http://localhost${path}`, { method, dispatcher: this.#socket })
    return answer.parse(await response.json())
  }
}
