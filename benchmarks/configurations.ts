/** A number of categories, each in its own block with a number of its own sites. */
export function categoryBlocks(categories: number, sitesOfEach: number): string {
  const blocks = numbers(categories).map((category) => {
    const sites = numbers(sitesOfEach).map((site) => `"site-${site}.category-${category}.example"`)
    return `
resource "appliance_category" "category_${category}" {
  name  = "category-${category}"
  sites = [${sites.join(', ')}]
}
`
  })
  return requiredProviders + blocks.join('')
}

/** Categories by name, each with its sites. */
export type DeclaredCategories = { readonly [name: string]: readonly string[] }

/** @param further lines in each block */
export function categories(declared: DeclaredCategories, further = ''): string {
  const blocks = Object.entries(declared).map(
    ([name, sites]) => `
resource "appliance_category" "${name}" {
  name  = "${name}"
  sites = ${JSON.stringify(sites)}
  ${further}
}
`,
  )
  return requiredProviders + blocks.join('')
}

/**
 * A list that Terraform keeps itself, without a provider process.
 * @param isTyped whether it becomes a list of one type, as the attribute of a provider is; a literal in brackets has no such type yet
 */
export function builtInList(entries: readonly string[], isTyped: boolean): string {
  const list = JSON.stringify(entries)
  return `\nresource "terraform_data" "list" {\n  input = ${isTyped ? `tolist(${list})` : list}\n}\n`
}

/** A number of resources that Terraform manages itself, without a provider process. */
export function builtInBlocks(count: number): string {
  return numbers(count)
    .map((index) => `\nresource "terraform_data" "data_${index}" {\n  input = "site-${index}.example"\n}\n`)
    .join('')
}

export const requiredProviders = `
terraform {
  required_providers {
    appliance = {
      source = "webfilter/appliance"
    }
  }
}
`

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}
