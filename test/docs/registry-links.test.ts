import { changelogPage } from '../../scripts/docs/changelog-page'
import { withAddresses, withPaths } from '../../scripts/docs/registry-links'

const page =
  'See [Drift](guides/drift.md), [sites](resources/category.md#sites), [above](#above) and [X](https://x.example/a.md).'

it('links of the page of the provider are those of the registry after a release', () => {
  const docs = 'https://registry.terraform.io/providers/webfilter/appliance/latest/docs'
  expect(withAddresses(page)).toBe(
    `See [Drift](${docs}/guides/drift), [sites](${docs}/resources/category#sites), [above](#above) and [X](https://x.example/a.md).`,
  )
  expect(withPaths(withAddresses(page))).toBe(page)
})

it('the changelog is a guide whose links lead to pages of the registry', () => {
  const changelog =
    '# Changelog\n\nThe [index](docs/index.md), a [guide](docs/guides/lists.md#fetching), the [set\n  of sites](docs/resources/category.md), [constructs](API.md) and [a rule](https://x.example).\n'
  expect(changelogPage(changelog)).toMatch(/^---\n.*\nsubcategory: "Releases"\n.*\n---\n\n# Changelog\n\n/s)
  expect(changelogPage(changelog).split('\n\n').at(-1)).toBe(
    'The [index](../index.md), a [guide](lists.md#fetching), the [set\n  of sites](../resources/category.md), constructs and [a rule](https://x.example).\n',
  )
})
