import { request } from 'node:http'
import type { Certificate, Fault } from '@webfilter/appliance-emulator'
import { get, send } from '@webfilter/appliance-emulator/testing'
import { RunningCommand } from '../commands/running-command'
import { onlyReads } from '../lanes/journals'

export interface ApplianceProcessOptions {
  /** The file that keeps what the appliance has acknowledged. */
  readonly data: string
  /** Whose list is answered; the routes of both generations exist. */
  readonly list: 'older' | 'autonomous'
}

/** A category as the appliance holds it. */
export interface HeldCategory {
  readonly id: number
  readonly name: string
  readonly sites: readonly string[]
  readonly compiledSites: readonly string[]
}

/** What the directory of the appliance holds, as far as tests ask for it. */
export interface HeldDirectory {
  readonly members: readonly { readonly uid: string; readonly gid: number; readonly organization: string }[]
  readonly groups: readonly {
    readonly gid: number
    readonly name: string
    readonly members: readonly string[]
  }[]
}

/** An appliance that is a process of its own: it can be killed, and comes back on the same ports with the same data. */
export class ApplianceProcess {
  readonly #options: ApplianceProcessOptions
  #running: RunningCommand
  #urls: Urls

  private constructor(options: ApplianceProcessOptions, running: RunningCommand, urls: Urls) {
    this.#options = options
    this.#running = running
    this.#urls = urls
  }

  static async start(options: ApplianceProcessOptions): Promise<ApplianceProcess> {
    const { running, urls } = await run(options, ['0', '0', '0', '0'])
    return new ApplianceProcess(options, running, urls)
  }

  /** The environment variables that lead the provider to it. */
  get environment(): Readonly<Record<string, string>> {
    return {
      APPLIANCE_CATEGORIES_URL: this.#urls.categories,
      APPLIANCE_CATEGORIES_LEGACY_URL: this.#urls.legacy,
      APPLIANCE_CERTIFICATES_URL: this.#urls.base,
      APPLIANCE_DIRECTORY_URL: `unix://${socketOf(this.#options)}`,
    }
  }

  /** Ends it as a power failure would. */
  async kill(): Promise<void> {
    await this.#running.stop('SIGKILL')
  }

  /** Lets it begin again where it was when it was killed. */
  async comeBack(): Promise<void> {
    const { categories, legacy, base, control } = this.#urls
    const ports = [categories, legacy, base, control].map((url) => new URL(url).port)
    this.#running = (await run(this.#options, ports)).running
  }

  async close(): Promise<void> {
    await this.#running.stop('SIGTERM')
  }

  /** Replaces all faults, and forgets the requests of before. */
  async begin(faults: readonly Fault[]): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    await send('DELETE', `${this.#urls.control}/journal`)
    await send('PUT', `${this.#urls.control}/faults`, { body: JSON.stringify(faults), headers })
  }

  /** How many requests have arrived that fit a fault. */
  async fitted(): Promise<number> {
    const { faults } = await this.#matters<{ faults: { fitted: number }[] }>('/faults')
    return faults.reduce((sum, { fitted }) => sum + fitted, 0)
  }

  /** Whether requests are under way. */
  async isBusy(): Promise<boolean> {
    const { requests } = await this.#matters<{ requests: { status: number | string }[] }>('/journal')
    return requests.some(({ status }) => status === 'pending')
  }

  /** The requests since `begin`, as `METHOD /path`, those that only read left out. */
  async writes(): Promise<readonly string[]> {
    const { requests } = await this.#matters<{ requests: { method: string; path: string }[] }>('/journal')
    return requests.map(({ method, path }) => `${method} ${path}`).filter((sent) => !onlyReads.test(sent))
  }

  /** The certificates of a common name. */
  async certificates(commonName: string): Promise<readonly Certificate[]> {
    const { certificates } = await this.#matters<{ certificates: Certificate[] }>('/state')
    return certificates.filter((certificate) => certificate.commonName === commonName)
  }

  /** The numbers of the backups of its categories; the five newest are kept. */
  async backups(): Promise<readonly number[]> {
    const { backups } = await this.#matters<{ backups: number[] }>('/state')
    return backups
  }

  async category(name: string): Promise<HeldCategory | undefined> {
    const { categories } = await this.#matters<{ categories: { id: number; name: string }[] }>('/state')
    const found = categories.find((category) => category.name === name)
    return found && (await this.#matters<HeldCategory>(`/state/${found.id}`))
  }

  async directory(): Promise<HeldDirectory> {
    return (await this.#matters<{ directory: HeldDirectory }>('/state')).directory
  }

  /** Makes a category, as somebody in the console would. */
  async createByHand(name: string): Promise<void> {
    await send('PUT', `${this.#urls.categories}/categories/create`, { form: { name } })
  }

  /** Adds a site to a category without compiling it, as somebody in the console would. */
  async addByHand(id: number, site: string): Promise<void> {
    await send('POST', `${this.#urls.categories}/categories/${id}/add`, { form: { sites: site } })
  }

  /** Links a member to a group, as somebody in the console would. */
  async linkByHand(gid: number, uid: string): Promise<void> {
    const path = `/openldap/groups/${gid}/members/${uid}`
    await new Promise((resolve, reject) => {
      request({ socketPath: socketOf(this.#options), method: 'POST', path }, (answer) => {
        answer.resume().once('end', resolve)
      })
        .once('error', reject)
        .end()
    })
  }

  async #matters<T>(path: string): Promise<T> {
    const told: T = JSON.parse((await get(`${this.#urls.control}${path}`)).text)
    return told
  }
}

interface Urls {
  readonly categories: string
  readonly legacy: string
  readonly base: string
  readonly control: string
}

function socketOf({ data }: ApplianceProcessOptions): string {
  return `${data}.sock`
}

async function run(
  options: ApplianceProcessOptions,
  [port = '0', legacyPort = '0', basePort = '0', controlPort = '0']: readonly string[],
): Promise<{ running: RunningCommand; urls: Urls }> {
  const { data, list } = options
  const ports = ['--port', port, '--legacy-port', legacyPort, '--base-port', basePort]
  const others = ['--control-port', controlPort, '--records-port', '0', '--socket', socketOf(options)]
  const places = [...ports, ...others]
  const running = new RunningCommand(['emulator', '--data', data, '--list', list, '--quiet', ...places])
  const greeting = await running.printed('Stop with Ctrl-C.')
  const urlOf = (listener: string) => new RegExp(`  ${listener} +(http://\\S+)`).exec(greeting)?.[1] ?? ''
  return {
    running,
    urls: {
      categories: urlOf('categories'),
      legacy: urlOf('older add'),
      base: urlOf('base'),
      control: urlOf('control'),
    },
  }
}
