/** Where the Terraform registry has the pages of the newest release. */
const address = 'https://registry.terraform.io/providers/webfilter/appliance/latest/docs/'

/**
 * The page of the provider, with its links to other pages as addresses. The registry shows it at `…/docs`, without a slash at the end, where a
 * browser looks for `guides/drift.md` beside `docs`. The links of all other pages are the same there and in the repository.
 */
export function withAddresses(index: string): string {
  return index.replaceAll(/\]\((?!https?:|#)([^)#]+)\.md(#[^)]*)?\)/g, (_, path: string, anchor = '') => {
    return `](${address}${path}${anchor})`
  })
}

/** The opposite of {@link withAddresses}. */
export function withPaths(page: string): string {
  return page.replaceAll(/\]\(([^)#]+)(#[^)]*)?\)/g, (link, target: string, anchor = '') =>
    target.startsWith(address) ? `](${target.slice(address.length)}.md${anchor})` : link,
  )
}
