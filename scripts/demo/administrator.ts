import { z } from 'zod'
import { say } from './narration'
import { see } from './see'

const categoryList = z.object({
  status: z.literal(true),
  categories: z.record(z.string(), z.object({ name: z.string(), items: z.number() })),
})
const answerToQuery = z.object({ Categories: z.array(z.object({ category_name: z.string() })) })
const success = z.object({ Status: z.literal(true) })

/** An administrator who reads and changes the appliance by its own routes, outside of Terraform. */
export class Administrator {
  readonly #url: string
  readonly #token: string

  constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  /** Checks that the appliance has exactly these categories, with as many sites each. */
  async seeCategories(expected: Readonly<Record<string, number>>): Promise<void> {
    const { categories } = categoryList.parse(await this.#ask('GET', '/categories/list'))
    const found = Object.values(categories).map(({ name, items }) => `${name} (${items})`)
    const due = Object.entries(expected).map(([name, items]) => `${name} (${items})`)
    see('Categories on the appliance, with the number of their sites', found, due)
  }

  /** Checks that a site is in exactly these categories. */
  async seeSite(site: string, expected: readonly string[]): Promise<void> {
    const { Categories } = answerToQuery.parse(await this.#ask('GET', `/categories/query/${site}`))
    const found = Categories.map(({ category_name }) => category_name)
    see(`Categories that contain ${site}`, found, expected)
  }

  async takeOut(site: string, category: string): Promise<void> {
    success.parse(await this.#ask('GET', `/categories/delete/${await this.#numberOf(category)}/${site}`))
  }

  async putIn(site: string, category: string): Promise<void> {
    success.parse(
      await this.#ask('PUT', `/categories/quick/${await this.#numberOf(category)}`, { items: site }),
    )
  }

  async #numberOf(category: string): Promise<string> {
    const { categories } = categoryList.parse(await this.#fetch('GET', '/categories/list'))
    const [number] = Object.entries(categories).find(([, { name }]) => name === category) ?? []
    if (number === undefined) throw new Error(`The appliance has no category ${category}.`)
    return number
  }

  #ask(method: string, path: string, form?: Readonly<Record<string, string>>): Promise<unknown> {
    const body = form ? `  ${new URLSearchParams(form)}` : ''
    say(`→ ${method} ${path}${body}`)
    return this.#fetch(method, path, form)
  }

  async #fetch(method: string, path: string, form?: Readonly<Record<string, string>>): Promise<unknown> {
    const response = await fetch(new URL(path, this.#url), {
      method,
      headers: { 'X-Auth-Token': this.#token },
      ...(form && { body: new URLSearchParams(form) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} failed with HTTP status ${response.status}.`)
    return response.json()
  }
}
